import type { Recompiling as Work } from '@postroad/core/platform/operations/shapes';
import { inWords } from '../platform/call.ts';
import { t } from '../platform/words.ts';

/** How far the emails are that a save reached, and which of them no longer compile. */
export function Recompiling({ work }: { work: Work }) {
  const { total, done, failures } = work;
  return (
    <div class={failures.length > 0 ? 'note bad' : 'note'} role="status">
      <p>{t('content.recompiling', { done, total })}</p>
      <progress value={done} max={Math.max(1, total)} aria-label={t('content.recompilingLabel')} />
      {failures.length > 0 && (
        <ul class="plain">
          {failures.map(({ id, name, message }) => (
            <li key={id}>
              <a href={`/emails/${id}`}>{name}</a>: {inWords(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
