import {
  labelsOfRules,
  readSettings,
  type SettingKey,
  type Settings,
  settingKeys,
  settingsWith,
} from '../../account/settings.ts';
import { unreadToggles } from '../../account/targets-read.ts';
import { unusedLabels } from '../../conditions/unused-labels.ts';
import { themeKeysNamedIn } from '../../content/themes/theme-tags.ts';
import type { CaseResult } from '../../flows/cases/run-case.ts';
import type { References } from '../../flows/definition/references.ts';
import { runSync } from '../../platform/cooperative.ts';
import type { Issue, ValidationIssue } from '../../platform/issue.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Change } from '../change.ts';
import { typeAt } from '../paths.ts';
import type { Plan } from '../plan.ts';
import { asIssue, asWarning } from '../read-tree.ts';
import { isSingle, recordTypeOf } from '../record-types.ts';
import type { DefinitionType, Records } from '../records.ts';
import { changeSummary } from '../summary.ts';
import { BrokenRecords } from './broken-records.ts';
import { checkContextOf, checkRecord } from './check-records.ts';
import { FlowTests } from './flow-tests.ts';
import { referencesTo, type Surroundings } from './references.ts';
import { runFlowTests } from './run-flow-tests.ts';

export interface PlanKnowledge extends Surroundings {
  /** Keys of the fields that have had a value. */
  usedFields: ReadonlySet<string>;
}

/** A stored record that did not pass the checks before the plan, and is left so (DEFN-16). */
export interface Notice {
  path: string;
  type: DefinitionType;
  label: string;
  errors: ValidationIssue[];
}

export interface CheckedPlan extends Plan {
  notices: Notice[];
  references: References;
  /** What became of the flow tests that the plan can concern, by path. */
  tests: ReadonlyMap<string, CaseResult>;
}

function sort(change: Change, issues: readonly ValidationIssue[]): void {
  for (const issue of issues) {
    const told = issue.severity === 'error' ? change.errors : change.warnings;
    // What a save refuses was found as the file was read, and validation finds it once more.
    const isTold = told.some(
      ({ path, code, message }) =>
        path === issue.path && code === issue.code && message === issue.message,
    );
    if (!isTold) told.push(issue);
  }
}

function changedSettings(given: Records['settings'], held: Records['settings']) {
  const changed = Object.entries(given).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(held[key]),
  );
  return Object.fromEntries(changed);
}

/** The warnings of a save of settings about names that nothing of the tree has (SAFE-49). */
function unreadNames(
  { after }: Plan,
  settings: Settings,
  values: ReadonlyMap<SettingKey, unknown>,
): Issue[] {
  const found: Issue[] = [];
  for (const { labels, pathOf } of labelsOfRules(settings, values)) {
    const carried = new Set(after.email.flatMap((email) => email.labels));
    found.push(...unusedLabels(labels, carried, pathOf));
  }
  if (values.has('sending.subscription_preferences')) {
    const readers = [
      ...after.segment.map(({ definition }) => definition),
      ...after.guard.map(({ condition }) => condition),
      ...after.flow.map(({ definition }) => definition),
    ];
    found.push(...unreadToggles(settings['sending.subscription_preferences'], readers));
  }
  return found;
}

/** DEFN-23. Settings missing from the file stay unchanged. */
function checkSettings(plan: Plan, references: References): void {
  const change = plan.changes.find(({ type }) => type === 'settings');
  if (!change?.after) return;
  const before = (change.before ?? {}) as Records['settings'];
  const given = changedSettings(change.after as Records['settings'], before);
  try {
    const { values, warnings } = readSettings(given, references);
    sort(change, warnings.map(asWarning));
    const known = settingKeys.map((key) => [key, before[key]] as const);
    const saved = new Map<string, unknown>(known.filter(([, value]) => value !== undefined));
    for (const [key, value] of values) saved.set(key, value);
    const settings = settingsWith(saved);
    sort(change, unreadNames(plan, settings, values).map(asWarning));
    const after = { ...settings };
    change.after = after;
    plan.after.settings = after;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    change.after = null;
    plan.after.settings = before;
    const faults = error.members.errors ?? [];
    sort(
      change,
      faults.map((fault) => asIssue({ ...fault, code: 'setting_invalid' })),
    );
    return;
  }
  const { write } = recordTypeOf('settings');
  const same = change.before !== null && write(change.before) === write(change.after);
  if (same) change.kind = 'unchanged';
  change.summary = same ? [] : changeSummary('settings', before, change.after);
}

type WithDefault = 'theme' | 'template';

