import { useRead } from '../platform/reads.ts';
import { shownTime } from '../platform/times.ts';
import { t } from '../platform/words.ts';
import { jsonText } from './object-text.ts';

/** Events of the person that really came, whose details can be taken over. */
export function RealEvents({ person, event, onDetails }: RealEventsProps) {
  const { data } = useRead(
    'list_events',
    person === '' || event === '' ? null : { person, name: event, limit: 3 },
  );
  const events = data?.events ?? [];
  if (events.length === 0) return null;
  return (
    <div class="row tight">
      <span class="small quiet-text">{t('walk.takeDetails')}</span>
      {events.map(({ id, occurred_at, details }) => (
        <button key={id} type="button" class="button" onClick={() => onDetails(jsonText(details))}>
          {shownTime(occurred_at)}
        </button>
      ))}
    </div>
  );
}

interface RealEventsProps {
  person: string;
  event: string;
  onDetails: (details: string) => void;
}
