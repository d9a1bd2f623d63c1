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
 * Reports opt-outs to the provider, and people who opted in again, as many as it takes at once: a stop
 * waits for no more than these. Claims expire, so the opt-outs of a killed process are reported again,
 * which is harmless. Returns their number.
 */
export async function pushOptOuts(deps: PushDeps): Promise<number> {
  const { database, config, provider } = deps;
  const clock = { testClock: config.testClock };
  if (!config.pushOptOuts || provider.setOptOut === undefined) return 0;
  const claimed = await transaction(database, clock, (tx) => {
    const until = new Date(tx.now.getTime() + limits.optOutClaimMs);
    return claimOptOuts(tx, { until, limit: provider.concurrency });
  });
  if (claimed.length === 0) return 0;
  const told = await Promise.all(claimed.map((optOut) => tell(provider, optOut)));
  await transaction(database, clock, async (tx) => {
    const settled = settledOf(told, tx.now);
    await settleOptOuts(tx, settled);
    tx.work.afterCommit(() => logGivenUp(deps, settled));
  });
  return claimed.length;
}

/** A report, and what the provider said to it. */
interface Told {
  optOut: ClaimedOptOut;
  outcome: OptOutOutcome;
}

async function tell(provider: Provider, optOut: ClaimedOptOut): Promise<Told> {
  const outcome = await provider.setOptOut?.(optOut.email, optOut.suppressed);
  return { optOut, outcome: outcome ?? { kind: 'done' } };
}

function settledOf(told: readonly Told[], now: Date): SettledOptOuts {
  const settled: SettledOptOuts = { done: [], deferred: [], givenUp: [] };
  for (const { optOut, outcome } of told) {
    const { person_id, change_id, attempts } = optOut;
    const report = { person_id, change_id };
    if (outcome.kind === 'done') {
      settled.done.push(report);
      continue;
    }
    const failed = { ...report, last_error: outcome.reason };
    const dueAt = outcome.kind === 'later' ? retryAt(now, attempts, Math.random()) : null;
    if (dueAt === null) settled.givenUp.push(failed);
    else settled.deferred.push({ ...failed, due_at: dueAt });
  }
  return settled;
}

/** What the provider says can name the address. */
function logGivenUp({ log, provider }: PushDeps, { givenUp }: SettledOptOuts): void {
  for (const { person_id } of givenUp) {
    log.warn('The mail provider does not take an opt-out.', { person_id, provider: provider.name });
  }
}
