import type { ConditionReferences } from '../conditions/facts.ts';
import { ValueError } from '../platform/issue.ts';
import { isObject, type JsonObject, quoted } from '../platform/json.ts';
import { nearest } from '../platform/nearest.ts';

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

/** An object without unknown keys. */
export function objectWith(value: unknown, path: string, keys: readonly string[]): JsonObject {
  if (!isObject(value)) throw new ValueError(path, `must be an object, not ${quoted(value)}.`);
  const unknownKey = Object.keys(value).find((key) => !keys.includes(key));
  if (unknownKey === undefined) return value;
  const near = nearest(unknownKey, keys);
  const known = near === null ? `It takes ${keys.join(', ')}.` : `Did you mean ${near}?`;
  throw new ValueError(path, `has a key ${quoted(unknownKey)} that is not known. ${known}`);
}

export function listOf(value: unknown, path: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new ValueError(path, `must be a list, not ${quoted(value)}.`);
  if (value.length > max) throw new ValueError(path, `may hold at most ${max} entries.`);
  return value;
}

/** Text without surrounding spaces; may be blank. */
export function trimmedText(value: unknown, path: string, max: number): string {
  if (typeof value !== 'string') {
    throw new ValueError(path, `must be text, not ${quoted(value)}.`);
  }
  const text = value.trim();
  if (text.length <= max) return text;
  throw new ValueError(path, `may be at most ${max} characters long.`);
}

export function filledText(value: unknown, path: string, max: number): string {
  const text = trimmedText(value, path, max);
  if (text !== '') return text;
  throw new ValueError(path, `must not be blank; it takes 1 to ${max} characters.`);
}
