import { isObject } from '@postroad/core/platform/json';
import { Conflict, currentIn } from '../operations/conflict.tsx';
import { type FieldSpec, textOf } from '../operations/fields.ts';
import { Problem } from '../platform/screen.tsx';
import type { WorkingRecord } from './working-record.ts';

interface EditConflictProps<Of extends { revision: number }, Edits extends object> {
  work: WorkingRecord<Of, Edits>;
  fields: readonly FieldSpec[];
}

/** What others have of the members that were edited here, such as one translation of several. */
function beside(mine: unknown, theirs: unknown): unknown {
  if (!isObject(mine) || !isObject(theirs)) return theirs;
  const both = Object.keys(mine).filter((name) => Object.hasOwn(theirs, name));
  return Object.fromEntries(both.map((name) => [name, beside(mine[name], theirs[name])]));
}

/** Why edits were not saved; over another's edit both sides, to choose from (CON-11). */
export function EditConflict<Of extends { revision: number }, Edits extends object>({
  work,
  fields,
}: EditConflictProps<Of, Edits>) {
  const { edits, error } = work;
  if (error === null) return null;
  const current = currentIn(error);
  if (!work.isConflict || current === null) return <Problem error={error} />;
  const edited = new Map(Object.entries(edits));
  const mine = fields.flatMap((field) =>
    edited.has(field.name) ? [[field.name, textOf(field, edited.get(field.name))]] : [],
  );
  const theirs = fields.map((field) => {
    const value = beside(edited.get(field.name), current[field.name]);
    return [field.name, textOf(field, value)];
  });
  return (
    <Conflict
      error={error}
      fields={fields}
      mine={Object.fromEntries(mine)}
      theirs={Object.fromEntries(theirs)}
      onMerge={(current, kept) => {
        const own = Object.entries(edits).filter(([name]) => Object.hasOwn(kept, name));
        work.rebase(current as Of, Object.fromEntries(own) as Edits);
      }}
    />
  );
}
