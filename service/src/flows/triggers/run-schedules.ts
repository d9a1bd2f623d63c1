import {
  lastScheduled,
  nextScheduled,
  type SchedulePlan,
} from '@postroad/core/flows/triggers/schedule-plan';
import { limits } from '@postroad/core/platform/limits';
import { loadAudience } from '@postroad/store/conditions/audience';
import { findSegment } from '@postroad/store/conditions/segment';
import {
  beginSchedule,
  claimSchedule,
  findCounted,
  noteScheduled,
  type ScheduleRow,
} from '@postroad/store/flows/flow-schedule';
import { endOfPart, idsOfAudience } from '@postroad/store/people/audience';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { FlowDeps, LiveFlow } from '../live-flows.ts';
import { startTimedRuns } from './start-timed-runs.ts';

/** The parts of the service that schedules need. */
export type ScheduleDeps = TransactionDeps & FlowDeps & { restored: RestoredWindow | null };

type ScheduleFlow = LiveFlow & { schedule: SchedulePlan };

/**
 * Starts the runs of schedules whose time has come, for the people of their segments in parts with a
 * transaction each. The row of a flow says how far it is, and is locked meanwhile, so that any number
 * of processes start each person once. Of times that were missed only the last counts.
 */
export async function runSchedules(
  deps: ScheduleDeps,
  live: readonly LiveFlow[],
  stopping: () => boolean,
): Promise<number> {
  const clock = { testClock: deps.config.testClock };
  let started = 0;
  for (const { id } of scheduleFlows(live)) {
    for (let more = true; more && !stopping(); ) {
      const part = await transaction(deps.database, clock, (tx) => startPart(tx, deps, id));
      started += part.started;
      more = part.more;
    }
  }
  return started;
}

function scheduleFlows(flows: readonly LiveFlow[]): ScheduleFlow[] {
  return flows.filter((flow): flow is ScheduleFlow => flow.schedule !== null);
}

const nothing = { started: 0, more: false };

/** Starts the next part of one flow; more may follow. */
async function startPart(tx: Tx, deps: ScheduleDeps, flowId: number) {
  const row = await claimSchedule(tx, flowId);
  // Read after the row is locked, since the flow may have been paused or changed meanwhile.
  const flow = (await deps.liveFlows.byId(tx)).get(flowId);
  if (row === null || !flow?.schedule) return nothing;
  const { schedule, once } = flow;
  if (row.occurs_at === null) {
    const at = lastScheduled(schedule, row.counted_until_at.getTime(), tx.now.getTime());
    if (at === null) return nothing;
    await beginSchedule(tx, flowId, new Date(at));
    return { started: 0, more: true };
  }
  const people = await peopleOfPart(tx, schedule, row);
  const fired = people.ids.map((person_id) => ({ person_id, at: row.occurs_at ?? tx.now }));
  const started = await startTimedRuns(tx, { id: flowId, once }, fired, deps);
  await noteScheduled(tx, flowId, people.through);
  return { started, more: true };
}

/** The members of the segment in the next part of all people; `through` is null after the last. */
async function peopleOfPart(
  tx: Tx,
  { trigger }: SchedulePlan,
  { after_person_id: after, last_person_id: last }: ScheduleRow,
): Promise<{ ids: number[]; through: number | null }> {
  const segment = await findSegment(tx, trigger.segment);
  if (segment === null || after >= last) return { ids: [], through: null };
  const through = await endOfPart(tx, { after, through: last, size: limits.schedulePartPeople });
  const audience = await loadAudience(tx, segment.definition);
  const ids = await idsOfAudience(tx, audience, { after, through });
  return { ids, through: through >= last ? null : through };
}

/** The next time after now, and not after `until`, of a live schedule; null if there is none. */
export async function nextScheduleDue(
  tx: Tx,
  live: readonly LiveFlow[],
  until: Date,
): Promise<Date | null> {
  const flows = scheduleFlows(live);
  if (flows.length === 0) return null;
  const counted = await findCounted(
    tx,
    flows.map(({ id }) => id),
  );
  const times = flows.flatMap(({ id, schedule }) => {
    const at = counted.has(id) ? nextScheduled(schedule, tx.now.getTime()) : null;
    return at !== null && at <= until.getTime() ? at : [];
  });
  return times.length === 0 ? null : new Date(Math.min(...times));
}
