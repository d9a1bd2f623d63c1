import type { ChangedTimes } from '@postroad/core/account/changed-times';
import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { blocks, changedIn, isBlocked } from '@postroad/core/definitions/check/check-plan';
import { provisionalNames, withNames } from '@postroad/core/definitions/provisional';
import { limits } from '@postroad/core/platform/limits';
import { grants } from '@postroad/core/platform/operations/scope';
import { Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import { tryLockDefinitions } from '@postroad/store/definitions/definition';
import type { Tx } from '@postroad/store/platform/transaction';
import type { ConditionDeps } from '../conditions/condition-facts.ts';
import type { AccountTime } from '../platform/account-clock.ts';
import type { Actor } from '../platform/actor.ts';
import { forbidden } from '../platform/forbidden.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { loadAccount } from './load-account.ts';
import { planTimes } from './plan-times.ts';
import { fingerprintOf, planTree, type TreePlan } from './plan-tree.ts';
import { type Rehearsal, rehearseChanges } from './rehearse-changes.ts';
import { type RenderedPlan, renderChanges } from './render-changes.ts';
import { lockForApply, type WriteDeps, writeChanges } from './write-changes.ts';
import { AccountMoved } from './write-content.ts';

type Input = OperationInput<'apply_definitions'>;
type Output = OperationOutput<'apply_definitions'>;

/** Rolls back what was written; the report has the reason. */
class Refused extends Error {}

/** The answer of a diff and of an apply. */
export function report(
  { plan, dryRuns: dry_runs, times }: Omit<Planned, 'rendered'>,
  { prune, force, applied }: { prune: boolean; force: boolean; applied: boolean },
): Output {
  const blocked = isBlocked(plan, force);
  const changed = changedIn(plan, prune);
  const names = provisionalNames(plan.changes);
  const conflicts = plan.changes.flatMap(({ conflict }) => conflict ?? []);
  const changes = plan.changes.map((change) => {
    const { path, kind, type, label, summary, errors, warnings } = change;
    return { path, kind, type, label, summary, blocks: blocks(change, force), errors, warnings };
  });
  return {
    changes: withNames(changes, names),
    changed,
    dry_runs: withNames(dry_runs, names),
    ...(times === undefined ? {} : { times }),
    notices: plan.notices,
    parse_errors: plan.parse_errors.map(({ path, position, code, message, fix }) => {
      return {
        path,
        line: position?.line ?? null,
        column: position?.column ?? null,
        code,
        message,
        fix,
      };
    }),
    conflicts,
    blocked,
    blocked_by: blockedBy(plan, force),
    ok: !blocked,
    applied: applied && !blocked ? changed : 0,
  };
}

/** The files that block, each once (SAFE-25). */
function blockedBy({ changes, parse_errors }: TreePlan, force: boolean): string[] {
  const paths = changes.flatMap((change) => (blocks(change, force) ? change.path : []));
  return [...new Set([...parse_errors.map(({ path }) => path), ...paths])];
}

/** The answer of an apply; a refusal with the same members where a caller wants blocked trees refused. */
function answered(made: Planned, { prune = false, force = false, strict }: Input): Output {
  const answer = report(made, { prune, force, applied: true });
  if (!answer.blocked || !strict) return answer;
  const detail =
    'Nothing was applied: blocked_by names the files that block. Correct them, and apply the tree again.';
  throw new Refusal('conflict', detail, answer);
}

/** The same words however it was noticed, which depends on the database. */
function overtaken(): Refusal {
  const detail =
    'The account is being changed at the same time, by another apply or by an edit. Look at the diff again, then apply.';
  return new Refusal('conflict', detail);
}

/** The parts of the service that applying a tree needs. */
export type ApplyDeps = TransactionDeps & ConditionDeps & AccountTime & WriteDeps;

interface Planned {
  plan: TreePlan;
  rendered: RenderedPlan;
  dryRuns: Rehearsal[];
  /** Whose times change, at present. */
  times: ChangedTimes | undefined;
}

/** Plans without a lock, since planning takes long and should block nobody. */
async function planned(deps: ApplyDeps, { files, base, prune = false }: Input): Promise<Planned> {
  const mode = { readOnly: true, testClock: deps.config.testClock };
  const made = await retriedTransaction(deps.database, mode, async (tx) => {
    const plan = await planTree(tx, files, { prune, base });
    const dryRuns = await rehearseChanges({ tx, deps, now: tx.now }, plan);
    return { plan, dryRuns, times: await planTimes(tx, plan) };
  });
  return { ...made, rendered: await renderChanges(made.plan, deps.renderer) };
}

/** Files of what only a token of scope `admin` may change (TOK-05). */
const adminFiles: ReadonlySet<string> = new Set(['settings', 'profile']);

/** Throws a Refusal for a file that changes the settings or the profile, if the caller may not. */
function requireScope({ changes }: TreePlan, { prune, force }: Input, caller: Actor): void {
  if (grants(caller.scopes, 'admin')) return;
  const counted = { create: true, update: true, unchanged: false, absent: prune, behind: force };
  const file = changes.find(({ type, kind }) => adminFiles.has(type) && counted[kind]);
  if (file === undefined) return;
  throw forbidden(caller, 'admin', `${file.path}, which changes the ${file.type}`);
}

/** Throws AccountMoved if the account is no longer the one that was planned for. */
async function write(
  tx: Tx,
  deps: ApplyDeps,
  made: Planned,
  { prune, dryRun }: { prune: boolean; dryRun: boolean },
): Promise<void> {
  const { plan, rendered } = made;
  if (!(await tryLockDefinitions(tx))) throw overtaken();
  await lockContent(tx, 'alone');
  const actor = { id: 'definitions', name: 'definitions', scopes: ['admin'] as const };
  const context = { tx, deps, now: tx.now, actor, dryRun, files: null };
  await lockForApply(context, plan.changes);
  if (fingerprintOf(await loadAccount(tx)) !== plan.fingerprint) throw new AccountMoved();
  made.times = await planTimes(tx, plan);
  if (!(await writeChanges(context, plan, rendered, { prune }))) throw new Refused();
}

/**
 * Applies a tree in one transaction, all or nothing (DEFN-10). Planning and compiling come before,
 * and are repeated if the account changed until the locks were held. A dry run does the same and is
 * rolled back, as is a call whose caller has given up.
 */
export async function applyDefinitions(
  input: Input,
  deps: ApplyDeps,
  dryRun: boolean,
  throwIfCancelled: () => void,
  caller: Actor,
): Promise<Output> {
  const { prune = false, force = false } = input;
  for (let attempt = 1; ; attempt += 1) {
    const made = await planned(deps, input);
    const { plan } = made;
    if (!dryRun) requireScope(plan, input, caller);
    if (isBlocked(plan, force) || changedIn(plan, prune) === 0) return answered(made, input);
    const mode = { rollback: dryRun, testClock: deps.config.testClock };
    try {
      throwIfCancelled();
      await retriedTransaction(deps.database, mode, async (tx) => {
        await write(tx, deps, made, { prune, dryRun });
        throwIfCancelled();
      });
      return answered(made, input);
    } catch (error) {
      if (error instanceof Refused) return answered(made, input);
      if (!(error instanceof AccountMoved)) throw error;
      if (attempt >= limits.applyAttempts) throw overtaken();
    }
  }
}
