import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { ActionButton } from '../operations/action-button.tsx';
import { isOfExample, useExample } from '../operations/example-mark.tsx';
import { useRead } from '../platform/reads.ts';
import { ownText } from '../platform/sentences.ts';
import { Time } from '../platform/time.tsx';
import { dayAt } from '../platform/times.ts';
import { number, t, tn } from '../platform/words.ts';
import { shareOf } from '../sending/rates.ts';
import { Opens } from '../sending/reasons.tsx';
import type { Broadcast } from './broadcast.ts';

type Progress = NonNullable<Broadcast['progress']>;

const parts = ['sent', 'failed', 'skipped', 'remaining'] as const;

/** The mail of a broadcast as one bar: what left, what did not, and what is still to go. */
export function ProgressBar({ progress }: { progress: Progress }) {
  const whole = Math.max(1, progress.queued);
  let from = 0;
  return (
    <svg class="progress-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="remaining" width={100} height={10} />
      {parts
        .filter((part) => part !== 'remaining')
        .map((part) => {
          const width = (progress[part] / whole) * 100;
          from += width;
          return <rect key={part} class={part} x={from - width} width={width} height={10} />;
        })}
    </svg>
  );
}

/** Why nothing of it leaves now, where its next mail is held. */
function Held({ id }: { id: number }) {
  const { data } = useRead(
    'list_queue',
    { source: 'broadcast', source_id: id, status: 'holding', limit: 1 },
    { with: ['sends', 'sending'] },
  );
  const [mail] = data?.queue ?? [];
  if (mail === undefined || mail.hold_reason === null) return null;
  const opensAt = mail.hold_reason === holdReasons.outsideWindow ? mail.due_at : null;
  return (
    <p>
      <span class="badge warn">{t('broadcast.held', { reason: ownText(mail.hold_reason) })}</span>{' '}
      <Opens reason={mail.hold_reason} opens_at={opensAt} />
    </p>
  );
}

/** That none of it left: without a provider each mail is kept where the mailbox shows it. */
function Kept({ broadcast }: { broadcast: Broadcast }) {
  const { id, started_at, finished_at, stats } = broadcast;
  const example = useExample();
  const days =
    started_at === null || stats.sent === 0
      ? null
      : {
          from: dayAt(new Date(started_at)),
          to: dayAt(finished_at === null ? new Date() : new Date(finished_at)),
        };
  const { data } = useRead('get_report', days && { by: 'provider', ...days }, { with: ['sends'] });
  const providers = (data?.rows ?? []).filter(({ sent }) => sent > 0);
  const isKept = providers.length > 0 && providers.every(({ key }) => key === 'outbox');
  // Mail of the example is made up, whatever provider is set.
  if (!isKept || isOfExample(example, 'broadcasts', { id })) return null;
  return (
    <p class="note warn">
      {t('broadcast.kept')}{' '}
      <a href="/mailbox" target="_blank" rel="noreferrer">
        {t('email.openMailbox')}
      </a>
    </p>
  );
}

/** How far a broadcast is, with what stops it for a while or for good. */
export function ProgressCard({ broadcast }: { broadcast: Broadcast }) {
  const { id, status, progress, started_at, finished_at } = broadcast;
  if (progress === null) {
    if (status !== 'canceled') return null;
    return (
      <section class="card stack-tight" aria-labelledby="broadcast-progress">
        <h2 id="broadcast-progress">{t('broadcast.progress')}</h2>
        <p>{t('broadcast.nothingLeft')}</p>
      </section>
    );
  }
  const dealtWith = progress.sent + progress.failed + progress.skipped;
  const canceled = progress.queued - dealtWith - progress.remaining;
  // What a cancel took out of the queue is done with, but nobody got it.
  const done = status === 'canceled' ? dealtWith : dealtWith + canceled;
  const shown = { ...progress, canceled };
  const isUnderWay = status === 'sending' || status === 'paused';
  return (
    <section class="card stack-tight" aria-labelledby="broadcast-progress">
      <div class="card-head">
        <h2 id="broadcast-progress">{t('broadcast.progress')}</h2>
        <div class="row">
          {status === 'sending' && (
            <ActionButton name="pause_broadcast" input={{ broadcast_id: id }} class="compact">
              {t('broadcast.pause')}
            </ActionButton>
          )}
          {status === 'paused' && (
            <ActionButton
              name="resume_broadcast"
              input={{ broadcast_id: id }}
              class="compact primary"
            >
              {t('broadcast.resume')}
            </ActionButton>
          )}
          {isUnderWay && (
            <ActionButton
              name="cancel_broadcast"
              input={{ broadcast_id: id }}
              class="compact danger"
              asks
            >
              {t('broadcast.cancel')}
            </ActionButton>
          )}
        </div>
      </div>
      <p class="progress-says">
        <strong>{shareOf(done, progress.queued) || '–'}</strong>{' '}
        {tn('broadcast.doneOf.one', 'broadcast.doneOf.other', progress.queued)}
        {status === 'paused' && <span class="badge warn">{t('broadcast.isPaused')}</span>}
      </p>
      {status === 'sending' && progress.remaining > 0 && <Held id={id} />}
      <Kept broadcast={broadcast} />
      <ProgressBar progress={progress} />
      <dl class="legend progress-legend">
        {(canceled > 0 ? ([...parts, 'canceled'] as const) : parts).map((part) => (
          <div key={part}>
            <span class={`key ${part}`} aria-hidden="true" />
            <dt>{t(`broadcast.part.${part}`)}</dt>
            <dd>{number(shown[part])}</dd>
          </div>
        ))}
      </dl>
      <p class="small quiet-text">
        {started_at !== null && (
          <>
            {t('broadcast.started')} <Time at={started_at} />
          </>
        )}
        {finished_at !== null && (
          <>
            {' · '}
            {t('broadcast.finished')} <Time at={finished_at} />
          </>
        )}
      </p>
    </section>
  );
}
