import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { durationUnits } from '@postroad/core/platform/duration';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { FieldInput } from '../operations/field-input.tsx';
import { type FieldKind, type FieldSpec, labelOf } from '../operations/fields.ts';
import { inWords } from '../platform/call.ts';
import { jsonFault } from '../platform/json-fault.ts';
import { later } from '../platform/later.tsx';
import { useRead } from '../platform/reads.ts';
import { language, t, wordsUnder } from '../platform/words.ts';

import { ArmsField } from './arms-field.tsx';
import { EmailField } from './email-field.tsx';

type Names = OperationOutput<'describe_schema'>['names'];

export interface FormProps {
  /** A step, or the trigger. */
  value: Readonly<JsonObject>;
  onChange: (value: JsonObject) => void;
}

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

interface OneProps {
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

/** An amount of time, the setting that holds one, or never. */
function DurationOf({ field, value, onValue, never }: OneProps & { never: boolean }) {
  const current = isObject(value) ? value : {};
  const kind = value === 'never' ? 'never' : 'setting' in current ? 'setting' : 'amount';
  const kinds = ['amount', 'setting', ...(never ? ['never'] : [])];
  const choose = (next: string) => {
    if (next === 'never') onValue('never');
    else onValue(next === 'setting' ? { setting: '' } : { amount: 1, unit: 'days' });
  };
  return (
    <fieldset class="stack-tight field-group">
      <TextOf
        field={{ ...field, kind: 'choice', choices: kinds }}
        value={value === undefined ? '' : kind}
        onValue={(next) => (next === undefined ? onValue(undefined) : choose(String(next)))}
      />
      {value !== undefined && kind === 'amount' && (
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
      )}
      {kind === 'setting' && (
        <TextOf
          field={spec('setting', 'text', { required: true })}
          value={current.setting}
          onValue={(setting) => onValue({ setting: setting ?? '' })}
        />
      )}
    </fieldset>
  );
}

/** Whether the outcome of a call is waited for, and how long at most. */
function CallWaitOf({ field, value, onValue }: OneProps) {
  const current = isObject(value) ? value : {};
  const timeout = isObject(current.timeout) ? current.timeout : {};
  const change = (key: string, next: unknown) =>
    onValue({ ...current, timeout: withKey(timeout, key, next) });
  return (
    <fieldset class="stack-tight field-group">
      <TextOf
        field={{ ...field, kind: 'choice', choices: ['timeout'] }}
        value={value === undefined ? '' : 'timeout'}
        onValue={(next) =>
          onValue(next === undefined ? undefined : { timeout: { amount: 1, unit: 'hours' } })
        }
      />
      {value !== undefined && (
        <>
          <TextOf
            field={spec('amount', 'number', { required: true })}
            value={timeout.amount}
            onValue={(next) => change('amount', Number(next))}
          />
          <TextOf
            field={spec('unit', 'choice', { required: true, choices: durationUnits })}
            value={timeout.unit}
            onValue={(unit) => change('unit', unit)}
          />
        </>
      )}
    </fieldset>
  );
}

const ConditionEditor = later(
  async () => (await import('../conditions/condition-editor.tsx')).ConditionEditor,
);

/** A condition part by part, each with how many people match it. */
export function ConditionOf({ value, onValue }: Pick<OneProps, 'value' | 'onValue'>) {
  const condition = isObject(value) && Object.keys(value).length > 0 ? value : { all: [] };
  return (
    <fieldset class="stack-tight field-group">
      <legend>{labelOf('condition')}</legend>
      <ConditionEditor condition={condition} onCondition={onValue} />
    </fieldset>
  );
}

/** An event, or a condition about the person. */
function WaitOf({ field, value, onValue }: OneProps) {
  const current = isObject(value) ? value : {};
  const event = isObject(current.event) ? current.event : {};
  const kind = 'condition' in current ? 'condition' : 'event' in current ? 'event' : '';
  const begin = (next: unknown) =>
    onValue(
      next === 'condition'
        ? { condition: {} }
        : { event: { name: '', occurrence: 'next_occurrence' } },
    );
  return (
    <fieldset class="stack-tight field-group">
      <TextOf
        field={{ ...field, kind: 'choice', choices: ['event', 'condition'] }}
        value={kind}
        onValue={begin}
      />
      {kind === 'event' && (
        <>
          <TextOf
            field={spec('event', 'text', { required: true })}
            value={event.name}
            onValue={(name) => onValue({ event: { ...event, name: name ?? '' } })}
          />
          <TextOf
            field={spec('occurrence', 'choice', {
              required: true,
              choices: ['next_occurrence', 'any_past'],
            })}
            value={event.occurrence}
            onValue={(occurrence) => onValue({ event: withKey(event, 'occurrence', occurrence) })}
          />
          <JsonOf
            field={spec('match', 'json')}
            value={event.match}
            onValue={(match) => onValue({ event: withKey(event, 'match', match) })}
          />
        </>
      )}
      {kind === 'condition' && (
        <ConditionOf
          value={current.condition}
          onValue={(condition) => onValue({ condition: condition ?? {} })}
        />
      )}
    </fieldset>
  );
}

/** The value of a field of a person, in the type that the text has. */
function typed(text: unknown): unknown {
  if (text === undefined) return '';
  if (text === 'true' || text === 'false') return text === 'true';
  return typeof text === 'string' && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

const kindOfNames: Readonly<Record<string, string>> = {
  field: 'fields',
};

export function Control({ field, type, ...rest }: OneProps & { type: string; names: Names }) {
  const { names, ...one } = { field, ...rest };
  const known = names.find(({ kind }) => kind === kindOfNames[field.name]);
  switch (field.name) {
    case 'duration':
    case 'expires_after':
      return <DurationOf {...one} never={field.name === 'expires_after'} />;
    case 'condition':
      return <ConditionOf value={one.value} onValue={one.onValue} />;
    case 'wait':
      return <CallWaitOf {...one} />;
    case 'arms':
      return <ArmsField value={one.value} onValue={one.onValue} />;
    case 'wait_for':
      return <WaitOf {...one} />;
    case 'email_id':
      return <EmailField value={one.value} onValue={one.onValue} />;
    case 'sequence_id':
      return (
        <TextOf
          {...one}
          field={{ ...field, kind: 'number' }}
          onValue={(text) => one.onValue(text === undefined ? undefined : Number(text))}
        />
      );
    case 'field': {
      const keys = known?.names.map((name) => name.replace(/ \(.*$/, '')) ?? [];
      const value = one.value === undefined ? [] : [String(one.value)];
      if (known?.complete !== true) return <TextOf {...one} />;
      const choices = [...new Set([...keys, ...value])];
      return <TextOf {...one} field={{ ...field, kind: 'choice', isNamed: true, choices }} />;
    }
    case 'value':
      return <TextOf {...one} onValue={(text) => one.onValue(typed(text))} />;
    default:
      return type === 'object' ? (
        <JsonOf {...one} field={{ ...field, kind: 'json' }} />
      ) : (
        <TextOf {...one} />
      );
  }
}

/** What a key of a step takes, in a few words; the words of its contract are for programs. */
function noteOf(key: string, note: string): string | null {
  return wordsUnder(`canvas.hint.${key}`) ?? (language.value === 'en' ? inWords(note) : null);
}

/** The fields of a step, from the contract of its type (CANVAS-04). */
export function StepForm({ value: step, onChange }: FormProps) {
  const type = String(step.type ?? '');
  const { data } = useRead('describe_schema', { topic: 'steps', part: type });
  const fields = (data?.fields ?? []).filter(
    (field) => field.type !== 'step[]' && field.name !== `${type}.type`,
  );
  return (
    <div class="form">
      {data?.part === type &&
        fields.map(({ name, type: valueType, required, note }) => {
          const key = name.slice(type.length + 1);
          return (
            <Control
              key={key}
              field={spec(key, 'text', { required, description: noteOf(key, note) })}
              type={valueType}
              value={own(step, key)}
              names={data.names}
              onValue={(next) => onChange(withKey(step, key, next))}
            />
          );
        })}
      <TextOf
        field={spec('name', 'text', { required: true, description: t('canvas.hint.name') })}
        value={step.name}
        onValue={(name) => onChange(withKey(step, 'name', name ?? ''))}
      />
      <TextOf
        field={spec('description', 'long')}
        value={step.description}
        onValue={(text) => onChange(withKey(step, 'description', text))}
      />
    </div>
  );
}
