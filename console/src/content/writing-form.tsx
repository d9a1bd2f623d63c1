import type { OperationName } from '@postroad/core/catalog/catalog';
import type { ComponentChildren } from 'preact';
import { AlsoEditing } from '../operations/also-editing.tsx';
import type { FieldSpec } from '../operations/fields.ts';
import { EditConflict } from './edit-conflict.tsx';
import { SaveBar } from './save-bar.tsx';
import type { WorkingRecord } from './working-record.ts';

interface WritingFormProps<Of extends { revision: number }, Edits extends object> {
  work: WorkingRecord<Of, Edits>;
  /** What writes the record. */
  operation: OperationName;
  noun: string;
  /** Its key. */
  record: string;
  /** Those that a conflict shows. */
  fields: readonly FieldSpec[];
  /** What saving does to others. */
  reaches?: ComponentChildren;
  children: ComponentChildren;
}

/** The editor of a record: who else edits it, a conflict with them, the fields, and what saves them. */
export function WritingForm<Of extends { revision: number }, Edits extends object>({
  work,
  operation,
  noun,
  record,
  fields,
  reaches,
  children,
}: WritingFormProps<Of, Edits>) {
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (work.isEdited) void work.save();
      }}
    >
      <AlsoEditing noun={noun} record={record} isEdited={work.isEdited} />
      <EditConflict work={work} fields={fields} />
      {children}
      <SaveBar work={work} operation={operation}>
        {reaches}
      </SaveBar>
    </form>
  );
}
