import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { JsonObject } from '@postroad/core/platform/json';
import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../operations/record-address.ts';
import { call, problemText } from '../platform/call.ts';
import { reads } from '../platform/reads.ts';
import { number, t, tn } from '../platform/words.ts';
import { issueWords } from './issue-words.ts';
import { Turns } from './turns.ts';

type Preview = OperationOutput<'preview_segment'>;

/** How long editing rests before a part is counted, in milliseconds. */
const restMs = 400;

/** Parts counted at once: each counts people in the database. */
const turns = new Turns(2);

async function preview(definition: JsonObject): Promise<Preview> {
  return reads.fetchQuery({
    queryKey: [['segments', 'people'], 'preview_segment', definition],
    queryFn: () => turns.take(() => call('preview_segment', { definition })),
  });
}

/** Whether a part is a group without conditions, which means nobody and cannot be counted. */
function isEmptyGroup({ all, any }: JsonObject): boolean {
  const inner = all ?? any;
  return Array.isArray(inner) && inner.length === 0;
}

type Counted = { for: string; preview: Preview } | { for: string; error: unknown };

/** How many people a part means, how many of them get mail, the newest, and how long it took (SCREEN-07). */
export function NodeCount({ part }: { part: JsonObject }) {
  const key = JSON.stringify(part);
  const [found, setFound] = useState<Counted | null>(null);
  const isEmpty = isEmptyGroup(part);
  useEffect(() => {
    if (isEmpty) return;
    let wanted = true;
    const timer = setTimeout(() => {
      preview(part).then(
        (answer) => wanted && setFound({ for: key, preview: answer }),
        (error: unknown) => wanted && setFound({ for: key, error }),
      );
    }, restMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [key]);
  if (isEmpty) return <span class="node-count quiet-text">{t('segments.noConditions')}</span>;
  if (found === null) return <span class="node-count quiet-text">{t('people.counting')}</span>;
  if ('error' in found) {
    return <p class="node-count fault-text">{problemText(found.error)}</p>;
  }
  const { count, sendable, counted_ms, sample, warnings } = found.preview;
  return (
    <div class={`node-count ${found.for === key ? '' : 'is-old'}`}>
      <details>
        <summary>
          <strong>
            {count === null
              ? t('segments.tooMany')
              : tn('people.count.one', 'people.count.other', count)}
          </strong>
          {sendable !== null && (
            <span class="quiet-text">
              {' '}
              {tn('segments.sendable.one', 'segments.sendable.other', sendable)}
            </span>
          )}
          <span class="quiet-text"> · {number(Math.round(counted_ms * 10) / 10)} ms</span>
        </summary>
        {sample.length === 0 ? (
          <p class="small quiet-text">{t('segments.nobody')}</p>
        ) : (
          <ul class="plain small" aria-label={t('segments.newest')}>
            {sample.map(({ id, email }) => (
              <li key={id}>
                <a href={addressOf('people', String(id))}>{email}</a>
              </li>
            ))}
          </ul>
        )}
      </details>
      {warnings.map((warning) => (
        <p class="small warn-text" key={warning.message}>
          {issueWords(warning, { definition: part }).message}
        </p>
      ))}
    </div>
  );
}
