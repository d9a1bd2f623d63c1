import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** How far somebody goes before edits are lost: to another address, to another path, or out of the page. */
export type Lost = 'address' | 'path' | 'page';

/** Editors whose edits are not saved. */
const unsaved = new Map<object, Lost>();

/** Goes where the person wants to, once they have said that the edits may be lost; null: nobody goes. */
export const leaving = signal<{ go: () => void } | null>(null);

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Takes in whether an editor has edits that are not saved; null: it has none. */
export function noteUnsaved(editor: object, lost: Lost | null): void {
  if (lost === null) unsaved.delete(editor);
  else unsaved.set(editor, lost);
  if (unsaved.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

/** Edits of a component that are not saved are not left without a question (CON-12). */
export function useUnsaved(isEdited: boolean, lost: Lost = 'path'): void {
  const { current: editor } = useRef({});
  useEffect(() => {
    noteUnsaved(editor, isEdited ? lost : null);
    return () => noteUnsaved(editor, null);
  }, [isEdited, lost]);
}

/** Whether edits are lost where somebody goes from one address of the console to another. */
function losesEdits(from: URL, to: URL): boolean {
  const isPath = from.pathname !== to.pathname;
  const isAddress = isPath || from.search !== to.search;
  return [...unsaved.values()].some((lost) =>
    lost === 'address' ? isAddress : lost === 'path' && isPath,
  );
}

/** Goes somewhere, after a question where edits would be lost. Answers whether the person is asked. */
export function asksToLeave(from: string, to: string, go: () => void): boolean {
  if (!losesEdits(new URL(from, location.origin), new URL(to, location.origin))) return false;
  leaving.value = { go };
  return true;
}
