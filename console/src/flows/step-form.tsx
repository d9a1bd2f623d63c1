import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { fieldWords } from '../operations/field-words.ts';
import { inWords } from '../platform/call.ts';
import { later } from '../platform/later.tsx';
import { useRead } from '../platform/reads.ts';
import { language, t, wordsUnder } from '../platform/words.ts';

import { ArmsField } from './arms-field.tsx';
import { EmailField } from './email-field.tsx';
import {
  AmountOf,
  DurationOf,
  JsonOf,
  type OneProps,
  spec,
  TextOf,
  typed,
  withKey,
} from './fields/controls.tsx';
import { DelayFields, delayKeys } from './fields/delay-fields.tsx';
import { MatchOf } from './fields/match-of.tsx';
import { ValuesOf } from './fields/values-of.tsx';

type Names = OperationOutput<'describe_schema'>['names'];

export interface FormProps {
  /** A step, or the trigger. */
  value: Readonly<JsonObject>;
  onChange: (value: JsonObject) => void;
}

/** Whether the outcome of a call is waited for, and how long at most. */
function CallWaitOf({ field, value, onValue }: OneProps) {
  const current = isObject(value) ? value : {};
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
        <AmountOf value={current.timeout} onValue={(timeout) => onValue({ ...current, timeout })} />
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
      <legend>{fieldWords('condition')}</legend>
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
          <MatchOf
            field={spec('match', 'json', { description: t('canvas.hint.onlyMatching') })}
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
    case 'details':
    case 'body':
      return <ValuesOf {...one} />;
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
    ({ name, type: valueType }) => valueType !== 'step[]' && name !== `${type}.type`,
  );
  const isDelay = type === 'delay';
  const asked = fields.filter(({ name }) => !isDelay || !delayKeys.has(name.split('.')[1] ?? ''));
  return (
    <div class="form">
      {isDelay && <DelayFields value={step} onChange={onChange} />}
      {data?.part === type &&
        asked.map(({ name, type: valueType, required, note }) => {
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
