import { useRead } from '../platform/reads.ts';
import { shownTime } from '../platform/times.ts';
import { t } from '../platform/words.ts';
import { jsonText } from './object-text.ts';
import { useFoundPeople } from './person-field.tsx';

/**
 * Events of the person that really came, whose details can be taken over. They are asked for once the
 * text is an address that somebody has: while one is typed, there is nobody of that name.
 */
export function RealEvents({ person, event, onDetails }: RealEventsProps) {
  const found = useFoundPeople(person);
  const id = found?.find(
    (one) => one.email.toLowerCase() === person.toLowerCase() || String(one.id) === person,
  )?.id;
  const { data } = useRead(
    'list_events',
    id === undefined || event === '' ? null : { person: String(id), name: event, limit: 3 },
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
