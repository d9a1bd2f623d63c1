import type { ConditionReferences } from '../conditions/facts.ts';
import { type Duration, durationFaults } from '../platform/duration.ts';
import { type Issue, IssueError, ValueError } from '../platform/issue.ts';
import { isObject, type JsonObject, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { nearest } from '../platform/nearest.ts';
import { hasMoreCharacters } from '../platform/octets.ts';

/** The context for reading a setting. */
export interface SettingReading {
  /** The path of the value, such as `settings.tunables`; messages begin with it. */
  path: string;
  /** Existing records that conditions and actions of preferences may name. */
  references: ConditionReferences;
  /** Reports a value that is accepted but probably a mistake. */
  warn(path: string, code: string, message: string): void;
}

/** One writable key of the settings (spec, Settings keys). */
export interface SettingRule<Value> {
  /** The type as documented. */
  type: string;
  /** Purpose and accepted values, in one or two sentences. */
  help: string;
  default: Value;
  /** Converts any JSON to its canonical form; undefined restores the default. Throws ValueError. */
  read(value: unknown, reading: SettingReading): Value | undefined;
}

/** Several values of one setting that are not what their paths take. */
class ValueErrors extends IssueError {
  readonly issues: readonly Issue[];

  constructor(first: Issue, issues: readonly Issue[]) {
    super(first);
    this.issues = issues;
  }
}

/** The faults that reading found; throws anything else again. */
export function faultsOf(error: unknown): readonly Issue[] {
  if (error instanceof ValueErrors) return error.issues;
  if (error instanceof ValueError) return [error.issue];
  throw error;
}

/** Reads every part, so that one answer names the faults of all of them (FIX-05). */
export function readEach<Value>(reads: readonly (() => Value)[]): Value[] {
  const values: Value[] = [];
  const faults: Issue[] = [];
  for (const read of reads) {
    try {
      values.push(read());
    } catch (error) {
      for (const fault of faultsOf(error)) faults.push(fault);
    }
  }
  const [first] = faults;
  if (first !== undefined) throw new ValueErrors(first, faults.slice(0, limits.issuesListedMax));
  return values;
}

/** The same for parts with names. */
export function readParts<Parts extends Record<string, unknown>>(
  reads: {
    [Name in keyof Parts]: () => Parts[Name];
  },
): Parts {
  const names = Object.keys(reads) as (keyof Parts)[];
  const values = readEach(names.map((name) => reads[name]));
  return Object.fromEntries(names.map((name, index) => [name, values[index]])) as Parts;
}

/** An object, whose keys `onlyKeys` then checks beside its values. */
export function objectAt(value: unknown, path: string): JsonObject {
  if (isObject(value)) return value;
  throw new ValueError(path, `must be an object, not ${quoted(value)}.`);
}

/** Throws where the object has other keys. */
export function onlyKeys(value: JsonObject, path: string, keys: readonly string[]): void {
  const unknown = Object.keys(value).filter((key) => !keys.includes(key));
  readEach(
    unknown.slice(0, limits.issuesListedMax).map((key) => () => {
      const near = nearest(key, keys);
      const known = near === null ? ` Known are ${keys.join(', ')}.` : '';
      throw new ValueError(`${path}.${key}`, `is not a known key.${known}`, 'key_unknown', near);
    }),
  );
}

/** An object without unknown keys. */
export function objectWith(value: unknown, path: string, keys: readonly string[]): JsonObject {
  const found = objectAt(value, path);
  onlyKeys(found, path, keys);
  return found;
}

export function listOf(value: unknown, path: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new ValueError(path, `must be a list, not ${quoted(value)}.`);
  if (value.length > max) throw new ValueError(path, `may hold at most ${max} entries.`);
  return value;
}

/** A duration that names its amount and unit. */
export function durationAt(value: unknown, path: string): Duration {
  readEach(
    durationFaults(value).map((fault) => () => {
      throw new ValueError(`${path}${fault.path}`, `is wrong: ${fault.message}`);
    }),
  );
  const { amount, unit } = value as Duration;
  return { amount, unit };
}

/** Text without surrounding spaces; may be blank. */
export function trimmedText(value: unknown, path: string, max: number): string {
  if (typeof value !== 'string') {
    throw new ValueError(path, `must be text, not ${quoted(value)}.`);
  }
  const text = value.trim();
  if (!hasMoreCharacters(text, max)) return text;
  throw new ValueError(path, `may be at most ${max} characters long.`);
}

export function filledText(value: unknown, path: string, max: number): string {
  const text = trimmedText(value, path, max);
  if (text !== '') return text;
  throw new ValueError(path, `must not be blank; it takes 1 to ${max} characters.`);
}
