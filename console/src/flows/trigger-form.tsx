import {
  renewalIntervals,
  renewalTriggerType,
} from '@postroad/core/flows/renewals/renewal-trigger';
import { dateRepeats, dateTriggerType } from '@postroad/core/flows/triggers/date-trigger';
import { scheduleTriggerType } from '@postroad/core/flows/triggers/schedule-trigger';
import { segmentMoves, segmentTriggerType } from '@postroad/core/flows/triggers/segment-trigger';
import { type JsonObject, own } from '@postroad/core/platform/json';
import { useRead } from '../platform/reads.ts';
import { t, wordsUnder } from '../platform/words.ts';
import { JsonOf, spec, TextOf, withKey } from './fields/controls.tsx';
import { MatchOf } from './fields/match-of.tsx';
import { Control, type FormProps } from './step-form.tsx';

/** How each key of a trigger is edited; any other is text. */
const kinds = {
  event: { kind: 'text', required: true },
  match: { kind: 'json' },
  label: { kind: 'text' },
  product: { kind: 'text', required: true },
  interval: { kind: 'choice', required: true, choices: renewalIntervals },
  field: { kind: 'text', required: true },
  days_before: { kind: 'number' },
  days_after: { kind: 'number' },
  local_time: { kind: 'text', required: true },
  timezone: { kind: 'text', required: true },
  repeat: { kind: 'choice', choices: dateRepeats },
  rrule: { kind: 'text', required: true },
  segment: { kind: 'text', required: true },
  on: { kind: 'choice', required: true, choices: segmentMoves },
} as const;

type Key = keyof typeof kinds;

/** A trigger as it begins, and the keys that it is edited by. */
interface TriggerEditor {
  begin: JsonObject;
  keys: readonly Key[];
}

const onEvent: TriggerEditor = { begin: { event: '' }, keys: ['event', 'match', 'label'] };

/** Every type of trigger by its value of `type`; an event has none. */
const editors: Readonly<Record<string, TriggerEditor>> = {
  event: onEvent,
  [dateTriggerType]: {
    begin: {
      ...{ type: dateTriggerType, field: '', days_before: 0, local_time: '09:00' },
      ...{ timezone: 'person', repeat: 'yearly' },
    },
    keys: ['field', 'days_before', 'days_after', 'local_time', 'timezone', 'repeat', 'label'],
  },
  [segmentTriggerType]: {
    begin: { type: segmentTriggerType, segment: '', on: 'enters' },
    keys: ['segment', 'on', 'label'],
  },
  [scheduleTriggerType]: {
    begin: {
      ...{ type: scheduleTriggerType, rrule: 'FREQ=WEEKLY;BYDAY=MO;BYHOUR=9', segment: '' },
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    keys: ['segment', 'rrule', 'timezone', 'label'],
  },
  [renewalTriggerType]: {
    begin: {
      ...{ type: renewalTriggerType, product: '', interval: 'yearly', days_before: 14 },
      ...{ local_time: '09:00', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    },
    keys: ['product', 'interval', 'days_before', 'local_time', 'timezone', 'label'],
  },
};

/** What starts the flow, and the fields of that. */
export function TriggerForm({ value: trigger, onChange }: FormProps) {
  const type = own(trigger, 'type') ?? 'event';
  const editor = typeof type === 'string' ? editors[type] : undefined;
  const { data } = useRead('describe_schema', {
    topic: 'trigger',
    ...(typeof type === 'string' && editor !== undefined && type !== 'event' ? { part: type } : {}),
  });
  const write = (key: Key) => (next: unknown) => {
    const number = kinds[key].kind === 'number' && next !== undefined;
    onChange(withKey(trigger, key, number ? Number(next) : next));
  };
  return (
    <div class="form">
      <TextOf
        field={spec('type', 'choice', {
          required: true,
          choices: Object.keys(editors),
          description: t('canvas.hint.startsOn'),
        })}
        value={type}
        onValue={(next) => onChange(editors[String(next)]?.begin ?? onEvent.begin)}
      />
      {editor === undefined ? (
        <JsonOf
          field={spec('trigger', 'json', { required: true })}
          value={trigger}
          onValue={(next) => onChange(next === undefined ? {} : (next as JsonObject))}
        />
      ) : (
        editor.keys.map((key) => {
          const { kind, ...more } = kinds[key];
          const field = spec(key, kind, { ...more, description: hintOf(key) });
          const one = { field, value: own(trigger, key), onValue: write(key) };
          if (kind === 'json') return <MatchOf key={`${type} ${key}`} {...one} />;
          if (key === 'field' && data !== undefined) {
            return <Control key={key} {...one} type="string" names={data.names} />;
          }
          return <TextOf key={`${type} ${key}`} {...one} />;
        })
      )}
    </div>
  );
}

function hintOf(key: Key): string | null {
  return wordsUnder(`canvas.hint.trigger.${key}`);
}
