import { limits } from '@postroad/core/platform/limits';
import { type ClaimedRun, claimDueRuns, claimShares } from '@postroad/store/flows/run';
import type { Tx } from '@postroad/store/platform/transaction';
import type { LiveFlows } from './live-flows.ts';

/** The turns of flows in the claims of one process. */
export class RunTurns {
  /** Whether the last claim left other runs due. */
  backlog = false;
  /** Index of the next flow, in order of id. */
  next = 0;
  /** Flows of which the last claim took the longest due. */
  served: ReadonlySet<number> = new Set();
}

/** The parts of the service that claims need. */
export interface ClaimDeps {
  liveFlows: LiveFlows;
  runTurns: RunTurns;
}

/**
 * Claims due runs, the longest due first. If more are due than one claim takes, it adds half as
 * many, with a share of runs for each of the next flows, so that the backlog of one flow does not
 * delay another. Flows whose turn came in the last claim anyway, by age, need no share: where all
 * have a backlog, none is looked for. Costs the claim and, with a backlog, a look at up to
 * `limits.runShareFlows` flows.
 */
export async function claimRuns(tx: Tx, deps: ClaimDeps, batch: number): Promise<ClaimedRun[]> {
  const turns = deps.runTurns;
  const limit = turns.backlog ? Math.floor(batch / 2) : 0;
  // One round trip; a run found by both queries is taken once.
  const [shared, longest] = await Promise.all([
    limit > 0 ? claimTurn(tx, deps, limit) : [],
    claimDueRuns(tx, batch),
  ]);
  turns.backlog = batch > 1 && longest.length === batch;
  turns.served = new Set(longest.map((run) => run.flow_id));
  const ids = new Set(shared.map(({ id }) => id));
  return [...shared, ...longest.filter(({ id }) => !ids.has(id))];
}

function claimTurn(
  tx: Tx,
  { liveFlows, runTurns: turns }: ClaimDeps,
  limit: number,
): Promise<ClaimedRun[]> | ClaimedRun[] {
  const ids = [...(liveFlows.lastSeen?.byId.keys() ?? [])];
  if (ids.length < 2) return [];
  const from = turns.next < ids.length ? turns.next : 0;
  const inTurn = ids.slice(from, from + limits.runShareFlows);
  turns.next = from + inTurn.length;
  const flowIds = inTurn.filter((id) => !turns.served.has(id));
  if (flowIds.length === 0) return [];
  const share = Math.max(1, Math.ceil(limit / flowIds.length));
  return claimShares(tx, { flowIds, share, limit });
}
