import { needsReferences, readSettings } from '../../account/settings.ts';
import type { ValidationIssue } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Change } from '../change.ts';
import { recordAddress, recordsOf } from '../export.ts';
import type { Plan } from '../plan.ts';
import { asIssue } from '../read-tree.ts';
import { isSingle } from '../record-types.ts';
import { type Account, type DefinitionType, definitionTypes, type Records } from '../records.ts';
import { type CheckContext, checkContextOf, checkRecord } from './check-records.ts';
import { referencesTo, type Surroundings } from './references.ts';

type AnyRecord = Records[DefinitionType];

/** Settings can break through the fields and tags that preferences write. */
function settingIssues(values: Records['settings'], { references }: CheckContext) {
  const naming = Object.entries(values).filter(([key]) => needsReferences({ [key]: null }));
  try {
    readSettings(Object.fromEntries(naming), references);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return (error.members.errors ?? []).map((one) => asIssue({ ...one, code: 'setting_invalid' }));
  }
}

/** The errors of a stored record, whether or not it was stored with them. */
function errorsOf(type: DefinitionType, record: AnyRecord, context: CheckContext) {
  if (type === 'settings') return settingIssues(record as Records['settings'], context);
  const held = type === 'sequence' ? null : record;
  const issues = checkRecord<DefinitionType>(type, record, held, context);
  return issues.filter(({ severity }) => severity === 'error');
}

const isSame = (one: ValidationIssue) => (other: ValidationIssue) =>
  one.path === other.path && one.code === other.code;

/** Whether the plan removes the record or stores another text of it; of a misread file it stores none. */
function isTouched({ kind, type, after }: Change, prune: boolean): boolean {
  if (kind === 'create' || kind === 'update') return after !== null;
  return kind === 'absent' && prune && !isSingle(type);
}

/** The account with one record, or all of a type, as they are before the plan. */
function withBefore(plan: Plan, type: DefinitionType, only: Change | null): Account {
  if (only === null) return { ...plan.after, [type]: plan.before[type] };
  if (isSingle(type)) return { ...plan.after, [type]: plan.before[type] };
  const { before, after } = only;
  const address = recordAddress<DefinitionType>(type, (before ?? after) as AnyRecord);
  const others = recordsOf<DefinitionType>(plan.after, type).filter(
    (one) => recordAddress<DefinitionType>(type, one) !== address,
  );
  return { ...plan.after, [type]: before === null ? others : [...others, before] };
}

/**
 * Finds what a plan breaks in records that it leaves as they are, and which of its changes breaks it
 * (SAFE-21). What was broken before is no fault of the plan (SAFE-22).
 */
export class BrokenRecords {
  readonly #plan: Plan;
  readonly #around: Surroundings;
  readonly #after: CheckContext;
  readonly #touched: readonly Change[];
  readonly #contexts = new Map<string, CheckContext>();
  readonly #unread: ReadonlySet<string>;

  /** Errors of the codes `unread` say nothing, since the name may be in a file that cannot be read. */
  constructor(plan: Plan, around: Surroundings, after: CheckContext, unread: ReadonlySet<string>) {
    this.#plan = plan;
    this.#around = around;
    this.#after = after;
    this.#unread = unread;
    this.#touched = plan.changes.filter((change) => isTouched(change, plan.prune));
  }

  /** Adds the errors that the plan makes to its changes; answers those that were there before. */
  errorsBefore({ type, path, label }: Change, record: AnyRecord): ValidationIssue[] {
    const all = errorsOf(type, record, this.#after);
    const found = all.filter(({ code }) => !this.#unread.has(code));
    if (found.length === 0) return [];
    const before = errorsOf(
      type,
      record,
      this.#contextOf('before', () => this.#plan.before),
    );
    return found.filter((issue) => {
      if (before.some(isSame(issue))) return true;
      const cause = this.#causeOf(type, record, issue);
      if (cause === null) return true;
      if (cause.errors.length < limits.issuesListedMax)
        cause.errors.push(brokenIssue(cause, issue, { path, label }));
      return false;
    });
  }

  #contextOf(name: string, account: () => Account): CheckContext {
    const known = this.#contexts.get(name);
    if (known !== undefined) return known;
    const after = account();
    const made = checkContextOf(after, referencesTo(after, this.#around));
    this.#contexts.set(name, made);
    return made;
  }

  #causeOf(type: DefinitionType, record: AnyRecord, issue: ValidationIssue): Change | null {
    const isWholeIn = (context: CheckContext) =>
      !errorsOf(type, record, context).some(isSame(issue));
    const types = definitionTypes.filter((one) => this.#touched.some((it) => it.type === one));
    // The code of most errors begins with what is missing.
    types.sort((a, b) => Number(issue.code.startsWith(b)) - Number(issue.code.startsWith(a)));
    const guilty = types.find((one) =>
      isWholeIn(this.#contextOf(one, () => withBefore(this.#plan, one, null))),
    );
    const own = this.#touched.filter((change) => change.type === (guilty ?? types[0]));
    const text = JSON.stringify(record);
    const named = own.filter(({ type: of, before, after }) => {
      const address = recordAddress(of, (before ?? after) as AnyRecord);
      return text.includes(JSON.stringify(address));
    });
    const among = named.length > 0 ? named : own;
    if (among.length <= 1) return among[0] ?? null;
    const alone = among.slice(0, limits.causesTried).find((change) =>
      isWholeIn(
        this.#contextOf(`${change.type} ${change.path}`, () => {
          return withBefore(this.#plan, change.type, change);
        }),
      ),
    );
    return alone ?? among[0] ?? null;
  }
}

function brokenIssue(
  { kind, type }: Change,
  issue: ValidationIssue,
  broken: { path: string; label: string },
): ValidationIssue {
  const { path: where, code, message } = issue;
  const location = where === '' ? broken.path : `${broken.path} at ${where}`;
  if (kind === 'absent') {
    const used = `It is in use by ${location}, which would break: ${message}`;
    const fix = `Put its file back, or change ${broken.path} in the same push.`;
    return asIssue({ path: '', code: 'in_use', message: used }, fix);
  }
  const breaks = `${location} would break: ${message}`;
  const fix = `Undo the change, or change ${broken.path} in the same push.`;
  if (type === 'settings' && code === 'tunable_unknown') {
    return asIssue({ path: 'tunables', code: 'in_use', message: breaks }, fix);
  }
  return asIssue({ path: '', code, message: breaks }, fix);
}
