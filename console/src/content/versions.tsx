import { Undo } from '../account/undo.tsx';
import { actorWords, changeWords } from '../operations/catalog-words.ts';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';

/** Changes that are listed; the history has all. */
const changesShown = 8;

/** What was changed of a record, and the undo of the last change; older ones open with theirs. */
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
        {changes.map((change) => (
          <li key={change.id}>
            <span class="version-text">
              <a href={addressOf('changes', String(change.id))}>{changeWords(change)}</a>{' '}
              <span class="small quiet-text">
                <Time at={change.at} />
                {actorWords(change.actor) !== null && `, ${actorWords(change.actor)}`}
              </span>
            </span>
            <Undo change={change} class="quiet compact" />
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
