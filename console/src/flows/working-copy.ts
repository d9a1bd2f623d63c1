import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { JsonObject } from '@postroad/core/platform/json';
import { noDraft } from '@postroad/core/platform/operations/revised-resources';
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { perform } from '../operations/perform.ts';
import { call } from '../platform/call.ts';
import { noteUnsaved } from '../platform/unsaved.ts';

/** What is edited of a flow here, with everything that can be taken back. */
export interface WorkingCopy {
  past: readonly Readonly<JsonObject>[];
  definition: Readonly<JsonObject>;
  future: readonly Readonly<JsonObject>[];
  /** Revision of the draft that it was begun on or last saved as; null where there was none. */
  draft: number | null;
  /** Revision of the flow that it is of. */
  base: number;
  /** Whether a save writes the flow itself: nobody was ever in it, so there is nothing to stage. */
  isDirect: boolean;
  isSaved: boolean;
}

/** Kept while other layers and screens are looked at. */
export const workingCopies = signal<ReadonlyMap<string, WorkingCopy>>(new Map());

export function keepCopy(flowKey: string, copy: WorkingCopy | null): void {
  const copies = new Map(workingCopies.value);
  if (copy === null) copies.delete(flowKey);
  else copies.set(flowKey, copy);
  workingCopies.value = copies;
  const isUnsaved = [...copies.values()].some(({ isSaved }) => !isSaved);
  noteUnsaved(workingCopies, isUnsaved ? 'page' : null);
}

/** What was saved of a copy; what was edited while the save was under way stays unsaved (CON-12). */
function keepSaved(flowKey: string, saved: WorkingCopy, now: Partial<WorkingCopy>): void {
  const copy = workingCopies.value.get(flowKey) ?? saved;
  keepCopy(flowKey, { ...copy, ...now, isSaved: copy.definition === saved.definition });
}

/** Keeps the edits: in the flow itself before it is live for the first time, else as its draft. */
export async function saveCopy(flowKey: string, copy: WorkingCopy): Promise<void> {
  const { definition, draft, base } = copy;
  if (copy.isDirect) {
    const input = { flow_key: flowKey, definition };
    const { flow } = await perform('update_flow', input, { ifRevision: [base] });
    keepSaved(flowKey, copy, { base: flow.revision });
    return;
  }
  const { draft: saved } = await perform(
    'save_flow_draft',
    { flow_key: flowKey, definition, base_revision: base },
    { ifRevision: [draft ?? noDraft] },
  );
  keepSaved(flowKey, copy, { base, draft: saved.revision });
}

/** The most edits that can be taken back. */
const editsKept = 100;

export function edited(copy: WorkingCopy, definition: Readonly<JsonObject>): WorkingCopy {
  const past = [...copy.past.slice(-editsKept), copy.definition];
  return { ...copy, past, definition, future: [], isSaved: false };
}

export function undone(copy: WorkingCopy): WorkingCopy {
  const before = copy.past.at(-1);
  if (before === undefined) return copy;
  const future = [copy.definition, ...copy.future];
  return { ...copy, past: copy.past.slice(0, -1), definition: before, future, isSaved: false };
}

export function redone(copy: WorkingCopy): WorkingCopy {
  const [next, ...future] = copy.future;
  if (next === undefined) return copy;
  const past = [...copy.past, copy.definition];
  return { ...copy, past, definition: next, future, isSaved: false };
}

/** Continues from what others saved, with the edits made here or without; undoing shows the other. */
export function rebased(copy: WorkingCopy, now: WorkingCopy, keepsMine: boolean): WorkingCopy {
  const [stays, goes] = keepsMine ? [copy, now] : [now, copy];
  const past = [...copy.past.slice(-editsKept), goes.definition];
  return { ...now, past, definition: stays.definition, future: [], isSaved: !keepsMine };
}

export type Validation = OperationOutput<'validate_flow'>;
export type Issue = Validation['errors'][number];

/** How long typing rests before a definition is checked, in milliseconds. */
const restMs = 250;

interface Validated {
  of: Readonly<JsonObject>;
  validation: Validation;
}

/**
 * What the service says of a definition. The last answer stays until the next one is there; its paths
 * may be others by now, so that nothing is corrected by it.
 */
export function useValidation(flowKey: string, definition: Readonly<JsonObject>) {
  const [last, setLast] = useState<Validated | null>(null);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      call('validate_flow', { flow_key: flowKey, definition }).then(
        (validation) => wanted && setLast({ of: definition, validation }),
        () => wanted && setLast(null),
      );
    }, restMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [flowKey, definition]);
  return { validation: last?.validation ?? null, isCurrent: last?.of === definition };
}
