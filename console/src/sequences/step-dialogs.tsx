import type { OperationName, OperationRequest } from '@postroad/core/catalog/catalog';
import { type DurationUnit, durationUnits } from '@postroad/core/platform/duration';
import { limits } from '@postroad/core/platform/limits';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { EmailField } from '../flows/email-field.tsx';
import { ConfirmDialog } from '../operations/confirm-dialog.tsx';
import { perform } from '../operations/perform.ts';
import { Dialog } from '../platform/dialog.tsx';
import { Problem } from '../platform/screen.tsx';
import { valueWords } from '../platform/value-words.ts';
import { t } from '../platform/words.ts';
import type { Step } from './sequence.ts';

interface AskedProps<Name extends OperationName> {
  title: string;
  name: Name;
  /** Null while something is missing. */
  input: OperationRequest<Name> | null;
  onClose: () => void;
  children: ComponentChildren;
}

/** A form whose write says what it does before it is done. */
function AskedDialog<Name extends OperationName>(props: AskedProps<Name>) {
  const { title, name, input, onClose, children } = props;
  const [asked, setAsked] = useState<OperationRequest<Name> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async (wanted: OperationRequest<Name>) => {
    setAsked(null);
    try {
      await perform(name, wanted);
      onClose();
    } catch (caught) {
      setError(caught);
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
  sequenceId: number;
  position: number;
  onClose: () => void;
}

/** Asks for the email and the wait of a new step, and says who would get it. */
export function InsertDialog({ sequenceId, position, onClose }: InsertProps) {
  const [email, setEmail] = useState<number | undefined>(undefined);
  const [wait, setWait] = useState<Wait>({ amount: position === 1 ? 0 : 1, unit: 'days' });
  const input =
    email === undefined
      ? null
      : {
          ...{ sequence_id: sequenceId, position, email_source: 'shared' as const },
          ...{ email_id: email, delay_amount: wait.amount, delay_unit: wait.unit },
        };
  return (
    <AskedDialog
      title={t('sequence.insertAt', { n: position })}
      name="add_sequence_step"
      input={input}
      onClose={onClose}
    >
      <EmailField value={email} onValue={setEmail} />
      <WaitFields wait={wait} onWait={setWait} />
    </AskedDialog>
  );
}

/** Asks for another wait before a step. */
export function WaitDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  const [wait, setWait] = useState<Wait>({ amount: step.delay_amount, unit: step.delay_unit });
  return (
    <AskedDialog
      title={`${t('sequence.changeWait')}: ${t('sequence.step', { n: step.position })}`}
      name="update_sequence_step"
      input={{ step_id: step.id, delay_amount: wait.amount, delay_unit: wait.unit }}
      onClose={onClose}
    >
      <WaitFields wait={wait} onWait={setWait} />
    </AskedDialog>
  );
}
