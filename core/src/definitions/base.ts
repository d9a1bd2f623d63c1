import type { ValidationIssue } from '../platform/issue.ts';
import { type BaseEntry, type Change, type Conflict, notPulledSummary } from './change.ts';
import { recordAddress } from './export.ts';
import { asIssue } from './read-tree.ts';
import { isSingle, pathOf, recordTypeOf } from './record-types.ts';
import type { DefinitionType, Records } from './records.ts';

/** What was pulled, by path. */
export type Base = Readonly<Record<string, BaseEntry>>;

export interface Compared {
  base: Base;
  /** The hash of a canonical text. */
  hashOf(text: string): string;
  /** The revision of a stored record. */
  revisionOf(type: DefinitionType, address: string | number | null): number | null;
  prune: boolean;
}

/** Where a tree by key has the file of a record. */
function pathByKey(type: DefinitionType, record: Records[DefinitionType]): string {
  return 'id' in record ? pathOf(type, { ...record, id: null }) : '';
}

/** `emails/12` of `emails/0012-welcome.md`: the name at the end follows the title. */
function numberIn(path: string): string | null {
  const found = /^(\w+\/)0*([1-9]\d*)-/.exec(path);
  return found ? `${found[1]}${found[2]}` : null;
}

/** Finds the entry of a record, whatever its file and its title are called by now. */
class BaseEntries {
  readonly #base: Base;
  readonly #byNumber = new Map<string, string>();
  readonly #taken: ReadonlySet<string>;

  constructor(base: Base, changes: readonly Change[]) {
    this.#base = base;
    for (const path of Object.keys(base)) {
      const number = numberIn(path);
      if (number !== null) this.#byNumber.set(number, path);
    }
    this.#taken = new Set(
      changes.flatMap(({ type, before }) =>
        before === null ? [] : (this.#pathOfRecord(type, before) ?? []),
      ),
    );
  }

  of({ type, path, before, after }: Change): BaseEntry | null {
    if (before !== null) return this.#entryAt(this.#pathOfRecord(type, before) ?? path);
    // The record of the file may be gone. A new file may have the name that another one had.
    const pulled = after === null ? null : this.#pathOfRecord(type, after);
    const found = [pulled, path].find((one) => one !== null && !this.#taken.has(one));
    return this.#entryAt(found ?? '');
  }

  #entryAt(path: string): BaseEntry | null {
    return Object.hasOwn(this.#base, path) ? (this.#base[path] ?? null) : null;
  }

  #pathOfRecord(type: DefinitionType, record: Records[DefinitionType]): string | null {
    const { folder } = recordTypeOf(type);
    const numbered = 'id' in record ? this.#byNumber.get(`${folder}/${record.id}`) : undefined;
    const paths = [pathOf(type, record), numbered ?? '', pathByKey(type, record)];
    return paths.find((one) => this.#entryAt(one) !== null) ?? null;
  }
}

/** Leaves a record that only the server changed as it is (FILE-16). */
function behind(change: Change, summary: string): Change {
  // An archived email stays in the archive.
  const before = change.restores ? null : change.before;
  return {
    ...change,
    ...{ kind: 'behind', summary: [summary], before, after: before, errors: [], warnings: [] },
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

const mergeFix =
  'Take what conflicts has as the text of the server into the file, or use force to overwrite it.';

/** A file whose id and key are of two records says nothing of what became of either (FILE-05). */
function isMistaken({ before, errors }: Change): boolean {
  return before === null && errors.some(({ code }) => code === 'id_of_another');
}

/** Whether the file says itself that its archived record is wanted again (FILE-06). */
function asksToRestore({ restores, errors }: Change): boolean {
  return restores && !errors.some(({ code }) => code === 'email_archived');
}

function compare(change: Change, entry: BaseEntry | null, compared: Compared): Change {
  const { hashOf, prune } = compared;
  const { path, kind, type, before, after } = change;
  const hash = (record: typeof before) =>
    record === null ? null : hashOf(recordTypeOf(type).write(record));
  const text = before === null ? '' : recordTypeOf(type).write(before);
  const revision = before === null ? null : compared.revisionOf(type, recordAddress(type, before));
  const server = before === null ? null : { revision, hash: hashOf(text), text };
  const yoursHash = kind === 'absent' ? null : hash(after);
  const yours = yoursHash === null ? null : { hash: yoursHash };
  const conflict = { path, base: entry, server, yours };
  if (kind === 'unchanged' || isMistaken(change)) return change;
  if (kind === 'absent') {
    if (isSingle(type)) return change;
    if (entry === null) return behind(change, notPulledSummary);
    if (!prune || server?.hash === entry.hash) return change;
    const message = 'The record was changed on the server since the pull, and its file is removed.';
    const fix = 'Put the file back with the text of the server, or use force to remove the record.';
    return conflicting(change, conflict, message, fix);
  }
  if (entry === null) {
    if (before === null || change.restores) return change;
    const message = 'The record was made on the server since the pull, and by this file too.';
    return conflicting(change, conflict, message, mergeFix);
  }
  if (change.restores && !asksToRestore(change)) {
    if (yoursHash === entry.hash)
      return behind(change, 'Archived since the pull; it stays as it is');
    const message =
      'The record was archived on the server since the pull, and its file is changed.';
    const fix =
      'Remove the file; or write restore: true into its front matter, and the push brings it back.';
    return conflicting(change, { ...conflict, server: null }, message, fix);
  }
  if (before === null) {
    if (yoursHash === entry.hash)
      return behind(change, 'Removed since the pull; it stays as it is');
    const message = 'The record was removed on the server since the pull, and its file is changed.';
    const fix = 'Remove the file; or use force to make the record again.';
    return conflicting(change, { ...conflict, server: null }, message, fix);
  }
  if (server === null || server.hash === entry.hash) return change;
  if (yoursHash === entry.hash && !change.restores)
    return behind(change, 'Changed on the server since the pull; it stays as it is');
  const message = 'The record was changed on the server since the pull, and by this file too.';
  return conflicting(change, conflict, message, mergeFix);
}

/** Changes as they are once it is known what was pulled (FILE-13 to FILE-16). */
export function comparedWith(changes: readonly Change[], compared: Compared | null): Change[] {
  if (compared === null) return [...changes];
  const entries = new BaseEntries(compared.base, changes);
  return changes.map((change) => compare(change, entries.of(change), compared));
}
