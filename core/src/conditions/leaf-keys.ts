import { meant, type ValidationIssue } from '../platform/issue.ts';
import { type JsonObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { hasMoreCharacters } from '../platform/octets.ts';
import { type ConditionCode, reportCondition } from './codes.ts';
import { isRecordKey } from './record-keys.ts';

/** Whether a value can be the id of a row. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Reports that a key is missing, or that its value does not fit its type. */
export function reportKey(
  leaf: JsonObject,
  path: string,
  key: string,
  message: string,
): ValidationIssue {
  const there = own(leaf, key) !== undefined;
  const code = there ? 'condition_key_malformed' : 'condition_key_missing';
  return reportCondition(code, `${path}.${key}`, message);
}

/** A name: text that is not blank and has at most so many characters. */
export function checkName(
  leaf: JsonObject,
  path: string,
  key: string,
  what: string,
  max: number,
): ValidationIssue[] {
  const value = own(leaf, key);
  if (typeof value === 'string' && value.trim() !== '' && !hasMoreCharacters(value, max)) return [];
  const message = `"${key}" is ${what}, text of 1 to ${max} characters, not ${quoted(value)}.`;
  return [reportKey(leaf, path, key, message)];
}

/**
 * The numeric id of an email, a sequence or a segment; a key is in its place only if it is
 * `unknown`, since those of records that are there were replaced before.
 */
export function checkId(
  leaf: JsonObject,
  path: string,
  key: string,
  what: string,
  unknown?: ConditionCode,
): ValidationIssue[] {
  const value = own(leaf, key);
  if (isId(value)) return [];
  if (unknown !== undefined && isRecordKey(value)) {
    const message = `There is no ${key.replace('_id', '')} ${quoted(value)}.`;
    return [reportCondition(unknown, `${path}.${key}`, message)];
  }
  const message = `"${key}" is the numeric id of ${what}, not ${quoted(value)}.`;
  return [reportKey(leaf, path, key, message)];
}

/** A positive whole number of days; also `within_days` of every type. */
export function checkDays(leaf: JsonObject, path: string, key: string): ValidationIssue[] {
  const value = own(leaf, key);
  if (isId(value) && value <= limits.withinDaysMax) return [];
  const message = `"${key}" is a whole number of days from 1 to ${limits.withinDaysMax}, not ${quoted(value)}.`;
  return [reportKey(leaf, path, key, message)];
}

export function checkWithinDays(leaf: JsonObject, path: string): ValidationIssue[] {
  return Object.hasOwn(leaf, 'within_days') ? checkDays(leaf, path, 'within_days') : [];
}

/** An issue about an unknown name, with the known name it most likely means. */
export function unknownName(
  code: ConditionCode,
  path: string,
  message: string,
  name: string,
  known: Iterable<string>,
): ValidationIssue {
  const near = nearest(name, known);
  return meant(reportCondition(code, path, message), near);
}

/** A suffix for summaries; empty without days. */
export function withinText(leaf: JsonObject): string {
  const days = own(leaf, 'within_days');
  return days === undefined ? '' : ` within ${quoted(days)} days`;
}
