import { productOperations } from '../billing/product-operations.ts';
import { fieldOperations } from '../people/field-operations.ts';
import type { ValidationIssue } from '../platform/issue.ts';
import { limits } from '../platform/limits.ts';
import { fieldErrors } from '../platform/operations/parse-input.ts';
import { newKey } from '../platform/operations/shapes.ts';
import { canonical } from './canonical.ts';
import { runSync } from './cooperative.ts';
import { type WrittenRecord, written } from './export.ts';
import { HeldRecords } from './held-records.ts';
import { asIssue, type Tree, type TreeRecord } from './read-tree.ts';
import { recordTypeOf } from './record-types.ts';
import { type Account, type DefinitionType, definitionTypes, type Records } from './records.ts';
import { changeSummary, creationSummary } from './summary.ts';
import type { FileIssue } from './text/file-error.ts';

export type ChangeKind = 'create' | 'update' | 'unchanged' | 'absent';

/** What a tree would do to one record (DEFN-12, DEFN-13). */
export interface Change<Type extends DefinitionType = DefinitionType> {
  path: string;
  kind: ChangeKind;
  type: Type;
  label: string;
  summary: string[];
  errors: ValidationIssue[];
  warnings: ValidationIssue[];
  /** As it is kept now; null of what is created. */
  before: Records[Type] | null;
  /** As it would be kept; null of what is absent, and of a file whose shape has errors. */
  after: Records[Type] | null;
  /** Of an email that is archived now, and is not afterwards. */
  restores: boolean;
  /** Of a new record without an id: it has one for the plan, and gets its own when it is written. */
  provisional: boolean;
}

export interface Plan {
  changes: Change[];
  parse_errors: FileIssue[];
  /** The account with the changes in it, and with what is absent gone where that is wanted. */
  after: Account;
}

export interface PlanOptions {
  /** Whether what is absent goes. */
  prune: boolean;
  /** The records that stand for archived emails, which are in no file until one brings them back. */
  archived: readonly Records['email'][];
}

/** Keys of new records; those that are there keep theirs whatever it is. */
const keyShapes: Partial<Record<DefinitionType, typeof newKey>> = {
  theme: newKey,
  component: newKey,
  segment: newKey,
  guard: newKey,
  flow: newKey,
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

function changeOf(found: TreeRecord, held: WrittenRecord | null): Change {
  const { type, path } = found;
  const before = held?.record ?? null;
  const errors = [...found.errors, ...(before === null ? addressErrors(found) : [])];
  const base = { path, type, before, errors, warnings: [], restores: false, provisional: false };
  const kind = before === null ? 'create' : 'update';
  if (found.record === null) {
    return { ...base, kind, label: found.label, summary: ['Cannot be read'], after: null };
  }
  if (held !== null && found.record === held.record) {
    // The very file that was pulled.
    const { label } = found;
    return { ...base, kind: 'unchanged', label, summary: [], after: held.record, errors: [] };
  }
  const { record, errors: faults } = canonical(type, found.record as Records[typeof type], before);
  errors.push(...faults.slice(0, limits.issuesListedMax).map((fault) => asIssue(fault)));
  const label = recordTypeOf(type).label(record);
  if (held === null) {
    const summary = creationSummary(type, record);
    return { ...base, kind, label, summary, after: record };
  }
  const same = recordTypeOf(type).write(record) === held.text;
  const after = same ? held.record : record;
  const summary = same ? [] : changeSummary(type, held.record, record);
  // What is kept as it is needs no checking: it was kept that way before.
  return {
    ...base,
    kind: same ? 'unchanged' : kind,
    label,
    summary,
    after,
    errors: same ? [] : errors,
  };
}

function restored(found: TreeRecord, put: Records['email']): Change {
  const change = changeOf(found, written('email', put) as WrittenRecord);
  const summary = ['Brought back from the archive', ...change.summary];
  return { ...change, kind: 'update', restores: true, summary };
}

/** Numbers new records that ask for no id, below zero, so that no file can name them. */
function numbered(changes: readonly Change[]): void {
  let last = 0;
  for (const change of changes) {
    const { type, after } = change;
    if (recordTypeOf(type).address !== 'id' || after === null || idIn(after) !== null) continue;
    last -= 1;
    change.after = { ...(after as Records['email']), id: last };
    change.provisional = true;
  }
}

function idIn(record: object | null): number | null {
  return (record as { id?: number | null } | null)?.id ?? null;
}

function absence({ type, path, record }: WrittenRecord, prune: boolean): Change {
  const gone = type === 'email' ? 'It is archived' : 'It is deleted';
  const summary = [prune && type !== 'settings' ? gone : 'Has no file; it stays as it is'];
  const label = recordTypeOf(type).label(record);
  const found = { errors: [], warnings: [], restores: false, provisional: false };
  return { path, kind: 'absent', type, label, summary, before: record, after: null, ...found };
}

/** The account after the changes; a record whose file has errors stays as it was. */
function accountAfter(changes: readonly Change[], prune: boolean): Account {
  const account: Record<string, unknown> = {};
  for (const type of definitionTypes) {
    const own = changes.filter((change) => change.type === type);
    const kept = own.flatMap(({ kind, before, after }) => {
      const record = kind === 'absent' && prune && type !== 'settings' ? null : (after ?? before);
      return record === null ? [] : [record];
    });
    account[type] = type === 'settings' ? (kept[0] ?? {}) : kept;
  }
  return account as unknown as Account;
}

/** What a file means: the record it is of, or why it cannot be of it. */
function changeTo(found: TreeRecord, held: HeldRecords): Change {
  const { one, foreign, archived } = held.take(found);
  if (foreign !== null) {
    const change = changeOf(found, null);
    return { ...change, errors: [foreign, ...change.errors] };
  }
  return archived ? restored(found, one?.record as Records['email']) : changeOf(found, one);
}

/** planChangesParts without a pause. */
export function planChanges(
  tree: Tree,
  current: readonly WrittenRecord[],
  options: PlanOptions,
): Plan {
  return runSync(planChangesParts(tree, current, options));
}

/**
 * What a tree would do to the records that are written as `current`, with a pause after each record.
 * Order is that of application. A record whose file cannot be read is not absent.
 */
export function* planChangesParts(
  { records, parse_errors }: Tree,
  current: readonly WrittenRecord[],
  { prune, archived }: PlanOptions,
): Generator<undefined, Plan> {
  const held = new HeldRecords(current, archived);
  const changes: Change[] = [];
  for (const found of records) {
    changes.push(changeTo(found, held));
    yield;
  }
  numbered(changes);
  const faulty = new Set(parse_errors.map(({ path }) => path));
  const left = held.rest();
  const absent = left.filter(({ path }) => !faulty.has(path)).map((one) => absence(one, prune));
  const unread = left.flatMap((one) =>
    faulty.has(one.path) ? { ...absence(one, false), kind: 'unchanged' as const } : [],
  );
  const inOrder = (all: readonly Change[]) =>
    definitionTypes.flatMap((type) => all.filter((change) => change.type === type));
  const after = accountAfter(inOrder([...changes, ...absent, ...unread]), prune);
  return { changes: inOrder([...changes, ...absent]), parse_errors, after };
}
