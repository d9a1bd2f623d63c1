import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** How far somebody goes before edits are lost: to another address, to another path, or out of the page. */
export type Lost = 'address' | 'path' | 'page';

/** Editors whose edits are not saved. */
const unsaved = signal<ReadonlyMap<object, Lost>>(new Map());

/** Whether there are edits now that are not saved. */
export function hasUnsaved(): boolean {
  return unsaved.value.size > 0;
}

/** Whether the screen that is shown has edits that are lost with it. */
export function hasEditsShown(): boolean {
  return [...unsaved.value.values()].some((lost) => lost !== 'page');
}

/** Where somebody wants to go who is asked whether the edits may be lost; null: nobody goes. */
interface Leaving {
  /** How often somebody was asked, this time included. */
  times: number;
  from: URL;
  to: URL;
  go: () => void;
}

export const leaving = signal<Leaving | null>(null);

let timesAsked = 0;

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Takes in whether an editor has edits that are not saved; null: it has none. */
export function noteUnsaved(editor: object, lost: Lost | null): void {
  if ((unsaved.value.get(editor) ?? null) !== lost) {
    const others = [...unsaved.value].filter(([one]) => one !== editor);
    unsaved.value = new Map(lost === null ? others : [...others, [editor, lost]]);
  }
  if (unsaved.value.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  // Once the component has said all it has to say.
  if (lost === null && leaving.value !== null) queueMicrotask(leaveSaved);
}

/** Leaves where the edits that the question is about were saved meanwhile. */
function leaveSaved(): void {
  const { value } = leaving;
  if (value === null || losesEdits(value.from, value.to)) return;
  leaving.value = null;
  value.go();
}

/** Edits of a component that are not saved are not left without a question (CON-12). */
export function useUnsaved(isEdited: boolean, lost: Lost = 'path'): void {
  const { current: editor } = useRef({});
  // As soon as an edit is drawn: a link may be followed next.
  useLayoutEffect(() => {
    noteUnsaved(editor, isEdited ? lost : null);
    return () => noteUnsaved(editor, null);
  }, [isEdited, lost]);
}

/** Whether edits are lost where somebody goes from one address of the console to another. */
function losesEdits(from: URL, to: URL): boolean {
  const isPath = from.pathname !== to.pathname;
  const isAddress = isPath || from.search !== to.search;
  return [...unsaved.value.values()].some((lost) =>
    lost === 'address' ? isAddress : lost === 'path' && isPath,
  );
}

/** Goes somewhere, after a question where edits would be lost. Answers whether the person is asked. */
export function asksToLeave(from: string, to: string, go: () => void): boolean {
  const way = { from: new URL(from, location.origin), to: new URL(to, location.origin) };
  if (!losesEdits(way.from, way.to)) return false;
  timesAsked += 1;
  leaving.value = { ...way, go, times: timesAsked };
  return true;
}
