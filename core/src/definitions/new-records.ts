import type { ValidationIssue } from '../platform/issue.ts';
import { quoted } from '../platform/json.ts';
import { keyFromName } from '../platform/key-from-name.ts';
import { limits } from '../platform/limits.ts';
import { keyBeside, type WrittenRecord } from './export.ts';
import type { Taken } from './held-records.ts';
import { asIssue, type TreeRecord } from './read-tree.ts';
import { recordTypeOf } from './record-types.ts';
import type { DefinitionType } from './records.ts';
import type { NamedType, RecordIds } from './resolve-keys.ts';

/** A file with the record that it is of. */
export interface Matched extends Taken {
  found: TreeRecord;
  /** The id under which the plan knows a new record whose file asks for none. */
  provisional: number | null;
}

/** Above every id that a record can have. Counted down, so that each new record has its own. */
const firstProvisional = Number.MAX_SAFE_INTEGER;

/** Numbers new records that ask for no id, so that others of the tree can name them. */
export function numbered(all: readonly { found: TreeRecord; taken: Taken }[]): Matched[] {
  let next = firstProvisional;
  return all.map(({ found, taken }) => {
    const asks = recordTypeOf(found.type).address === 'id' && found.address === null;
    const isNew = asks && taken.one === null && taken.foreign === null;
    return { ...taken, found, provisional: isNew ? next-- : null };
  });
}

function isNamed(type: DefinitionType): type is NamedType {
  return type === 'email' || type === 'sequence' || type === 'template';
}

/** The key that the service will make of the name of a new record, where nothing has it yet. */
function keyToBe(label: string): string {
  return keyFromName(label, limits.keyChars);
}

/**
 * Warns of a file that has been pushed before, as far as its name tells: without key and id it makes
 * one more record on each push from a clone that nobody committed the written files to (FILE-04).
 */
export function madeBefore(
  { found, provisional }: Matched,
  withoutFile: readonly WrittenRecord[],
): ValidationIssue | null {
  if (provisional === null || found.key !== null) return null;
  const key = keyToBe(found.label);
  const other = withoutFile.find(
    ({ type, record }) => type === found.type && keyBeside(type, record) === key,
  );
  if (other === undefined) return null;
  const kind = found.type;
  const message = `The ${kind} ${quoted(key)} exists and has no file, and this file makes another one: it has neither key nor id.`;
  const fix = `Write the key ${quoted(key)} into the file if it is that one, or a key of its own.`;
  return { ...asIssue({ path: '', code: 'made_before', message }, fix), severity: 'warning' };
}

/** Adds ids by key. A record without a key is known by the one that will be made of its name. */
export function addByKey(
  ids: Map<string, number>,
  records: readonly { id: number; key: string | null; label: string }[],
): Map<string, number> {
  for (const { id, key } of records) if (key !== null) ids.set(key, id);
  for (const { id, key, label } of records) {
    const made = key === null ? keyToBe(label) : '';
    if (made !== '' && !ids.has(made)) ids.set(made, id);
  }
  return ids;
}

/** Ids by key of what a tree can name: what is there, emails in the archive, and what the tree makes. */
export function recordIds(
  current: readonly WrittenRecord[],
  matched: readonly Matched[],
  archived: ReadonlyMap<string, number>,
): RecordIds {
  const ids = {
    email: new Map(archived),
    sequence: new Map<string, number>(),
    template: new Map<string, number>(),
  };
  for (const { type, address, record } of current) {
    const key = keyBeside(type, record);
    if (isNamed(type) && key !== null && typeof address === 'number') ids[type].set(key, address);
  }
  const made = matched.flatMap(({ found, provisional, one }) => {
    const { type, key, label, address } = found;
    const id = provisional ?? (typeof address === 'number' ? address : null);
    return isNamed(type) && one === null && id !== null ? [{ type, id, key, label }] : [];
  });
  for (const noun of ['email', 'sequence', 'template'] as const) {
    addByKey(
      ids[noun],
      made.filter(({ type }) => type === noun),
    );
  }
  return ids;
}
