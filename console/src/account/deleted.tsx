import { actorWords, changeWords } from '../operations/catalog-words.ts';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';
import { Undo } from './undo.tsx';

/** Whether what is still shown of a record is of one that is no more: nothing can be done to it. */
export function isDeleted(error: unknown): boolean {
  return problemCode(error) === 'not_found';
}

interface DeletedProps {
  /** Of the read of the record. */
  error: unknown;
  /** As the history names it. */
  resource: string;
  id: string;
}

/** Over edits of a record that somebody else deleted: who it was, and a way to bring it back (CON-12). */
export function Deleted({ error, resource, id }: DeletedProps) {
  const isOver = isDeleted(error);
  const { data } = useRead('list_changes', isOver ? { resource, id, limit: 1 } : null);
  if (!isOver) return null;
  const change = data?.changes[0];
  const actor = change === undefined ? null : actorWords(change.actor);
  return (
    <div class="note warn" role="alert">
      <h2>{t('conflict.deleted')}</h2>
      <p>{t('conflict.deletedText')}</p>
      {change !== undefined && (
        <p class="row">
          <span>
            {changeWords(change)}{' '}
            <span class="small">
              <Time at={change.at} />
              {actor !== null && `, ${actor}`}
            </span>
          </span>
          <Undo change={change} />
        </p>
      )}
    </div>
  );
}
