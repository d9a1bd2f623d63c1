import { durationUnits } from '@postroad/core/platform/duration';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { useId, useState } from 'preact/hooks';
import { FieldInput } from '../../operations/field-input.tsx';
import type { FieldKind, FieldSpec } from '../../operations/fields.ts';
import { jsonFault } from '../../platform/json-fault.ts';
import { t } from '../../platform/words.ts';

export function spec(name: string, kind: FieldKind, more: Partial<FieldSpec> = {}): FieldSpec {
  return {
    ...{ name, kind, required: false, nullable: false, numeric: false },
    ...{ description: null, choices: [], maxLength: null },
    ...more,
  };
}

/** A copy with a key, or without it where the value is undefined. */
export function withKey(value: Readonly<JsonObject>, key: string, next: unknown): JsonObject {
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return next === undefined ? rest : { ...value, [key]: next };
}

export interface OneProps {
  field: FieldSpec;
  value: unknown;
  onValue: (value: unknown) => void;
}

/** A text, which is left out where it is empty. */
export function TextOf({ field, value, onValue }: OneProps) {
  return (
    <FieldInput
      field={field}
      text={value === undefined || value === null ? '' : String(value)}
      fault={null}
      isChange={false}
      onText={(text) => onValue(text === '' ? undefined : text)}
    />
  );
}

/** Anything as JSON; what cannot be read stays as it is written, and is not taken over. */
export function JsonOf({ field, value, onValue }: OneProps) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<string | null>(null);
  const write = (next: string) => {
    setText(next);
    setFault(null);
    if (next.trim() === '') onValue(undefined);
    else {
      try {
        onValue(JSON.parse(next));
      } catch (error) {
        setFault(t('form.badJson', { detail: jsonFault(error) }));
      }
    }
  };
  return <FieldInput {...{ field, text, fault }} isChange={false} onText={write} />;
}

interface SelectProps<Value extends string> {
  label: string;
  name: string;
  of: readonly Value[];
  chosen: Value;
  word: (value: Value) => string;
  onChoose: (value: Value) => void;
}

/** One of a few, none of which is empty. */
export function SelectOf<Value extends string>(props: SelectProps<Value>) {
  const { label, name, of, chosen, word, onChoose } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        {...{ id, name, class: 'input', value: chosen }}
        onInput={({ currentTarget }) => {
          const next = of.find((value) => value === currentTarget.value);
          if (next !== undefined) onChoose(next);
        }}
      >
        {of.map((value) => (
          <option key={value} value={value}>
            {word(value)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A number of units of time. */
export function AmountOf({ value, onValue }: Pick<OneProps, 'value' | 'onValue'>) {
  const current = isObject(value) ? value : {};
  return (
    <>
      <TextOf
        field={spec('amount', 'number', { required: true })}
        value={current.amount}
        onValue={(next) => onValue({ ...current, amount: Number(next) })}
      />
      <TextOf
        field={spec('unit', 'choice', { required: true, choices: durationUnits })}
        value={current.unit}
        onValue={(unit) => onValue({ ...current, unit })}
      />
    </>
  );
}

interface DurationProps extends OneProps {
  /** Whether it may be never. */
  never: boolean;
  /** Whether it can only be an amount. */
  isAmount?: boolean;
}

/** An amount of time, the setting that holds one, or never. */
export function DurationOf({ field, value, onValue, never, isAmount = false }: DurationProps) {
  const current = isObject(value) ? value : {};
  const kind = value === 'never' ? 'never' : 'setting' in current ? 'setting' : 'amount';
  const kinds = ['amount', ...(isAmount ? [] : ['setting']), ...(never ? ['never'] : [])];
  const choose = (next: string) => {
    if (next === 'never') onValue('never');
    else onValue(next === 'setting' ? { setting: '' } : { amount: 1, unit: 'days' });
  };
  return (
    <fieldset class="stack-tight field-group">
      {!isAmount && (
        <TextOf
          field={{ ...field, kind: 'choice', choices: kinds }}
          value={value === undefined ? '' : kind}
          onValue={(next) => (next === undefined ? onValue(undefined) : choose(String(next)))}
        />
      )}
      {value !== undefined && kind === 'amount' && <AmountOf {...{ value, onValue }} />}
      {kind === 'setting' && (
        <TextOf
          field={spec('setting', 'text', { required: true, description: t('canvas.hint.tunable') })}
          value={current.setting}
          onValue={(setting) => onValue({ setting: setting ?? '' })}
        />
      )}
    </fieldset>
  );
}

/** Whether what was stored is a text, which stays one whatever is typed into it. */
export function isText(stored: unknown): boolean {
  return typeof stored === 'string' && stored !== '';
}

/** A value in the type that its text has. */
export function typed(text: unknown): unknown {
  if (text === undefined) return '';
  if (text === 'true' || text === 'false') return text === 'true';
  // A postal code such as 01067, or a number of a card, stays as it is written.
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : text;
}
