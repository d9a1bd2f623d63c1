import type { Tx } from './transaction.ts';

/** Codes of runs.status. */
export const runStatus = {
  active: 0,
  completed: 1,
  exited: 2,
  parked: 3,
  frozen: 4,
  canceled: 5,
} as const;

export interface ClaimedRun {
  id: number;
  flow_id: number;
  person_id: number;
  event_id: number | null;
  step_id: number | null;
  waiting: boolean;
}

export interface RunWrite {
  id: number;
  step_id: number | null;
  waiting: boolean;
  status: number;
  due_at: string | null;
  reason: string | null;
}

export interface RunStep {
  run_id: number;
  step_id: number | null;
  outcome: string;
  arm: string | null;
  reason: string | null;
}

export interface RunStart {
  flow_id: number;
  person_id: number;
  event_id: number;
  once: boolean;
}

/**
 * Starts runs and answers how many. Who is inside a flow already, or ran a single_run flow before,
 * is left out by the unique indexes and by what ran under an earlier policy (contract §4.1).
 */
export async function startRuns({ sql, now }: Tx, wanted: RunStart[]): Promise<number> {
  // Two transactions that start the same runs in different orders would deadlock on the indexes.
  const starts = [...wanted].sort((a, b) => a.flow_id - b.flow_id || a.person_id - b.person_id);
  const rows = await sql`
    insert into runs (flow_id, person_id, event_id, once, due_at, started_at)
    select flow_id, person_id, event_id, once = 1, ${now}, ${now}
    from unnest(
      ${starts.map((start) => start.flow_id)}::bigint[],
      ${starts.map((start) => start.person_id)}::bigint[],
      ${starts.map((start) => start.event_id)}::bigint[],
      ${starts.map((start) => (start.once ? 1 : 0))}::int[]
    ) as wanted (flow_id, person_id, event_id, once)
    where once = 0 or not exists (
      select from runs r where r.flow_id = wanted.flow_id and r.person_id = wanted.person_id)
    on conflict do nothing returning 1`;
  return rows.length;
}

/** Locks due runs for this transaction; another worker's are passed over. */
export async function claimDueRuns({ sql, now }: Tx, limit: number): Promise<ClaimedRun[]> {
  return await sql<ClaimedRun[]>`
    select id, flow_id, person_id, event_id, step_id, waiting from runs
    where status = 0 and due_at <= ${now}
    order by due_at, id limit ${limit} for update skip locked`;
}

/** Sets runs of flows that are not live aside, so that no later claim meets them. */
export async function freezeRuns({ sql }: Tx, ids: number[]): Promise<void> {
  await sql`update runs set status = 4 where id = any(${ids}::bigint[])`;
}

/** What came due while the flow was paused is taken up again, in order of its time. */
export async function releaseFrozenRuns({ sql }: Tx, flowId: number): Promise<void> {
  await sql`update runs set status = 0 where flow_id = ${flowId} and status = 4 and ended_at is null`;
}

export async function writeRuns({ sql, now }: Tx, runs: RunWrite[]): Promise<void> {
  await sql`
    update runs r set step_id = w.step_id, waiting = w.waiting = 1, status = w.status,
      due_at = w.due_at, reason = w.reason,
      ended_at = case when w.status in (1, 2) then ${now}::timestamptz end
    from unnest(
      ${runs.map((run) => run.id)}::bigint[],
      ${runs.map((run) => run.step_id)}::int[],
      ${runs.map((run) => (run.waiting ? 1 : 0))}::int[],
      ${runs.map((run) => run.status)}::int[],
      ${runs.map((run) => run.due_at)}::timestamptz[],
      ${runs.map((run) => run.reason)}::text[]
    ) as w (id, step_id, waiting, status, due_at, reason)
    where r.id = w.id`;
}

export async function insertRunSteps({ sql, now }: Tx, steps: RunStep[]): Promise<void> {
  await sql`
    insert into run_steps (run_id, step_id, outcome, arm, reason, at)
    select run_id, step_id, outcome, arm, reason, ${now}
    from unnest(
      ${steps.map((step) => step.run_id)}::bigint[],
      ${steps.map((step) => step.step_id)}::int[],
      ${steps.map((step) => step.outcome)}::text[],
      ${steps.map((step) => step.arm)}::text[],
      ${steps.map((step) => step.reason)}::text[]
    ) as fresh (run_id, step_id, outcome, arm, reason)`;
}

/** Parks one run that made its batch fail; it stays visible with its reason. */
export async function parkRun({ sql, now }: Tx, id: number, reason: string): Promise<void> {
  await sql`
    with parked as (
      update runs set status = 3, due_at = null, reason = ${reason}
      where id = ${id} and status = 0 returning id, step_id)
    insert into run_steps (run_id, step_id, outcome, reason, at)
    select id, step_id, 'parked', ${reason}, ${now} from parked`;
}
