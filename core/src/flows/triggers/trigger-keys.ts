import { unknownName } from '../../conditions/leaf-keys.ts';
import { fieldKeyPattern } from '../../people/person-values.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { hasMoreCharacters } from '../../platform/octets.ts';
import type { RecordName } from '../../platform/record-name.ts';
import { isTimezone } from '../../platform/timestamp.ts';
import { report } from '../validate/codes.ts';

/** The requirement of a key, in words that complete "is", and its test. */
export interface KeyRule {
  what: string;
  holds(value: unknown): boolean;
  /** The value that a wrong one most likely means. */
  near?(value: string): string | null;
}

const localTimePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const localTimeRule: KeyRule = {
  what: 'a time of day as HH:MM, from 00:00 to 23:59',
  holds: (value) => typeof value === 'string' && localTimePattern.test(value),
};

/** Names begin with a letter; Intl also accepts offsets such as +05:00 as zones. */
function isZoneName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z]/.test(value) && isTimezone(value);
}

const nearZone = (value: string) => nearest(value, Intl.supportedValuesOf('timeZone'));

export const zoneRule: KeyRule = {
  what: 'the IANA name of a time zone, such as Europe/Paris',
  holds: isZoneName,
  near: nearZone,
};

/** The zone of each person, or one zone for everybody. */
export const personOrZoneRule: KeyRule = {
  what: '"person" or the IANA name of a time zone, such as Europe/Paris',
  holds: (value) => value === 'person' || isZoneName(value),
  near: (value) => nearest(value, ['person']) ?? nearZone(value),
};

export const labelRule: KeyRule = optionalKey({
  what: `text of at most ${limits.nameChars} characters`,
  holds: (value) => typeof value === 'string' && !hasMoreCharacters(value, limits.nameChars),
});

export function optionalKey(rule: KeyRule): KeyRule {
  return {
    ...rule,
    holds: (value) => value === undefined || value === null || rule.holds(value),
  };
}

export function isRecordKeyText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= limits.keyChars;
}

export function isFieldKey(value: unknown): value is string {
  return isRecordKeyText(value) && fieldKeyPattern.test(value);
}

export const segmentRule: KeyRule = {
  what: `the key of a segment, text of 1 to ${limits.keyChars} characters`,
  holds: isRecordKeyText,
};

export function checkSegment(
  trigger: JsonObject,
  path: string,
  segments: ReadonlyMap<string, number>,
): ValidationIssue[] {
  const key = own(trigger, 'segment');
  if (!isRecordKeyText(key) || segments.has(key)) return [];
  const message = `There is no segment ${quoted(key)}.`;
  return [unknownName('segment_unknown', `${path}.segment`, message, key, segments.keys())];
}

export function namedSegment(trigger: JsonObject): RecordName[] {
  const key = own(trigger, 'segment');
  return isRecordKeyText(key) ? [{ kind: 'segment', name: key }] : [];
}

export function daysRule(most: number): KeyRule {
  return {
    what: `a whole number of days from 0 to ${most}`,
    holds: (value) =>
      Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most,
  };
}

/** Every key that does not fit its rule. */
export function checkKeys(
  trigger: JsonObject,
  path: string,
  rules: Readonly<Record<string, KeyRule>>,
): ValidationIssue[] {
  return Object.entries(rules).flatMap(([key, { what, holds, near }]) => {
    const value = own(trigger, key);
    if (holds(value)) return [];
    const message = `"${key}" of the trigger is ${what}, not ${quoted(value)}.`;
    const fix = `Write ${what} in "${key}" of the trigger.`;
    const issue = report('trigger_key_malformed', `${path}.${key}`, message, fix);
    return [meant(issue, typeof value === 'string' ? (near?.(value) ?? null) : null)];
  });
}

/** A trigger that comes again, in a flow that takes a person once. */
export function checkRepeats(repeats: boolean, path: string, runPolicy: string): ValidationIssue[] {
  if (!repeats || runPolicy === 'repeat') return [];
  const message = `The trigger repeats, but the flow takes each person only once: its run_policy is ${runPolicy}.`;
  return [report('trigger_repeats_once', path, message)];
}

/** Without optional keys that are blank. */
export function withoutBlanks(trigger: JsonObject, optional: readonly string[]): JsonObject {
  const kept = Object.entries(trigger).filter(([key, value]) => {
    const blank = value === null || (typeof value === 'string' && value.trim() === '');
    return !(blank && optional.includes(key));
  });
  return Object.fromEntries(kept);
}

export function textOf(trigger: JsonObject, key: string): string | null {
  const value = own(trigger, key);
  return typeof value === 'string' ? value : null;
}

/** HH:MM in minutes from midnight. */
export function minutesOf(localTime: string): number {
  const [hours = 0, minutes = 0] = localTime.split(':').map(Number);
  return hours * 60 + minutes;
}
