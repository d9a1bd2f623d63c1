import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { ComponentChildren } from 'preact';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { ownText } from '../platform/sentences.ts';
import { Time } from '../platform/time.tsx';
import { number, t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

export type Reason = OperationOutput<'get_queue_reasons'>['by_reason'][number];

/** What ends a hold that has no time of its own. */
const opensBy: readonly (readonly [reason: string, words: WordKey])[] = [
  [holdReasons.flowPaused, 'queue.opens.flow'],
  [holdReasons.sequenceOff, 'queue.opens.sequence'],
  [holdReasons.broadcastPaused, 'queue.opens.broadcast'],
  [holdReasons.paceChanging, 'queue.opens.soon'],
  [holdReasons.noSender, 'queue.opens.sender'],
  [holdReasons.sendingHeld(''), 'queue.opens.release'],
];

/** When mail on hold for a reason goes (SCREEN-08). */
export function Opens({ reason, opens_at }: Pick<Reason, 'reason' | 'opens_at'>) {
  const words = opensBy.find(([start]) => reason.startsWith(start))?.[1];
  if (opens_at === null && words === undefined) return null;
  return (
    <span class="small quiet-text reason-more">
      {opens_at === null ? (
        words && t(words)
      ) : (
        <>
          {t('queue.opens.at')} <Time at={opens_at} />
        </>
      )}
    </span>
  );
}

interface ReasonsProps {
  status: 'holding' | 'uncertain' | 'failed';
  /** Only what failed in the last so many hours. */
  hours?: number;
  /** The most that are shown. */
  most?: number;
  /** What is said where there is none. */
  none?: ComponentChildren;
  /** A heading of their own, which is not there without them. */
  title?: string;
  /** What can be done about one. */
  action?: (reason: Reason) => ComponentChildren;
}

/** Mail of a status by its reason, or by what the provider answered, with how many there are. */
export function Reasons({ status, hours, most = 100, none = null, title, action }: ReasonsProps) {
  const { data, error } = useRead(
    'get_queue_reasons',
    { status, ...(hours === undefined ? {} : { hours }) },
    { with: ['sends', 'sending'] },
  );
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading />;
  const { by_reason: reasons, more } = data;
  if (reasons.length === 0) return <>{none}</>;
  const list = (
    <>
      <ul class="plain reasons-counted">
        {reasons.slice(0, most).map((reason) => (
          <li key={reason.reason}>
            <span class="number">{number(reason.count)}</span>
            <span>
              <a href={`/queue?status=${status}`}>
                {ownText(reason.reason) || t('queue.noReason')}
              </a>
              {reason.example !== null && (
                <q class="small quiet-text reason-more">{reason.example}</q>
              )}
              {status === 'holding' && <Opens {...reason} />}
            </span>
            {action?.(reason)}
          </li>
        ))}
      </ul>
      {reasons.length > most && (
        <p class="small">
          <a href={`/queue?status=${status}`}>{t('now.allReasons', { n: reasons.length })}</a>
        </p>
      )}
      {more && (
        <p class="small quiet-text">{t('queue.lookedAt', { n: limits.queueReasonsCounted })}</p>
      )}
    </>
  );
  if (title === undefined) return list;
  return (
    <section class="card stack-tight">
      <h2>{title}</h2>
      {list}
    </section>
  );
}
