import { withIds } from '../conditions/record-keys.ts';
import type { Issue } from '../platform/issue.ts';
import { nearest } from '../platform/nearest.ts';
import type { DefinitionType, FileRecords, Records } from './records.ts';

/** Types of records that others name by an id or a key. */
export type NamedType = 'email' | 'sequence' | 'template';

/** Ids of the records of an account and of the tree, by their keys. */
export type RecordIds = Readonly<Record<NamedType, ReadonlyMap<string, number>>>;

/** An id that belongs to nothing, in place of an unknown key. */
export const unresolved = 0;

/** Flows and conditions of a record with ids in the place of keys. */
export function asIds<Type extends DefinitionType>(
  type: Type,
  record: FileRecords[Type],
  ids: RecordIds,
): FileRecords[Type] {
  return type === 'flow' || type === 'segment' || type === 'guard' ? withIds(record, ids) : record;
}

/** One reference as an id; `unresolved` where there is no such record. */
function idOf(named: number | string, known: ReadonlyMap<string, number>): number {
  return typeof named === 'number' ? named : (known.get(named) ?? unresolved);
}

function unknownKey(noun: NamedType, path: string, named: unknown, known: Iterable<string>): Issue {
  const near = nearest(String(named), known);
  const hint = near ? ` Did you mean "${near}"?` : '';
  const message = `There is no ${noun} "${String(named)}".${hint}`;
  const add = `add a file with key: ${String(named)} to ${noun}s/`;
  const fix = near
    ? `Write "${near}" as ${path}, or ${add}.`
    : `Use a key of ${noun}s/, or ${add}.`;
  return { path, code: `${noun}_unknown`, message, fix, ...(near ? { did_you_mean: near } : {}) };
}

/** An email, a form or a sequence with ids in the place of keys; other records come as they are. */
export function resolved<Type extends DefinitionType>(
  type: Type,
  record: FileRecords[Type],
  ids: RecordIds,
): { record: Records[Type]; errors: Issue[] } {
  const errors: Issue[] = [];
  const find = (noun: NamedType, path: string, named: number | string) => {
    const id = idOf(named, ids[noun]);
    if (id === unresolved) errors.push(unknownKey(noun, path, named, ids[noun].keys()));
    return id;
  };
  if (type === 'email') {
    const email = record as FileRecords['email'];
    const named = email.template_id;
    const found = named === null ? null : find('template', 'template', named);
    // That its layout is unknown is reported once; the rest is checked with the default one.
    const templateId = found === unresolved ? null : found;
    return { record: { ...email, template_id: templateId } as Records[Type], errors };
  }
  if (type === 'form') {
    const form = record as FileRecords['form'];
    const named = form.confirm_email_id;
    const found = named === null ? null : find('email', 'confirm_email', named);
    // That its email is unknown is reported once.
    const emailId = found === unresolved ? null : found;
    return { record: { ...form, confirm_email_id: emailId } as Records[Type], errors };
  }
  if (type === 'sequence') {
    const sequence = record as FileRecords['sequence'];
    const steps = sequence.steps.map(({ email_id, ...step }, index) => {
      return { ...step, email_id: find('email', `steps[${index}].email`, email_id) };
    });
    return { record: { ...sequence, steps } as Records[Type], errors };
  }
  return { record: record as Records[Type], errors };
}
