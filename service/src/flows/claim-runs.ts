import { limits } from '@postroad/core/platform/limits';
import { type ClaimedRun, claimDueRuns, claimShares } from '@postroad/store/flows/run';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Deps } from '../app/deps.ts';

interface Turns {
  /** Whether the last claim left others due. */
  backlog: boolean;
  /** Where among the flows, in order of id, the next claim goes on. */
  next: number;
}

const turnsOf = new WeakMap<Deps, Turns>();

/**
 * Claims due runs, the longest due first. While more are due than one claim takes, half as many are
 * added, shared out: some runs of each of the next flows, so that the backlog of one flow holds up no
 * other. Costs the claim and, with a backlog, a look at up to `limits.runShareFlows` flows.
 */
export async function claimRuns(tx: Tx, deps: Deps, batch: number): Promise<ClaimedRun[]> {
  const turns = turnsOf.get(deps) ?? { backlog: false, next: 0 };
  turnsOf.set(deps, turns);
  const limit = turns.backlog ? Math.floor(batch / 2) : 0;
  // One round trip; whoever is found by both is taken once.
  const [shared, longest] = await Promise.all([
    limit > 0 ? claimTurn(tx, deps, turns, limit) : [],
    claimDueRuns(tx, batch),
  ]);
  turns.backlog = batch > 1 && longest.length === batch;
  const ids = new Set(shared.map(({ id }) => id));
  return [...shared, ...longest.filter(({ id }) => !ids.has(id))];
}

function claimTurn(
  tx: Tx,
  deps: Deps,
  turns: Turns,
  limit: number,
): Promise<ClaimedRun[]> | ClaimedRun[] {
  const ids = [...(deps.liveFlows.lastSeen?.byId.keys() ?? [])];
  if (ids.length < 2) return [];
  const from = turns.next < ids.length ? turns.next : 0;
  const flowIds = ids.slice(from, from + limits.runShareFlows);
  turns.next = from + flowIds.length;
  const share = Math.max(1, Math.ceil(limit / flowIds.length));
  return claimShares(tx, { flowIds, share, limit });
}
