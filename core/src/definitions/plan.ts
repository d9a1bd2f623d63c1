import { productOperations } from '../billing/product-operations.ts';
import { fieldOperations } from '../people/field-operations.ts';
import { runSync } from '../platform/cooperative.ts';
import type { ValidationIssue } from '../platform/issue.ts';
import { limits } from '../platform/limits.ts';
import { fieldErrors } from '../platform/operations/parse-input.ts';
import { newKey } from '../platform/operations/shapes.ts';
import { type Compared, comparedWith } from './base.ts';
import { canonical } from './canonical.ts';
import { type Change, noFileSummary } from './change.ts';
import type { WrittenRecord } from './export.ts';
import { HeldRecords } from './held-records.ts';
import { type Matched, madeBefore, numbered, recordIds } from './new-records.ts';
import { asIssue, type Tree, type TreeRecord } from './read-tree.ts';
import { isSingle, recordTypeOf } from './record-types.ts';
import {
  type Account,
  type DefinitionType,
  definitionTypes,
  type FileRecords,
  type Records,
} from './records.ts';
import type { RecordIds } from './resolve-keys.ts';
import { changeSummary, creationSummary } from './summary.ts';
import { conflictAt, conflictFix, conflictMessage } from './text/conflict-marks.ts';
import type { FileIssue } from './text/file-error.ts';

export interface Plan {
  changes: Change[];
  parse_errors: FileIssue[];
  /** Whether absent records are deleted. */
  prune: boolean;
  before: Account;
  /** The account after the changes; without absent records if they are pruned. */
  after: Account;
}

export interface PlanOptions {
  /** Whether absent records are deleted. */
  prune: boolean;
  /** Archived emails by id; they have no file until one restores them. */
  archived: readonly Records['email'][];
  /** Ids by key of archived emails that the tree names. */
  archivedIds?: ReadonlyMap<string, number>;
  /** What was pulled; null where nobody knows. */
  compared?: Omit<Compared, 'prune'> | null;
}

/** The rules for keys of new records; existing keys stay valid. */
const keyShapes: Partial<Record<DefinitionType, typeof newKey>> = {
  theme: newKey,
  component: newKey,
  segment: newKey,
  guard: newKey,
  flow: newKey,
  form: newKey,
  field: fieldOperations.create_field.input.shape.key,
  product: productOperations.create_product.input.shape.key,
};

function addressErrors({ type, address, key }: TreeRecord): ValidationIssue[] {
  if (typeof address === 'number' && address > limits.definitionIdMax) {
    const message = `A new id is ${limits.definitionIdMax} at most.`;
    return [asIssue({ path: 'id', code: 'value_invalid', message }, 'Leave the id out.')];
  }
  const shape = key === null ? keyShapes[type] : newKey;
  const read = shape?.safeParse(key ?? address, { reportInput: true });
  if (!shape || !read || read.success) return [];
  return fieldErrors(shape, read.error.issues).map((error) => asIssue({ ...error, path: 'key' }));
}

/** Marks of a merge in a body that had none: nobody wants to send them. */
function unresolvedIn(record: object, held: object | null): ValidationIssue[] {
  const was: Record<string, unknown> = { ...held };
  return Object.entries(record).flatMap(([path, text]) => {
    if (typeof text !== 'string' || conflictAt(text) === null) return [];
    const before = was[path];
    if (typeof before === 'string' && conflictAt(before) !== null) return [];
    return [asIssue({ path, code: 'conflict_unresolved', message: conflictMessage }, conflictFix)];
  });
}

function changeOf({ found, provisional, one: held }: Matched, ids: RecordIds): Change {
  const { type, path } = found;
  const before = held?.record ?? null;
  const errors = [...found.errors, ...(before === null ? addressErrors(found) : [])];
  const isNew = provisional !== null;
  const base = {
    path,
    type,
    before,
    errors,
    warnings: [],
    restores: false,
    provisional: isNew,
    conflict: null,
  };
  const kind = before === null ? 'create' : 'update';
  if (found.record === null) {
    return { ...base, kind, label: found.label, summary: ['Cannot be read'], after: null };
  }
  if (held !== null && found.record === held.record) {
    // The file is unchanged since it was pulled.
    const { label } = found;
    return { ...base, kind: 'unchanged', label, summary: [], after: held.record, errors: [] };
  }
  const said = isNew ? { ...found.record, id: provisional } : found.record;
  const stored = canonical(type, said as FileRecords[typeof type], before, ids);
  const { record, errors: faults, warnings = [] } = stored;
  errors.push(...faults.slice(0, limits.issuesListedMax).map((fault) => asIssue(fault)));
  errors.push(...unresolvedIn(record, before));
  const label = recordTypeOf(type).label(found.record);
  if (held === null) {
    const summary = creationSummary(type, record);
    return { ...base, kind, label, summary, after: record, warnings };
  }
  const same = recordTypeOf(type).write(record) === held.text;
  const after = same ? held.record : record;
  const summary = same ? [] : changeSummary(type, held.record, record);
  // Unchanged records were checked when they were stored. What the stored form cannot hold of a file
  // is missing from both texts, and is a fault of the file all the same.
  const unchanged = same && faults.length === 0;
  return {
    ...base,
    kind: unchanged ? 'unchanged' : kind,
    label,
    summary,
    after,
    errors: unchanged ? [] : errors,
    warnings: unchanged ? [] : warnings,
  };
}

