import {
  nextDue,
  type RenewalPlan,
  renewalsDue,
  targetOf,
} from '@postroad/core/flows/renewals/renewal-plan';
import { limits } from '@postroad/core/platform/limits';
import {
  findRenewing,
  firstRenewal,
  flowsWithRenewals,
  listRenewing,
  lockRenewing,
  type RenewalCandidate,
  type RenewalStart,
  type RenewalWindow,
  startRenewalRuns,
} from '@postroad/store/flows/renewal';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { FlowDeps, LiveFlow } from '../live-flows.ts';
import { announcedRun, countRuns } from '../run-wakeups.ts';
import { verdictOf } from './renewal-facts.ts';

/** The result of a scan. */
export interface RenewalScan {
  started: number;
  /** Other transactions held rows that may be due, which should be looked at again soon. */
  passedOver: boolean;
}

/** The parts of the service that scanning needs. */
export type RenewalDeps = TransactionDeps & FlowDeps & { restored: RestoredWindow | null };

type RenewalFlow = LiveFlow & { renewals: RenewalPlan };

/** Where there may be renewals that these live flows should remind of now. */
export async function dueRenewals(tx: Tx, live: readonly LiveFlow[]): Promise<RenewalWindow[]> {
  const due = renewalFlows(live).flatMap((flow) => dueWindow(flow, tx.now) ?? []);
  if (due.length === 0) return [];
  const worth = await flowsWithRenewals(tx, due);
  return due.filter(({ flowId }) => worth.has(flowId));
}

/**
 * Starts runs for the renewals that are due, in batches with a transaction each. Costs the renewals of
 * the days that are looked at, not all subscriptions. Any number of processes may scan at once: a batch
 * locks its subscriptions and then reads them again.
 */
export async function scanRenewals(
  deps: RenewalDeps,
  windows: readonly RenewalWindow[],
  stopping: () => boolean,
): Promise<RenewalScan> {
  const clock = { testClock: deps.config.testClock };
  const scan: RenewalScan = { started: 0, passedOver: false };
  for (const window of windows) {
    let after: RenewalCandidate | null = null;
    do {
      if (stopping()) return scan;
      const from: RenewalCandidate | null = after;
      after = await transaction(deps.database, clock, (tx) =>
        scanBatch(tx, deps, window, from, scan),
      );
    } while (after !== null);
  }
  return scan;
}

function renewalFlows(flows: readonly LiveFlow[]): RenewalFlow[] {
  return flows.filter((flow): flow is RenewalFlow => flow.renewals !== null);
}

function dueWindow({ id, renewals }: RenewalFlow, now: Date): RenewalWindow | null {
  const span = renewalsDue(renewals, now.getTime());
  if (span === null) return null;
  const { product, interval } = renewals.trigger;
  return { flowId: id, product, interval, from: new Date(span.from), to: new Date(span.to) };
}

/** Returns the last candidate looked at; null if there are no more. */
async function scanBatch(
  tx: Tx,
  deps: RenewalDeps,
  window: RenewalWindow,
  after: RenewalCandidate | null,
  scan: RenewalScan,
): Promise<RenewalCandidate | null> {
  // Read again, since the flow may have been paused or changed meanwhile.
  const flow = (await deps.liveFlows.byId(tx)).get(window.flowId);
  if (!flow?.renewals) return null;
  const batch = limits.renewalBatch;
  const candidates = await listRenewing(tx, window, after, batch);
  const ids = candidates.length > 0 ? await lockRenewing(tx, candidates) : [];
  if (ids.length < candidates.length) scan.passedOver = true;
  const people = new Map(candidates.map(({ id, person_id }) => [id, person_id]));
  const { restored } = deps;
  const due = { ...flow, renewals: flow.renewals, restored };
  const started = await startDue(tx, due, ids, people);
  scan.started += started.length;
  const { goals } = await deps.liveFlows.running(tx);
  goals.started(
    tx,
    started.map((run) => ({ ...run, flow_id: flow.id })),
  );
  return candidates.length < batch ? null : (candidates.at(-1) ?? null);
}

/** Starts runs for the locked subscriptions that are eligible and due, and answers them. */
async function startDue(
  tx: Tx,
  flow: RenewalFlow & Pick<RenewalDeps, 'restored'>,
  ids: number[],
  people: ReadonlyMap<number, number>,
): Promise<readonly { id: number; person_id: number }[]> {
  const { product, interval, days_before } = flow.renewals.trigger;
  const about = { flowId: flow.id, product, interval };
  const rows = ids.length > 0 ? await findRenewing(tx, about, ids) : [];
  const starts = rows.flatMap((row): RenewalStart[] => {
    const verdict = verdictOf(flow.renewals, flow.once, row, tx.now);
    const personId = people.get(row.id);
    if (!verdict.eligible || !verdict.due || personId === undefined) return [];
    const { renewalAt, renewalDay, targetAt } = verdict.target;
    return [
      {
        subscription_id: row.id,
        person_id: personId,
        renewal_at: new Date(renewalAt).toISOString(),
        renewal_day: renewalDay,
        target_at: new Date(targetAt).toISOString(),
      },
    ];
  });
  if (starts.length === 0) return [];
  const { id, once, restored } = flow;
  const started = await startRenewalRuns(tx, { id, once, days_before, restored }, starts);
  if (started.length > 0) {
    tx.work.wake('runs');
    countRuns(tx, [{ flow_id: id }]);
    tx.work.announce('flow.run_started', started.map(announcedRun));
  }
  return started;
}

/**
 * The next time after now, and not after `until`, when a live flow may have to remind of a renewal;
 * null if there is none.
 */
export async function nextRenewalDue(
  tx: Tx,
  live: readonly LiveFlow[],
  until: Date,
): Promise<Date | null> {
  let earliest: number | null = null;
  for (const flow of renewalFlows(live)) {
    const at = await nextOf(tx, flow, earliest ?? until.getTime());
    if (at !== null) earliest = at;
  }
  return earliest === null ? null : new Date(earliest);
}

/** Never later than `until`. */
async function nextOf(
  tx: Tx,
  { id, renewals }: RenewalFlow,
  until: number,
): Promise<number | null> {
  const { product, interval } = renewals.trigger;
  const now = tx.now.getTime();
  const { at, renewalsFrom } = nextDue(renewals, now);
  if (at > until) return null;
  for (let from = renewalsFrom; ; ) {
    const renewal = await firstRenewal(tx, { flowId: id, product, interval, from: new Date(from) });
    if (renewal === null) return null;
    const target = targetOf(renewals, renewal.getTime());
    if (target.targetAt !== null && target.targetAt > now) {
      return target.targetAt <= until ? target.targetAt : null;
    }
    // Its time has passed, or never occurs: the renewals of the next day follow.
    from = Math.max(renewals.clock.around(target.renewalDay + 1).from, renewal.getTime() + 1);
  }
}
