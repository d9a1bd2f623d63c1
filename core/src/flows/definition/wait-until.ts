import { unknownName } from '../../conditions/leaf-keys.ts';
import { fieldKeyPattern } from '../../people/person-values.ts';
import { durationFault, plainDurationFix } from '../../platform/duration.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, ordered, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import type { Question } from '../interpreter/question.ts';
import { report } from '../validate/codes.ts';
import type { FieldKind } from './field-kind.ts';

const waitZones = ['person', 'account'] as const;

const untilKeys = ['local_time', 'weekdays', 'timezone'] as const;
const fieldKeys = ['field', 'before', 'after'] as const;

const zones: Question[] = [{ kind: 'person' }, { kind: 'account_zone' }];

function malformed(path: string, message: string): ValidationIssue {
  return report('until_malformed', path, message);
}

function unknownKeys(value: JsonObject, path: string, known: readonly string[]): ValidationIssue[] {
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.slice(0, limits.issuesListedMax).map((key) => {
    const message = `There is no key ${quoted(key)} here; there are ${known.join(', ')}.`;
    return meant(malformed(`${path}.${key}`, message), nearest(key, known));
  });
}

function isWeekday(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 6;
}

function checkWeekdays(value: unknown, path: string): ValidationIssue[] {
  const valid =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(isWeekday) &&
    new Set(value).size === value.length;
  if (valid) return [];
  const message = '"weekdays" is a list of different days from 0 to 6, Sunday 0';
  // Of a list, what is wrong is in it.
  const seen = Array.isArray(value)
    ? `[${value.slice(0, 8).map(quoted).join(', ')}]`
    : quoted(value);
  return [malformed(path, `${message}, not ${seen}.`)];
}

/** The next moment of a local time (WAIT-01). */
export const localTimeWait: FieldKind = {
  type: 'object',
  describe:
    'until a local time: {"local_time": "09:00", "weekdays": [1, 2], "timezone": "person" or "account"}',

  check(value, path) {
    if (!isObject(value)) {
      const message = `"until" is an object with local_time and timezone, not ${quoted(value)}.`;
      return [malformed(path, message)];
    }
    const found = unknownKeys(value, path, untilKeys);
    const time = own(value, 'local_time');
    if (typeof time !== 'string' || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) {
      const message = `"local_time" is a time from 00:00 to 23:59, not ${quoted(time)}.`;
      found.push(malformed(`${path}.local_time`, message));
    }
    if (Object.hasOwn(value, 'weekdays')) {
      found.push(...checkWeekdays(value.weekdays, `${path}.weekdays`));
    }
    const zone = own(value, 'timezone');
    if (!waitZones.some((known) => known === zone)) {
      const message = `"timezone" is ${waitZones.join(' or ')}, not ${quoted(zone)}.`;
      found.push(malformed(`${path}.timezone`, message));
    }
    return found;
  },

  references: () => [],
  asks: () => zones,

  canonical(value) {
    if (!isObject(value)) return value;
    const { weekdays } = value;
    const sorted = checkWeekdays(weekdays, '').length === 0;
    const days = sorted ? { weekdays: (weekdays as number[]).toSorted((a, b) => a - b) } : {};
    return ordered({ ...value, ...days }, untilKeys);
  },
};

/** A time before or after a date of the person (WAIT-02). */
export const fieldDateWait: FieldKind = {
  type: 'object',
  describe:
    'until a date of the person: {"field": "renews_on", "before": {"amount": 3, "unit": "days"}}, or "after"',

  check(value, path) {
    if (!isObject(value)) {
      const message = `"until_field" is an object with field and before or after, not ${quoted(value)}.`;
      return [malformed(path, message)];
    }
    const found = unknownKeys(value, path, fieldKeys);
    const key = own(value, 'field');
    if (typeof key !== 'string' || key.length > limits.keyChars || !fieldKeyPattern.test(key)) {
      const message = `"field" is the key of a custom field of type date, not ${quoted(key)}.`;
      found.push(malformed(`${path}.field`, message));
    }
    const sides = (['before', 'after'] as const).filter((side) => Object.hasOwn(value, side));
    if (sides.length !== 1) {
      const fault = sides.length === 2 ? 'both' : 'neither';
      const message = `"until_field" takes exactly one of before and after; it has ${fault}.`;
      found.push(malformed(path, message));
    }
    for (const side of sides) found.push(...checkOffset(value[side], `${path}.${side}`));
    return found;
  },

  references(value, path, { fields }) {
    const key = isObject(value) ? own(value, 'field') : undefined;
    if (typeof key !== 'string') return [];
    const type = fields.get(key);
    if (type === 'date') return [];
    const at = `${path}.field`;
    if (type !== undefined) {
      return [malformed(at, `The field ${quoted(key)} is a ${type} and holds no date.`)];
    }
    const message = `There is no active custom field ${quoted(key)}.`;
    return [unknownName('field_unknown', at, message, key, fields.keys())];
  },

  asks: () => zones,
  canonical: (value) => (isObject(value) ? ordered(value, fieldKeys) : value),

  names(value) {
    const key = isObject(value) ? own(value, 'field') : undefined;
    return typeof key === 'string' ? [{ kind: 'field', name: key }] : [];
  },
};

function checkOffset(value: unknown, path: string): ValidationIssue[] {
  const fault = durationFault(value);
  const malformed = (at: string, message: string) => [
    report('duration_malformed', `${path}${at}`, message, plainDurationFix),
  ];
  if (fault !== null) return malformed(fault.path, fault.message);
  if (!Object.hasOwn(value as object, 'setting')) return [];
  const message = 'The time from a date is an amount and a unit, not the name of a tunable.';
  return malformed('.setting', message);
}
