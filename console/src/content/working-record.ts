import { useState } from 'preact/hooks';
import type { FieldSpec } from '../operations/fields.ts';
import { problemCode } from '../platform/call.ts';

/** A text of a record, as the dialog of conflicts shows it. */
export const textField = (name: string): FieldSpec => ({
  ...{ name, kind: 'long', required: false, nullable: false, numeric: false },
  ...{ description: null, choices: [], maxLength: null },
});

interface Revised {
  revision: number;
}

export interface WorkingRecord<Of extends Revised, Edits extends object> {
  /** The record as it was when editing began, or as it is while nothing is edited. */
  base: Of;
  edits: Edits;
  isEdited: boolean;
  isBusy: boolean;
  error: unknown;
  isConflict: boolean;
  edit(edits: Edits): void;
  /** Drops all edits. */
  drop(): void;
  save(): Promise<boolean>;
  /** Takes the record as it is now, with edits on top. */
  rebase(current: Of, edits: Edits): void;
}

/**
 * What is edited of a record here. A change by others is reported and not taken over: saving carries the
 * revision at which editing began (CON-11). `write` gets the record of then, and answers it as it was
 * saved.
 */
export function useWorkingRecord<Of extends Revised, Edits extends object>(
  record: Of,
  write: (edits: Edits, begun: Of) => Promise<Of>,
  none: Edits,
): WorkingRecord<Of, Edits> {
  const [begun, setBegun] = useState<Of | null>(null);
  const [edits, setEdits] = useState(none);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isEdited = Object.keys(edits).length > 0;
  // What was saved stays until it was read again.
  const isBegun = begun !== null && (isEdited || begun.revision > record.revision);
  const base = isBegun ? begun : record;
  return {
    ...{ base, edits, isEdited, isBusy, error },
    isConflict: problemCode(error) === 'revision_mismatch',
    edit(next) {
      if (!isEdited) setBegun(base);
      setEdits(next);
    },
    drop() {
      setEdits(none);
      setError(null);
    },
    async save() {
      setBusy(true);
      setError(null);
      try {
        const saved = await write(edits, base);
        setBegun(saved);
        // What was typed meanwhile stays.
        setEdits((now) => (now === edits ? none : now));
        return true;
      } catch (caught) {
        setError(caught);
        return false;
      } finally {
        setBusy(false);
      }
    },
    rebase(current, kept) {
      setBegun(current);
      setEdits(kept);
      setError(null);
    },
  };
}