function restored(matched: Matched, ids: RecordIds): Change {
  const change = changeOf(matched, ids);
  const summary = ['Brought back from the archive', ...change.summary];
  return { ...change, kind: 'update', restores: true, summary };
}

function absence({ type, path, record }: WrittenRecord, prune: boolean): Change {
  const gone = type === 'email' ? 'It is archived' : 'It is deleted';
  const summary = [prune && !isSingle(type) ? gone : noFileSummary];
  const label = recordTypeOf(type).label(record);
  const found = {
    ...{ errors: [], warnings: [], restores: false, provisional: false },
    conflict: null,
  };
  return { path, kind: 'absent', type, label, summary, before: record, after: null, ...found };
}

/** The account that records make. */
function accountOf(records: readonly { type: DefinitionType; record: object }[]): Account {
  const account: Record<string, unknown> = {};
  for (const type of definitionTypes) {
    const own = records.flatMap((one) => (one.type === type ? [one.record] : []));
    account[type] = isSingle(type) ? (own[0] ?? {}) : own;
  }
  return account as unknown as Account;
}

/** The account after the changes; a record whose file has errors stays unchanged. */
function accountAfter(changes: readonly Change[], prune: boolean): Account {
  const records = changes.flatMap(({ kind, type, before, after }) => {
    const record = kind === 'absent' && prune && !isSingle(type) ? null : (after ?? before);
    return record === null ? [] : [{ type, record }];
  });
  return accountOf(records);
}

/** FILE-06: what was archived may have been so for a reason that the file does not know. */
const isArchived = asIssue(
  { path: '', code: 'email_archived', message: 'The email of this file is archived.' },
  'Remove the file; or write restore: true into its front matter, and the push brings it back.',
);

/** What a file would do to the record that it is of, or why it cannot be of it. */
function changeTo(matched: Matched, ids: RecordIds): Change {
  if (matched.archived) {
    const change = restored(matched, ids);
    return matched.found.restore ? change : { ...change, errors: [...change.errors, isArchived] };
  }
  const change = changeOf(matched, ids);
  return matched.foreign === null
    ? change
    : { ...change, errors: [matched.foreign, ...change.errors] };
}

/** planChangesParts without pauses. */
export function planChanges(
  tree: Tree,
  current: readonly WrittenRecord[],
  options: PlanOptions,
): Plan {
  return runSync(planChangesParts(tree, current, options));
}

/**
 * Plans the effect of a tree on the records written as `current`; pauses after each record. The
 * order is that of application. A record with an unreadable file is not absent.
 */
export function* planChangesParts(
  { records, parse_errors }: Tree,
  current: readonly WrittenRecord[],
  { prune, archived, archivedIds = new Map(), compared = null }: PlanOptions,
): Generator<undefined, Plan> {
  const held = new HeldRecords(current, archived);
  const matched = numbered(records.map((found) => ({ found, taken: held.take(found) })));
  const ids = recordIds(current, matched, archivedIds);
  const changes: Change[] = [];
  const left = held.rest();
  for (const one of matched) {
    const change = changeTo(one, ids);
    const again = madeBefore(one, left);
    if (again !== null) change.warnings.push(again);
    changes.push(change);
    yield;
  }
  const faulty = new Set(parse_errors.map(({ path }) => path));
  const absent = left.filter(({ path }) => !faulty.has(path)).map((one) => absence(one, prune));
  const unread = left.flatMap((one) =>
    faulty.has(one.path) ? { ...absence(one, false), kind: 'unchanged' as const } : [],
  );
  const inOrder = (all: readonly Change[]) =>
    definitionTypes.flatMap((type) => all.filter((change) => change.type === type));
  const known = compared === null ? null : { ...compared, prune };
  const all = comparedWith([...changes, ...absent], known);
  const after = accountAfter(inOrder([...all, ...unread]), prune);
  return { changes: inOrder(all), parse_errors, prune, before: accountOf(current), after };
}
