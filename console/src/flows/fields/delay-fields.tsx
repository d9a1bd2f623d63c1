import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { useRead } from '../../platform/reads.ts';
import { language, t } from '../../platform/words.ts';
import { DurationOf, JsonOf, type OneProps, SelectOf, spec, TextOf, withKey } from './controls.tsx';

/** What a delay waits for: the keys of a step of which it has exactly one, and how each begins. */
const begins = {
  duration: { amount: 1, unit: 'days' },
  until: { local_time: '09:00', timezone: 'person' },
  until_field: { field: '', before: { amount: 1, unit: 'days' } },
} as const satisfies Readonly<Record<string, JsonObject>>;

type Key = keyof typeof begins;
const keys = Object.keys(begins) as Key[];

export const delayKeys: ReadonlySet<string> = new Set(keys);

/** Monday first; 1970-01-04 was a Sunday, the day 0. */
const days = [1, 2, 3, 4, 5, 6, 0];

function dayName(day: number): string {
  const format = new Intl.DateTimeFormat(language.value, { weekday: 'long', timeZone: 'UTC' });
  return format.format(new Date(Date.UTC(1970, 0, 4 + day)));
}

const clocks = ['person', 'account'] as const;
const sides = ['before', 'after'] as const;

type UntilProps = Pick<OneProps, 'onValue'> & { until: Readonly<JsonObject> };

/** A time of day, on some days of the week or on each. */
function UntilTime({ until, onValue }: UntilProps) {
  const chosen: readonly unknown[] = Array.isArray(until.weekdays) ? until.weekdays : [];
  const choose = (day: number, isChosen: boolean) => {
    const next = days.filter((one) => (one === day ? isChosen : chosen.includes(one)));
    onValue(withKey(until, 'weekdays', next.length === 0 ? undefined : next.toSorted()));
  };
  return (
    <>
      <TextOf
        field={spec('local_time', 'text', { required: true, description: t('canvas.hint.clock') })}
        value={until.local_time}
        onValue={(time) => onValue({ ...until, local_time: time ?? '' })}
      />
      <fieldset class="field">
        <legend>{t('canvas.weekdays')}</legend>
        <div class="choices">
          {days.map((day) => (
            <label class="choice" key={day}>
              <input
                type="checkbox"
                name={`weekday-${day}`}
                checked={chosen.includes(day)}
                onChange={({ currentTarget }) => choose(day, currentTarget.checked)}
              />
              {dayName(day)}
            </label>
          ))}
        </div>
        <span class="hint">{t('canvas.hint.weekdays')}</span>
      </fieldset>
      <SelectOf
        {...{ label: t('canvas.clock'), name: 'timezone', of: clocks }}
        chosen={until.timezone === 'account' ? 'account' : 'person'}
        word={(clock) => t(`canvas.clock.${clock}`)}
        onChoose={(timezone) => onValue({ ...until, timezone })}
      />
    </>
  );
}

/** A time before or after a date that the person has. */
function UntilDate({ until, onValue }: UntilProps) {
  const { data } = useRead('list_fields', {});
  const side = isObject(until.after) ? 'after' : 'before';
  const dates = (data?.fields ?? []).filter(({ type }) => type === 'date').map(({ key }) => key);
  const field = String(until.field ?? '');
  const choices = field === '' || dates.includes(field) ? dates : [...dates, field];
  return (
    <>
      <TextOf
        field={spec('field', 'choice', {
          ...{ required: true, isNamed: true, choices },
          description: choices.length === 0 ? t('canvas.noDates') : null,
        })}
        value={field}
        onValue={(next) => onValue({ ...until, field: next ?? '' })}
      />
      <SelectOf
        {...{ label: t('canvas.side'), name: 'side', of: sides, chosen: side }}
        word={(one) => t(`canvas.side.${one}`)}
        onChoose={(next) => {
          const { before, after, ...rest } = until;
          onValue({ ...rest, [next]: before ?? after });
        }}
      />
      <DurationOf
        field={spec(side, 'text', { required: true })}
        value={until[side]}
        never={false}
        isAmount
        onValue={(time) => onValue({ ...until, [side]: time })}
      />
    </>
  );
}

interface DelayProps {
  value: Readonly<JsonObject>;
  onChange: (step: JsonObject) => void;
}

/** What a delay waits for: some time, a time of day, or a date of the person (WAIT-01, WAIT-02). */
export function DelayFields({ value: step, onChange }: DelayProps) {
  const key = keys.find((one) => own(step, one) !== undefined) ?? 'duration';
  const value = own(step, key);
  const put = (name: Key, next: unknown) => {
    const rest = Object.fromEntries(Object.entries(step).filter(([one]) => !delayKeys.has(one)));
    onChange(withKey(rest, name, next));
  };
  const onValue = (next: unknown) => put(key, next);
  return (
    <>
      <SelectOf
        {...{ label: t('canvas.waitFor'), name: 'wait', of: keys, chosen: key }}
        word={(one) => t(`canvas.waitFor.${one}`)}
        onChoose={(next) => put(next, begins[next])}
      />
      {key === 'duration' ? (
        <DurationOf field={spec('duration', 'text')} never={false} {...{ value, onValue }} />
      ) : !isObject(value) ? (
        <JsonOf key={key} field={spec(key, 'json')} {...{ value, onValue }} />
      ) : key === 'until' ? (
        <UntilTime until={value} onValue={onValue} />
      ) : (
        <UntilDate until={value} onValue={onValue} />
      )}
    </>
  );
}
