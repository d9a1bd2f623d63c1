import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { type DurationUnit, durationUnits } from '@postroad/core/platform/duration';
import { limits } from '@postroad/core/platform/limits';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { EmailField } from '../flows/email-field.tsx';
import { durationText } from '../flows/step-text.ts';
import { ConfirmDialog } from '../operations/confirm-dialog.tsx';
import { currentIn, SidesTable } from '../operations/conflict.tsx';
import { perform } from '../operations/perform.ts';
import { problemCode } from '../platform/call.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Problem } from '../platform/screen.tsx';
import { valueWords } from '../platform/value-words.ts';
import { t } from '../platform/words.ts';
import type { Sequence, Step } from './sequence.ts';

interface AskedProps<Name extends OperationName> {
  title: string;
  name: Name;
  /** Null while something is missing. */
  input: OperationRequest<Name> | null;
  /** The sequence on display when the dialog was opened. */
  sequence: Sequence;
  /** What others changed meanwhile of what is edited here. */
  theirs?: (current: Sequence) => ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * A form whose write says what it does before it is done. Where others changed the sequence meanwhile,
 * nothing is written; the next look at what it does is at the sequence as it is then (CON-11).
 */
function AskedDialog<Name extends OperationName>(props: AskedProps<Name>) {
  const { title, name, input, theirs, onClose, children } = props;
  const [seen, setSeen] = useState(props.sequence);
  const [isChanged, setChanged] = useState(false);
  const [asked, setAsked] = useState<OperationRequest<Name> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async (wanted: OperationRequest<Name>) => {
    setAsked(null);
    try {
      await perform(name, wanted, { ifRevision: [seen.revision] });
      onClose();
    } catch (caught) {
      const current = problemCode(caught) === 'revision_mismatch' ? currentIn(caught) : null;
      setChanged(current !== null);
      if (current === null) setError(caught);
      else setSeen(current as unknown as Sequence);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          setError(null);
          setAsked(input);
        }}
      >
        {isChanged && (
          <section class="note warn" role="alert">
            <h2>{t('conflict.title')}</h2>
            <p>{t('sequence.changedSince')}</p>
            {theirs?.(seen)}
          </section>
        )}
        {children}
        {error !== null && <Problem error={error} />}
        <div class="form-foot">
          <button type="submit" class="button primary" disabled={input === null}>
            {t('sequence.look')}
          </button>
          <button type="button" class="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
      {asked !== null && (
        <ConfirmDialog
          name={name}
          input={asked as Record<string, unknown>}
          onClose={() => setAsked(null)}
          onConfirm={() => void run(asked)}
        />
      )}
    </Dialog>
  );
}

interface Wait {
  amount: number;
  unit: DurationUnit;
}

function WaitFields({ wait, onWait }: { wait: Wait; onWait: (wait: Wait) => void }) {
  return (
    <div class="timing-fields">
      <label class="field">
        <span class="label">{t('sequence.amount')}</span>
        <input
          class="input"
          type="number"
          min={0}
          max={limits.durationAmountMax}
          value={wait.amount}
          required
          onInput={({ currentTarget }) => onWait({ ...wait, amount: Number(currentTarget.value) })}
        />
      </label>
      <label class="field">
        <span class="label">{t('sequence.unit')}</span>
        <select
          class="input"
          value={wait.unit}
          onChange={({ currentTarget }) => {
            const unit = durationUnits.find((one) => one === currentTarget.value);
            onWait({ ...wait, unit: unit ?? wait.unit });
          }}
        >
          {durationUnits.map((unit) => (
            <option key={unit} value={unit}>
              {valueWords(unit)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface InsertProps {
  sequence: Sequence;
  position: number;
  onClose: () => void;
}

/** Asks for the email and the wait of a new step, and says who would get it. */
export function InsertDialog({ sequence, position, onClose }: InsertProps) {
  const [email, setEmail] = useState<number | undefined>(undefined);
  const [wait, setWait] = useState<Wait>({ amount: position === 1 ? 0 : 1, unit: 'days' });
  const input =
    email === undefined
      ? null
      : {
          ...{ sequence_id: sequence.id, position, email_source: 'shared' as const },
          ...{ email_id: email, delay_amount: wait.amount, delay_unit: wait.unit },
        };
  return (
    <AskedDialog
      title={t('sequence.insertAt', { n: position })}
      name="add_sequence_step"
      input={input}
      sequence={sequence}
      onClose={onClose}
    >
      <EmailField value={email} onValue={setEmail} />
      <WaitFields wait={wait} onWait={setWait} />
    </AskedDialog>
  );
}

interface WaitProps {
  sequence: Sequence;
  step: Step;
  onClose: () => void;
}

const waitOf = (step: Step): Wait => ({ amount: step.delay_amount, unit: step.delay_unit });
const waitText = (wait: Wait) =>
  wait.amount === 0 ? t('sequence.atOnce') : t('sequence.wait', { time: durationText(wait) });

/** Asks for another wait before a step. */
export function WaitDialog({ sequence, step, onClose }: WaitProps) {
  const begun = waitOf(step);
  const [wait, setWait] = useState<Wait>(begun);
  const theirs = (current: Sequence) => {
    const now = current.steps.find(({ id }) => id === step.id);
    if (now === undefined || waitText(waitOf(now)) === waitText(begun)) return null;
    return (
      <SidesTable
        rows={[
          {
            ...{ name: 'wait', label: t('sequence.amount') },
            ...{ theirs: waitText(waitOf(now)), mine: waitText(wait) },
            action: (
              <button type="button" class="button compact" onClick={() => setWait(waitOf(now))}>
                {t('conflict.takeTheirs')}
              </button>
            ),
          },
        ]}
      />
    );
  };
  return (
    <AskedDialog
      title={`${t('sequence.changeWait')}: ${t('sequence.step', { n: step.position })}`}
      name="update_sequence_step"
      input={{ step_id: step.id, delay_amount: wait.amount, delay_unit: wait.unit }}
      sequence={sequence}
      theirs={theirs}
      onClose={onClose}
    >
      <WaitFields wait={wait} onWait={setWait} />
    </AskedDialog>
  );
}
