import type { ValidationIssue } from '../platform/issue.ts';
import type { BaseEntry, Change, Conflict } from './change.ts';
import type { WrittenRecord } from './export.ts';
import { asIssue } from './read-tree.ts';
import { pathOf, recordTypeOf } from './record-types.ts';

/** What was pulled, by path. */
export type Base = Readonly<Record<string, BaseEntry>>;

export interface Compared {
  base: Base;
  /** The hash of a canonical text. */
  hashOf(text: string): string;
  prune: boolean;
}

/** Where a tree by key has the file of a record. */
function pathByKey({ type, before }: Change): string {
  return before !== null && 'id' in before ? pathOf(type, { ...before, id: null }) : '';
}

function entryOf(change: Change, base: Base): BaseEntry | null {
  const { type, path, before } = change;
  const paths = before === null ? [path] : [path, pathOf(type, before), pathByKey(change)];
  return paths.flatMap((one) => (Object.hasOwn(base, one) ? (base[one] ?? []) : []))[0] ?? null;
}

const stays = 'it stays as it is';

/** Leaves a record that only the server changed as it is (FILE-16). */
function behind(change: Change, what: string): Change {
  const summary = [`${what} since the pull; ${stays}`];
  return {
    ...change,
    ...{ kind: 'behind', summary, after: change.before, errors: [], warnings: [] },
    ...{ restores: false, provisional: false },
  };
}

function conflicting(change: Change, conflict: Conflict, message: string, fix: string): Change {
  const issue: ValidationIssue = {
    ...asIssue({ path: '', code: 'changed_on_both', message }, fix),
    severity: 'warning',
  };
  return { ...change, conflict, warnings: [...change.warnings, issue] };
}

const mergeFix = 'Pull, and make your change again, or push with force to overwrite what is there.';

function compare(change: Change, { base, hashOf, prune }: Compared): Change {
  const { path, kind, type, before, after } = change;
  const entry = entryOf(change, base);
  const hash = (record: typeof before) =>
    record === null ? null : hashOf(recordTypeOf(type).write(record));
  const text = before === null ? '' : recordTypeOf(type).write(before);
  const server = before === null ? null : { revision: null, hash: hashOf(text), text };
  const yoursHash = kind === 'absent' ? null : hash(after);
  const yours = yoursHash === null ? null : { hash: yoursHash };
  const conflict = { path, base: entry, server, yours };
  if (kind === 'unchanged') return change;
  if (kind === 'absent') {
    if (type === 'settings') return change;
    if (entry === null) return behind(change, 'Made on the server');
    if (!prune || server?.hash === entry.hash) return change;
    const message = 'The record was changed on the server since the pull, and its file is removed.';
    return conflicting(
      change,
      conflict,
      message,
      'Pull again, then remove the file; or use force.',
    );
  }
  if (entry === null) {
    if (before === null || change.restores) return change;
    const message = 'The record was made on the server since the pull, and by this file too.';
    return conflicting(change, conflict, message, mergeFix);
  }
  if (change.restores || before === null) {
    const gone = change.restores ? 'archived' : 'removed';
    if (yoursHash === entry.hash)
      return behind(change, gone === 'archived' ? 'Archived' : 'Removed');
    const message = `The record was ${gone} on the server since the pull, and its file is changed.`;
    const fix = 'Remove the file; or use force to make the record again.';
    return conflicting(change, { ...conflict, server: null }, message, fix);
  }
  if (server === null || server.hash === entry.hash) return change;
  if (yoursHash === entry.hash) return behind(change, 'Changed on the server');
  const message = 'The record was changed on the server since the pull, and by this file too.';
  return conflicting(change, conflict, message, mergeFix);
}

/** Changes as they are once it is known what was pulled (FILE-13 to FILE-16). */
export function comparedWith(changes: readonly Change[], compared: Compared | null): Change[] {
  return compared === null ? [...changes] : changes.map((change) => compare(change, compared));
}

/** What a pull has to know of records to compare them later. */
export function baseOf(
  written: readonly WrittenRecord[],
  hashOf: (text: string) => string,
): Map<WrittenRecord, BaseEntry> {
  return new Map(written.map((one) => [one, { revision: null, hash: hashOf(one.text) }]));
}
