import { actorWords, changeWords } from '../operations/catalog-words.ts';
import { revert } from '../operations/perform.ts';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';

/** Changes that are listed; the history has all. */
const changesShown = 8;

/** What was changed of a record, with a button that takes each change back. */
export function Versions({ resource, id }: { resource: string; id: string }) {
  const { data } = useRead('list_changes', { resource, id, limit: changesShown });
  const changes = data?.changes ?? [];
  return (
    <section class="card stack-tight" aria-labelledby="versions">
      <h2 id="versions">{t('email.versions')}</h2>
      {data !== undefined && changes.length === 0 && (
        <p class="quiet-text">{t('email.noVersions')}</p>
      )}
      <ol class="plain versions">
        {changes.map(({ id: change, at, actor, revision, record_id, ...named }) => (
          <li key={change}>
            <span class="version-text">
              {changeWords(named)}{' '}
              <span class="small quiet-text">
                <Time at={at} />
                {actorWords(actor) !== null && `, ${actorWords(actor)}`}
              </span>
            </span>
            {record_id !== null && revision !== null && (
              <button
                type="button"
                class="button quiet compact"
                aria-label={`${t('action.undo')}: ${changeWords(named)}`}
                onClick={() => void revert(change)}
              >
                {t('action.undo')}
              </button>
            )}
          </li>
        ))}
      </ol>
      <p>
        <a href={`/history?resource=${resource}&id=${encodeURIComponent(id)}`}>
          {t('email.allVersions')}
        </a>
      </p>
    </section>
  );
}