/** There is exactly one default; a record with a file takes over from one without. */
function settleDefault(plan: Plan, type: WithDefault): void {
  const own = plan.changes.filter((change): change is Change<WithDefault> => change.type === type);
  const wanted = own.filter(({ after }) => after?.is_default);
  const error = (message: string, fix: string) =>
    asIssue({ path: 'is_default', code: 'default_malformed', message }, fix);
  if (wanted.length > 1) {
    const names = wanted.map(({ path }) => path).join(', ');
    const message = `More than one ${type} is the default: ${names}.`;
    for (const change of wanted) {
      if (change.kind === 'unchanged') continue;
      change.errors.push(error(message, 'Set is_default to false in all but one.'));
    }
    return;
  }
  const [only] = wanted;
  const kept = plan.after[type] as (Records[WithDefault] & { is_default: boolean })[];
  if (only !== undefined) {
    for (const [at, record] of kept.entries()) {
      if (record !== only.after && record.is_default) kept[at] = { ...record, is_default: false };
    }
    return;
  }
  const stepped = own.find(({ before }) => before?.is_default) ?? own[0];
  if (kept.some(({ is_default }) => is_default)) return;
  // An account that has none yet takes none away.
  if (kept.length === 0 && !stepped?.before?.is_default) return;
  const message = `No ${type} is the default any more.`;
  const fix =
    kept.length === 0
      ? 'Put its file back, or add the file of another one with is_default true.'
      : 'Set is_default to true in the file of one.';
  stepped?.errors.push(error(message, fix));
}

/**
 * A theme that a prune would remove although layouts use it blocks the prune (SAFE-23). It stays in
 * the plan, as does the last default, because without it nothing could be compiled.
 */
function keepThemesInUse(plan: Plan): void {
  for (const change of plan.changes) {
    if (change.type !== 'theme' || change.kind !== 'absent') continue;
    const theme = change.before as Records['theme'];
    if (plan.after.theme.some(({ key }) => key === theme.key)) continue;
    const users = plan.after.template.filter(
      ({ theme: used, html, css }) =>
        used === theme.key || themeKeysNamedIn(`${html}\n${css}`).includes(theme.key),
    );
    if (users.length > 0) {
      const names = users.map(({ name }) => `"${name}"`).join(', ');
      const message = `The theme "${theme.key}" is in use by layouts ${names}.`;
      const fix = 'Add its file to the tree, or point the layouts at another theme.';
      change.errors.push(asIssue({ path: '', code: 'in_use', message }, fix));
    }
    if (change.errors.length > 0) plan.after.theme = [...plan.after.theme, theme];
  }
}

/** The rule of the operation that changes a field. */
export function fieldTypeStays(key: string, type: string, wanted: string): string {
  return `People have had values of the field "${key}", so it stays a ${type}. Create another field of type ${wanted}.`;
}

function checkFieldType(change: Change, usedFields: ReadonlySet<string>): void {
  const [before, after] = [change.before, change.after] as (Records['field'] | null)[];
  if (!before || !after || before.type === after.type || !usedFields.has(before.key)) return;
  const message = fieldTypeStays(before.key, before.type, after.type);
  change.errors.push(asIssue({ path: 'type', code: 'field_used', message }, 'Keep the type.'));
}

/** What a plan leaves as it is on the server; null for what it changes, removes or finds gone. */
function keptBy({ kind, type, before }: Change, prune: boolean) {
  const stays =
    kind === 'absent' ? !prune || isSingle(type) : kind === 'unchanged' || kind === 'behind';
  return stays ? before : null;
}

/** A file that says nothing of its record, which the account does not have either, or not so. */
function isMisread({ kind, type, after }: Change): boolean {
  return after === null && (kind === 'create' || (kind === 'update' && isSingle(type)));
}

/** Types with files that cannot be read, or are of new records and have errors of shape. */
function unreadTypes({
  parse_errors,
  changes,
}: Pick<Plan, 'parse_errors' | 'changes'>): Set<DefinitionType> {
  const misread = changes.flatMap((change) => (isMisread(change) ? change.type : []));
  return new Set([...parse_errors.flatMap(({ path }) => typeAt(path) ?? []), ...misread]);
}

/** Whether texts have all that they name: what a file defines that cannot be read, they have not. */
export function canCompile(plan: Pick<Plan, 'parse_errors' | 'changes'>): boolean {
  const unread = unreadTypes(plan);
  return !unread.has('theme') && !unread.has('component');
}

