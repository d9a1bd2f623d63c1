import type { ConditionReferences } from '../conditions/facts.ts';
import { ValueError } from '../platform/issue.ts';
import { isObject, type JsonObject, quoted } from '../platform/json.ts';
import { nearest } from '../platform/nearest.ts';

/** What a setting is read with. */
export interface SettingReading {
  /** Where the value stands, such as `settings.tunables`; messages begin with it. */
  path: string;
  /** What exists; conditions and actions of preferences name it. */
  references: ConditionReferences;
  /** Notes what is accepted, but most likely not meant. */
  warn(path: string, code: string, message: string): void;
}

/** One writable key of the settings (spec, Settings keys). */
export interface SettingRule<Value> {
  /** As documentation names it. */
  type: string;
  /** What it is for and what it takes, in one or two sentences. */
  help: string;
  default: Value;
  /** The canonical form of any JSON; undefined restores the default. Throws ValueError. */
  read(value: unknown, reading: SettingReading): Value | undefined;
}

/** An object without keys that stand for nothing. */
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

/** Text without spaces around it; may be blank. */
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
