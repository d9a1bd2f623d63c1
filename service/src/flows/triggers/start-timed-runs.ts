import { type RunStart, startRuns } from '@postroad/store/flows/run';
import { recordRefusals } from '@postroad/store/flows/run-refusal';
import type { Tx } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { FlowDeps } from '../live-flows.ts';
import { announcedRun, countRuns } from '../run-wakeups.ts';

/** The parts of the service that such starts need. */
export type TimedDeps = FlowDeps & { restored: RestoredWindow | null };

/** A person for whom a trigger fired that no event fires. */
export interface TimedStart {
  person_id: number;
  /** When it was due. */
  at: Date;
  /** Number of flows that led to it without a wait; none where it is left out. */
  chain?: number;
}

/**
 * Starts the runs of one flow for people for whom its trigger fired, in one statement, and records
 * those whom the policy of the flow leaves out. Answers how many started.
 */
export async function startTimedRuns(
  tx: Tx,
  flow: { id: number; once: boolean },
  fired: readonly TimedStart[],
  { liveFlows, restored }: TimedDeps,
): Promise<number> {
  if (fired.length === 0) return 0;
  const starts = fired.map(({ person_id, at, chain = 0 }): RunStart => {
    // The lost service has started these runs when they were due.
    const isLate = restored !== null && at <= restored.until;
    const due = isLate ? { due_at: at } : {};
    return { flow_id: flow.id, person_id, event_id: null, once: flow.once, chain, ...due };
  });
  const started = await startRuns(tx, starts);
  if (started.length > 0) {
    tx.work.wake('runs');
    countRuns(tx, started);
    tx.work.announce('flow.run_started', started.map(announcedRun));
    const { goals } = await liveFlows.running(tx);
    goals.started(tx, started);
  }
  const done = new Set(started.map(({ person_id }) => person_id));
  const left = fired.filter(({ person_id }) => !done.has(person_id));
  refuse(tx, flow.id, left, { paused: false });
  return started.length;
}

/** Records that a paused flow started no runs. */
export function refuseTimedStarts(tx: Tx, flowId: number, fired: readonly TimedStart[]): void {
  refuse(tx, flowId, fired, { paused: true });
}

function refuse(
  tx: Tx,
  flow_id: number,
  people: readonly TimedStart[],
  { paused }: { paused: boolean },
): void {
  if (people.length === 0) return;
  const refused = people.map(({ person_id }) => ({ flow_id, person_id, event_id: null, paused }));
  tx.work.beforeCommit(() => recordRefusals(tx, refused));
}
