import { isObject, type JsonObject, own } from '../platform/json.ts';

/** Records that steps and conditions name by an id, or by a key in its place. */
type Noun = 'email' | 'sequence';

/** What names which record, by the `type` of a step or condition. */
const nouns: ReadonlyMap<unknown, Noun> = new Map([
  ...(['send_email', 'received_email', 'opened_email', 'clicked_email'] as const).map(
    (type) => [type, 'email'] as const,
  ),
  ...(['start_sequence', 'started_sequence', 'finished_sequence'] as const).map(
    (type) => [type, 'sequence'] as const,
  ),
]);

/** Whether a value can be the key of a record, and so no number. */
export function isRecordKey(value: unknown): value is string {
  return typeof value === 'string' && /^(?!\d+$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(value);
}

/** Ids of records by their keys. */
export type IdsByKey = Readonly<Record<Noun, ReadonlyMap<string, number>>>;
/** Keys of records by their ids. */
export type KeysById = Readonly<Record<Noun, ReadonlyMap<number, string>>>;

type Rename = (noun: Noun, name: string, value: unknown) => [name: string, value: unknown];

/** The record that a step or condition names both by its id and by a key, or null (FILE-03). */
export function nounNamedTwice(value: JsonObject): Noun | null {
  const noun = nouns.get(own(value, 'type'));
  return noun && Object.hasOwn(value, noun) && Object.hasOwn(value, `${noun}_id`) ? noun : null;
}

/** What a flow sends as it is, in which nothing names a record. */
const sentAsIs: ReadonlySet<string> = new Set(['details', 'body']);

/** A copy in which each name of a record is another; what a flow sends is left alone. */
function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (!isObject(value)) return value;
  const noun = nouns.get(own(value, 'type'));
  const twice = nounNamedTwice(value) !== null;
  return Object.fromEntries(
    Object.entries(value satisfies JsonObject).map(([key, one]) => {
      if (noun && !twice && (key === noun || key === `${noun}_id`)) return rename(noun, key, one);
      return [key, sentAsIs.has(key) ? one : renamed(one, rename)];
    }),
  );
}

const mayNameKeys = /"(?:email|sequence)(?:_id":"|":)/;

/** The keys by which flows and conditions name emails and sequences. */
export function keysNamedIn(value: unknown): Record<Noun, Set<string>> {
  const keys = { email: new Set<string>(), sequence: new Set<string>() };
  if (!mayNameKeys.test(JSON.stringify(value) ?? '')) return keys;
  renamed(value, (noun, name, one) => {
    if (typeof one === 'string') keys[noun].add(one);
    return [name, one];
  });
  return keys;
}

/**
 * Flows and conditions with `email_id` and `sequence_id` where they had `email` and `sequence` with a
 * key. An unknown key stays in the place of the id, for validation to report (FILE-03).
 */
export function withIds<Value>(value: Value, ids: IdsByKey): Value {
  if (!mayNameKeys.test(JSON.stringify(value) ?? '')) return value;
  return renamed(value, (noun, _name, one) => {
    const id = typeof one === 'string' ? ids[noun].get(one) : undefined;
    return [`${noun}_id`, id ?? one];
  }) as Value;
}

/** Flows and conditions with keys in the place of ids, as far as there are any. */
export function withKeys<Value>(value: Value, keys: KeysById): Value {
  return renamed(value, (noun, name, one) => {
    const key = typeof one === 'number' ? keys[noun].get(one) : undefined;
    return key === undefined ? [name, one] : [noun, key];
  }) as Value;
}

/** Flows and conditions with other ids in the place of those that `idOf` knows. */
export function withOtherIds<Value>(value: Value, idOf: (noun: Noun, id: number) => number): Value {
  return renamed(value, (noun, name, one) => [
    name,
    typeof one === 'number' ? idOf(noun, one) : one,
  ]) as Value;
}
