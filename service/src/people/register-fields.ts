import { fieldTypeFault, inferFieldType } from '@postroad/core/people/field-type';
import type { FieldValue } from '@postroad/core/people/person-values';
import {
  ensureFields,
  type FieldRow,
  findFields,
  markFieldsUsed,
} from '@postroad/store/people/field';
import type { Tx } from '@postroad/store/platform/transaction';

/**
 * Checks values against the types of their fields, for many people at once. A field registers with
 * the type of its first value; a value of another type is a fault. Returns the fault of each entry,
 * or null; faulty entries register nothing. `prefix` is the path of the fields in the request, such
 * as `person.fields.`.
 */
export async function registerFields(
  tx: Tx,
  entries: readonly Readonly<Record<string, FieldValue>>[],
  prefix: string,
): Promise<(string | null)[]> {
  const keys = new Set(entries.flatMap((fields) => Object.keys(fields)));
  if (keys.size === 0) return entries.map(() => null);
  const rows = await findFields(tx, [...keys]);
  const known = new Map(rows.map((field): [string, FieldRow['type']] => [field.key, field.type]));
  const unused = new Set(rows.filter((field) => !field.used).map((field) => field.key));
  const created = new Map<string, FieldRow['type']>();
  const used = new Set<string>();
  const faults = entries.map((fields) => {
    const values = Object.entries(fields);
    for (const [key, value] of values) {
      const type = known.get(key);
      const fault = type && value !== null ? fieldTypeFault(prefix, key, type, value) : null;
      if (fault) return fault;
    }
    for (const [key, value] of values) {
      if (value === null) continue;
      if (unused.has(key)) used.add(key);
      if (known.has(key)) continue;
      known.set(key, inferFieldType(value));
      created.set(key, inferFieldType(value));
    }
    return null;
  });
  if (created.size > 0) {
    await ensureFields(
      tx,
      [...created].map(([key, type]) => ({ key, type })),
    );
  }
  if (used.size > 0) await markFieldsUsed(tx, [...used]);
  return faults;
}
