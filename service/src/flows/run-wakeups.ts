import {
  type ChangedPerson,
  type GateOpening,
  wakeForChanges,
  wakeForEvents,
} from '@postroad/store/flows/gate-wakeups';
import { wakeWaitingRuns } from '@postroad/store/flows/run';
import { noteSegmentChecks } from '@postroad/store/flows/segment-watch';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Cause } from '../people/change-people.ts';
import type { EndedDelivery } from '../webhooks/deliver.ts';
import type { Gates } from './gates.ts';

/** The parts of a recorded event that gates look at. */
export interface Recorded {
  id: number;
  person_id: number;
  name: string;
  details: Record<string, unknown>;
  historical: boolean;
  cause?: Cause;
}

/**
 * Wakes the people who wait for these events, as the last step before the commit, so that nobody
 * who has locked a run waits for anything. `gates` were read after the events were written, which
 * blocks transactions that bring people to a gate, so that none arrives unnoticed
 * (docs/decisions/0019).
 */
export function wakeByEvents({ work }: Tx, gates: Gates, events: readonly Recorded[]): void {
  if (!gates.any) return;
  const openings: GateOpening[] = [];
  const changed: ChangedPerson[] = [];
  for (const event of events) {
    const { id: event_id, person_id, cause } = event;
    const runId = cause?.run_id ?? null;
    const chain = cause ? cause.chain + 1 : 0;
    for (const { flow_id, step_id } of gates.openedBy(event)) {
      openings.push({ person_id, event_id, flow_id, step_id, run_id: runId, chain });
    }
    if (gates.dependOnEvent(event.name)) changed.push({ person_id, run_id: runId, chain });
  }
  if (openings.length > 0) {
    work.gather(wakeForEvents, openings);
    work.wake('runs');
  }
  wakeByChanges({ work }, changed);
}

/** A person who was changed, perhaps by a run. */
export function changedBy(person_id: number, cause: Cause | undefined): ChangedPerson {
  return { person_id, run_id: cause?.run_id ?? null, chain: cause ? cause.chain + 1 : 0 };
}

/**
 * Wakes the people among these who wait for a condition, before the commit, and has them compared with
 * the segments that flows start on; they are locked meanwhile.
 */
export function wakeByChanges({ work }: Pick<Tx, 'work'>, changed: readonly ChangedPerson[]): void {
  if (changed.length === 0) return;
  work.gather(wakeForChanges, changed);
  work.gather(noteSegmentChecks, changed);
  work.wake('runs');
}

/** Tells clients that runs of these flows began, moved or ended (CON-09). */
export function countRuns({ work }: Pick<Tx, 'work'>, runs: Iterable<{ flow_id: number }>): void {
  const flows = new Set<number>();
  for (const { flow_id } of runs) flows.add(flow_id);
  if (flows.size === 0) return;
  work.count('flows', flows);
  work.count('runs', [null]);
}

/** A run, as webhook endpoints hear of it. */
export function announcedRun({ id, person_id }: { id: number; person_id: number }) {
  return { subject_id: id, person_id };
}

/** Makes the runs due whose calls have ended. */
export async function wakeCallers(tx: Tx, ended: readonly EndedDelivery[]): Promise<void> {
  await wakeWaitingRuns(tx, ended);
  tx.work.wake('runs');
}
