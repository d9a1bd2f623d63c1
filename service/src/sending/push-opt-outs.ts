import { limits } from '@postroad/core/platform/limits';
import { retryAt } from '@postroad/core/queue/retry';
import type { OptOutOutcome } from '@postroad/mail/providers/opt-out';
import type { Provider } from '@postroad/mail/providers/provider';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import {
  type ClaimedOptOut,
  claimOptOuts,
  type OptOut,
  queueOptOuts,
  type SettledOptOuts,
  settleOptOuts,
} from '@postroad/store/sending/opt-out';
import type { OptOutChange } from '../people/change-people.ts';
import type { Log } from '../platform/log.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';

interface PushConfig {
  /** Whether opt-outs are reported to the provider. */
  pushOptOuts: boolean;
}

/** The parts of the service that reporting opt-outs needs. */
export interface PushDeps extends TransactionDeps {
  config: TransactionDeps['config'] & PushConfig;
  provider: Provider;
  log: Log;
}

/** Queues opt-outs to be reported to the provider after the commit, if that is enabled. */
export async function enqueueOptOuts(
  tx: Tx,
  { config }: { config: PushConfig },
  people: readonly { id: number; optOut: OptOutChange }[],
): Promise<void> {
  if (!config.pushOptOuts) return;
  const optOuts = people.flatMap(({ id, optOut }): OptOut[] =>
    optOut === null ? [] : [{ person_id: id, suppressed: optOut === 'out' }],
  );
  if (optOuts.length === 0) return;
  await queueOptOuts(tx, optOuts);
  tx.work.wake('opt_outs');
}

/**
 * Reports some opt-outs to the provider, and people who opted in again. Claims expire, so the
 * opt-outs of a killed process are reported again, which is harmless. Returns their number.
 */
export async function pushOptOuts(deps: PushDeps): Promise<number> {
  const { database, config, provider, log } = deps;
  const clock = { testClock: config.testClock };
  if (!config.pushOptOuts || provider.setOptOut === undefined) return 0;
  const claimed = await transaction(database, clock, (tx) => {
    const until = new Date(tx.now.getTime() + limits.optOutClaimMs);
    return claimOptOuts(tx, { until, limit: limits.optOutBatch });
  });
  if (claimed.length === 0) return 0;
  const told: Told[] = [];
  for (let first = 0; first < claimed.length; first += provider.concurrency) {
    const chunk = claimed.slice(first, first + provider.concurrency);
    told.push(...(await Promise.all(chunk.map((optOut) => tell(deps, optOut)))));
  }
  const settled = await transaction(database, clock, async (tx) => {
    const outcomes = settledAt(tx.now, told);
    await settleOptOuts(tx, outcomes);
    return outcomes;
  });
  for (const { person_id } of settled.givenUp) {
    // What the provider says can name the address.
    log.warn('The mail provider does not take an opt-out.', { person_id, provider: provider.name });
  }
  return claimed.length;
}

interface Told {
  optOut: ClaimedOptOut;
  outcome: OptOutOutcome;
}

async function tell({ provider }: PushDeps, optOut: ClaimedOptOut): Promise<Told> {
  const outcome = await provider.setOptOut?.(optOut.email, optOut.suppressed);
  return { optOut, outcome: outcome ?? { kind: 'done' } };
}

/** The next try counts from the clock by which reports are claimed. */
function settledAt(now: Date, told: readonly Told[]): SettledOptOuts {
  const settled: SettledOptOuts = { done: [], deferred: [], givenUp: [] };
  for (const { optOut, outcome } of told) {
    const { person_id, change_id, attempts } = optOut;
    const report = { person_id, change_id };
    if (outcome.kind === 'done') {
      settled.done.push(report);
      continue;
    }
    const lastError = outcome.reason;
    const dueAt = outcome.kind === 'later' ? retryAt(now, attempts, Math.random()) : null;
    if (dueAt === null) settled.givenUp.push({ ...report, last_error: lastError });
    else settled.deferred.push({ ...report, due_at: dueAt, last_error: lastError });
  }
  return settled;
}
