import { type KeysById, withKeys } from '../conditions/record-keys.ts';
import type { WrittenRecord } from './export.ts';
import { pathOf, recordTypeOf } from './record-types.ts';
import type { DefinitionType, FileRecords, Records } from './records.ts';
import type { NamedType } from './resolve-keys.ts';

/** Keys of records by their ids. */
export type RecordKeys = KeysById & Readonly<Record<NamedType, ReadonlyMap<number, string>>>;

function named(id: number, keys: ReadonlyMap<number, string>): number | string {
  return keys.get(id) ?? id;
}

/** A record as it is written for any instance: without ids. */
function withoutIds(
  type: DefinitionType,
  record: Records[DefinitionType],
  keys: RecordKeys,
): FileRecords[DefinitionType] {
  if (type === 'email') {
    const email = record as Records['email'];
    const { template_id: id } = email;
    return { ...email, id: null, template_id: id === null ? null : named(id, keys.template) };
  }
  if (type === 'sequence') {
    const sequence = record as Records['sequence'];
    const steps = sequence.steps.map((step) => {
      return { ...step, email_id: named(step.email_id, keys.email) };
    });
    return { ...sequence, id: null, steps };
  }
  if (type === 'form') {
    const form = record as Records['form'];
    const { confirm_email_id: id } = form;
    return { ...form, confirm_email_id: id === null ? null : named(id, keys.email) };
  }
  if (type === 'flow_test') {
    const { person, expect, ...test } = record as Records['flow_test'];
    const free = <One extends { email: number | string }>(one: One) => {
      const { email } = one;
      return { ...one, email: typeof email === 'number' ? named(email, keys.email) : email };
    };
    const sequences = person.sequences.map((one) => {
      const { sequence } = one;
      const free = typeof sequence === 'number' ? named(sequence, keys.sequence) : sequence;
      return { ...one, sequence: free };
    });
    const sends = expect.sends && { sends: expect.sends.map(free) };
    return {
      ...test,
      person: { ...person, mail: person.mail.map(free), sequences },
      expect: { ...expect, ...sends },
    };
  }
  if (type === 'template') return { ...(record as Records['template']), id: null };
  if (type === 'profile') {
    // Each instance has an address of its own.
    const { base_url: _, ...profile } = record as Records['profile'];
    return profile as Records['profile'];
  }
  return type === 'settings' ? record : withKeys(record, keys);
}

/** The file of a record in a tree for several instances (FILE-08). */
export function writtenByKey(
  { type, record }: WrittenRecord,
  keys: RecordKeys,
): { path: string; text: string } {
  const free = withoutIds(type, record, keys);
  return { path: pathOf(type, free), text: recordTypeOf(type).write(free) };
}