/** Codes for names that may be defined in such a file. */
function unreadCodes(plan: Plan): Set<string> {
  const codes = [...unreadTypes(plan)].map((type) =>
    type === 'settings' ? 'tunable_unknown' : `${type}_unknown`,
  );
  return new Set(codes);
}

/** A prune archives emails, so what names one of them names an archived email (SAFE-24). */
function archivedAfter({ changes, prune }: Plan, { archivedEmails }: PlanKnowledge): number[] {
  const pruned = changes.flatMap(({ kind, type, before }) =>
    prune && kind === 'absent' && type === 'email' ? ((before as Records['email']).id ?? []) : [],
  );
  return [...archivedEmails, ...pruned];
}

/** checkPlanParts without pauses. */
export function checkPlan(plan: Plan, around: PlanKnowledge): CheckedPlan {
  return runSync(checkPlanParts(plan, around));
}

/**
 * Adds the issues of each change to a plan and checks unchanged records; pauses after each record.
 * The caller checks whether texts compile, because it has the threads for that.
 */
export function* checkPlanParts(
  plan: Plan,
  around: PlanKnowledge,
): Generator<undefined, CheckedPlan> {
  checkSettings(plan, referencesTo(plan.after, around));
  settleDefault(plan, 'theme');
  settleDefault(plan, 'template');
  keepThemesInUse(plan);
  const surroundings = { ...around, archivedEmails: archivedAfter(plan, around) };
  const references = referencesTo(plan.after, surroundings);
  const context = checkContextOf(plan.after, references);
  const unread = unreadCodes(plan);
  const notices: Notice[] = [];
  const broken = new BrokenRecords(plan, surroundings, context, unread);
  const unsure = new Set<Change>();
  for (const change of plan.changes) {
    const { kind, type, before, after, path, label } = change;
    const kept = type === 'settings' ? plan.after.settings : keptBy(change, plan.prune);
    if (kept !== null) {
      const errors = broken.errorsBefore(change, kept);
      if (errors.length > 0) notices.push({ path, type, label, errors });
    } else if (kind !== 'behind' && after !== null) {
      const all = checkRecord<DefinitionType>(type, after, before, context);
      const sure = all.filter(({ code }) => !unread.has(code));
      if (sure.length < all.length) unsure.add(change);
      sort(change, sure.map(withFixOfPush));
    }
    if (type === 'field' && kind === 'update') checkFieldType(change, around.usedFields);
    yield;
  }
  const testsBefore = () => new FlowTests(plan.before, referencesTo(plan.before, around));
  const { results, failedBefore } = yield* runFlowTests(
    plan,
    { after: context.tests, before: testsBefore },
    unsure,
  );
  for (const { change, issue } of failedBefore) {
    const { path, type, label } = change;
    notices.push({ path, type, label, errors: [issue] });
  }
  return { ...plan, notices, references, tests: results };
}

/** A push is blocked by these whether people wait on the step or not, so that moving them is no fix. */
const freedFixes: Readonly<Record<string, string>> = {
  node_id_freed: 'Keep the step with its "id", or use force to store it without the step.',
  node_id_repurposed:
    'Leave "id" of the new step out to have one minted, or use force to store it all the same.',
};

function withFixOfPush(issue: ValidationIssue): ValidationIssue {
  const fix = Object.hasOwn(freedFixes, issue.code) ? freedFixes[issue.code] : undefined;
  return fix === undefined ? issue : { ...issue, fix };
}

/** Flow warnings that still block a push; only these yield to force (DEFN-20). */
const forcible: ReadonlySet<string> = new Set([
  'node_id_freed',
  'node_id_repurposed',
  'changed_on_both',
  'flow_test_failed',
]);

/** Whether a change keeps the plan from being stored (DEFN-17, DEFN-20). */
export function blocks({ errors, warnings }: Change, force: boolean): boolean {
  return errors.length > 0 || (!force && warnings.some(({ code }) => forcible.has(code)));
}

/** Whether nothing of the plan may be stored (DEFN-17, DEFN-19, DEFN-20). */
export function isBlocked(plan: Pick<Plan, 'changes' | 'parse_errors'>, force: boolean): boolean {
  if (plan.parse_errors.length > 0) return true;
  return plan.changes.some((change) => blocks(change, force));
}

/** Number of records that a plan changes. */
export function changedIn({ changes }: Pick<Plan, 'changes'>, prune: boolean): number {
  return changes.filter(
    ({ kind, type }) =>
      kind === 'create' || kind === 'update' || (prune && kind === 'absent' && !isSingle(type)),
  ).length;
}
