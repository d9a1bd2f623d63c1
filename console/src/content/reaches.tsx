import type { OperationRequest } from '@postroad/core/catalog/catalog';
import type { Reaches as Reached } from '@postroad/core/platform/operations/shapes';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../platform/call.ts';
import { t, tn } from '../platform/words.ts';

/** What compiles emails again where it is saved. */
type Name = 'update_theme' | 'update_layout' | 'update_component';

/** How long edits rest before the service is asked what they reach, in milliseconds. */
const restMs = 500;

/** The emails that look otherwise once these edits are saved; null while nothing is edited. */
function useReaches<Of extends Name>(name: Of, input: OperationRequest<Of> | null) {
  const [reached, setReached] = useState<Reached | null>(null);
  const wanted = input === null ? null : JSON.stringify(input);
  useEffect(() => {
    let isWanted = wanted !== null;
    if (wanted === null) setReached(null);
    const timer = setTimeout(() => {
      if (wanted === null) return;
      call(name, JSON.parse(wanted), { dryRun: true }).then(
        (answer) => {
          if (!isWanted) return;
          const { reaches } = answer as { reaches?: Reached };
          setReached(reaches ?? { count: 0, emails: [] });
        },
        // What is wrong with the edits is said beside them.
        () => isWanted && setReached(null),
      );
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [name, wanted]);
  return reached;
}

interface ReachesProps<Of extends Name> {
  name: Of;
  /** The edits as they would be saved; null where there are none. */
  input: OperationRequest<Of> | null;
}

/** How many emails a save compiles again, and which (CON2-05). */
export function Reaches<Of extends Name>({ name, input }: ReachesProps<Of>) {
  const reached = useReaches(name, input);
  if (reached === null) return null;
  const { count, emails } = reached;
  const text = tn('content.reaches.one', 'content.reaches.other', count);
  if (count === 0) return <span class="small quiet-text">{text}</span>;
  return (
    <details class="small">
      <summary>{text}</summary>
      <ul class="plain">
        {emails.map(({ id, title }) => (
          <li key={id}>
            <a href={`/emails/${id}`}>{title}</a>
          </li>
        ))}
        {count > emails.length && <li>{t('content.andMore', { n: count - emails.length })}</li>}
      </ul>
    </details>
  );
}
