import { withKeys } from '../conditions/record-keys.ts';
import { isObject, quoted } from '../platform/json.ts';
import type { Change } from './change.ts';

type Names = ReadonlyMap<number, string>;

/** What the new records of a plan are called, by the ids that it knows them under. */
export function provisionalNames(changes: readonly Change[]): Names {
  const names = new Map<number, string>();
  for (const { provisional, after, label } of changes) {
    const { id, key } = (after ?? {}) as { id?: number | null; key?: string | null };
    if (provisional && typeof id === 'number') names.set(id, key ?? label);
  }
  return names;
}

/** An answer about a plan, with names in the place of ids that nobody outside has seen. */
export function withNames<Value>(value: Value, names: Names): Value {
  if (names.size === 0) return value;
  return named(withKeys(value, { email: names, sequence: names }), names) as Value;
}

function named(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return textNamed(value, names);
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one, names)]));
}

function textNamed(text: string, names: Names): string {
  return text.replace(/\b9\d{15}\b/g, (digits) => {
    const name = names.get(Number(digits));
    return name === undefined ? digits : quoted(name);
  });
}
