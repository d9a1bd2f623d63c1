import { Conflict } from '../operations/conflict.tsx';
import { type FieldSpec, textOf } from '../operations/fields.ts';
import { Problem } from '../platform/screen.tsx';
import type { WorkingRecord } from './working-record.ts';

interface EditConflictProps<Of extends { revision: number }, Edits extends object> {
  work: WorkingRecord<Of, Edits>;
  fields: readonly FieldSpec[];
}

/** Why edits were not saved; over another's edit both sides, to choose from (CON-11). */
export function EditConflict<Of extends { revision: number }, Edits extends object>({
  work,
  fields,
}: EditConflictProps<Of, Edits>) {
  const { edits, error } = work;
  if (error === null) return null;
  if (!work.isConflict) return <Problem error={error} />;
  const edited = new Map(Object.entries(edits));
  const mine = fields.flatMap((field) =>
    edited.has(field.name) ? [[field.name, textOf(field, edited.get(field.name))]] : [],
  );
  return (
    <Conflict
      error={error}
      fields={fields}
      mine={Object.fromEntries(mine)}
      onMerge={(current, kept) => {
        const own = Object.entries(edits).filter(([name]) => Object.hasOwn(kept, name));
        work.rebase(current as Of, Object.fromEntries(own) as Edits);
      }}
    />
  );
}
