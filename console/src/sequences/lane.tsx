import { limits } from '@postroad/core/platform/limits';
import { useState } from 'preact/hooks';
import { durationText } from '../flows/step-text.ts';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall } from '../operations/contracts.ts';
import { addressOf, formAddress } from '../operations/record-address.ts';
import { ownText } from '../platform/sentences.ts';
import { withTimes } from '../platform/times.ts';
import { valueLabel } from '../platform/value-words.ts';
import { number, t, tn } from '../platform/words.ts';
import { shareOf } from '../sending/rates.ts';
import { Opens } from '../sending/reasons.tsx';
import type { Sequence, Step } from './sequence.ts';
import { InsertDialog, WaitDialog } from './step-dialogs.tsx';

type Held = NonNullable<Sequence['held']>['mails'][number];

/** People on the way to a step, as dots of which each stands for so many. */
const dots = 12;

function People({ people }: { people: number }) {
  if (people === 0) return null;
  return (
    <p class="lane-people">
      <span class="lane-dots" aria-hidden="true">
        {Array.from({ length: Math.min(dots, people) }, (_, index) => (
          <span key={index} />
        ))}
      </span>
      {tn('sequence.waiting.one', 'sequence.waiting.other', people)}
    </p>
  );
}

/** The way to a step: how long one waits, who is on it, and what is held. */
function Way({ step, held }: { step: Step; held: readonly Held[] }) {
  const { delay_amount: amount, delay_unit: unit, people } = step;
  const time = durationText({ amount, unit });
  return (
    <div class="lane-way">
      <p class="quiet-text small">
        {amount === 0 ? t('sequence.atOnce') : t('sequence.wait', { time })}
      </p>
      <People people={people} />
      {held.map(({ reason, count, opens_at }) => (
        <p key={reason} class="lane-held">
          <span class="badge warn">
            {t(count === 1 ? 'sequence.held.one' : 'sequence.held.other', {
              ...{ n: count, reason: withTimes(ownText(reason)) },
            })}
          </span>{' '}
          <Opens reason={reason} opens_at={opens_at} />
        </p>
      ))}
    </div>
  );
}

/** What became of the mails of a step. */
function Stats({ stats }: Pick<Step, 'stats'>) {
  if (stats === undefined || stats.sent === 0) return null;
  const { sent, opened, clicked } = stats;
  const part = (n: number) => `${number(n)} (${shareOf(n, sent)})`;
  return (
    <p class="small quiet-text">
      {t('sequence.stats', { sent, opened: part(opened), clicked: part(clicked) })}
    </p>
  );
}

interface StepProps {
  step: Step;
  revision: number;
  last: number;
  onWait: () => void;
}

/** One step with what can be done about it; each says its effect first. */
function StepCard({ step, revision, last, onWait }: StepProps) {
  const { id, position, status, email } = step;
  const at = { n: position };
  const isActive = status === 'active';
  const of = (action: string) => `${action}: ${t('sequence.step', at)}`;
  return (
    <div class={`card lane-step ${isActive ? '' : 'draft'}`}>
      <div class="card-head">
        <h2>
          <span class="quiet-text">{t('sequence.step', at)}</span>{' '}
          <a href={addressOf('emails', String(email.id))}>{email.title || email.subject}</a>
        </h2>
        <span class={`badge ${isActive ? 'good' : ''}`}>{valueLabel(status)}</span>
      </div>
      <p>{email.subject}</p>
      <Stats stats={step.stats} />
      <div class="row lane-actions">
        {position > 1 && (
          <ActionButton
            name="move_sequence_step"
            input={{ step_id: id, direction: 'up' }}
            ifRevision={revision}
            label={of(t('sequence.up'))}
            class="compact"
            asks
          >
            {t('sequence.up')}
          </ActionButton>
        )}
        {position < last && (
          <ActionButton
            name="move_sequence_step"
            input={{ step_id: id, direction: 'down' }}
            ifRevision={revision}
            label={of(t('sequence.down'))}
            class="compact"
            asks
          >
            {t('sequence.down')}
          </ActionButton>
        )}
        {mayCall('update_sequence_step') && (
          <>
            <button
              type="button"
              class="button compact"
              aria-haspopup="dialog"
              aria-label={of(t('sequence.changeWait'))}
              onClick={onWait}
            >
              {t('sequence.changeWait')}
            </button>
            <a
              class="button compact"
              href={formAddress('replace_sequence_step_email', { step_id: String(id) })}
              aria-label={of(t('sequence.replace'))}
            >
              {t('sequence.replace')}
            </a>
          </>
        )}
        <ActionButton
          name="update_sequence_step"
          input={{ step_id: id, status: isActive ? 'draft' : 'active' }}
          ifRevision={revision}
          label={of(isActive ? t('sequence.draft') : t('sequence.activate'))}
          class={isActive ? 'compact' : 'compact primary'}
          asks
        >
          {isActive ? t('sequence.draft') : t('sequence.activate')}
        </ActionButton>
        <ActionButton
          name="delete_sequence_step"
          input={{ step_id: id }}
          ifRevision={revision}
          label={of(t('sequence.delete'))}
          class="compact"
        >
          {t('sequence.delete')}
        </ActionButton>
      </div>
    </div>
  );
}

function Insert({ position, onInsert }: { position: number; onInsert: () => void }) {
  if (!mayCall('add_sequence_step')) return null;
  return (
    <button
      type="button"
      class="button compact lane-insert"
      aria-haspopup="dialog"
      aria-label={t('sequence.insertAt', { n: position })}
      onClick={onInsert}
    >
      <span aria-hidden="true">+</span> {t('sequence.insert')}
    </button>
  );
}

/** The steps from the start to the end, with the people between them and what is held (CON2-06). */
export function Lane({ sequence }: { sequence: Sequence }) {
  const { steps, held, revision } = sequence;
  const [inserted, setInserted] = useState<number | null>(null);
  const [waited, setWaited] = useState<Step | null>(null);
  const last = steps.length;
  return (
    <section class="lane-frame" aria-label={t('sequence.lane')}>
      <ol class="lane">
        <li class="lane-end">
          <span class="badge accent">{t('sequence.start')}</span>
        </li>
        {steps.map((step) => (
          <li key={step.id}>
            <Insert position={step.position} onInsert={() => setInserted(step.position)} />
            <Way
              step={step}
              held={(held?.mails ?? []).filter(({ step_id }) => step_id === step.id)}
            />
            <StepCard step={step} revision={revision} last={last} onWait={() => setWaited(step)} />
          </li>
        ))}
        <li class="lane-end">
          {last === 0 && <p>{t('sequence.none')}</p>}
          <Insert position={last + 1} onInsert={() => setInserted(last + 1)} />
          <span class="badge">{t('sequence.end')}</span>
        </li>
      </ol>
      {held?.more && (
        <p class="small quiet-text">{t('sequence.heldMore', { n: limits.queueReasonsCounted })}</p>
      )}
      {inserted !== null && (
        <InsertDialog sequence={sequence} position={inserted} onClose={() => setInserted(null)} />
      )}
      {waited !== null && (
        <WaitDialog sequence={sequence} step={waited} onClose={() => setWaited(null)} />
      )}
    </section>
  );
}
