import type { Tx } from '../platform/transaction.ts';
import { notInHand, takeClaims } from '../queue/claims.ts';

export interface ParkedRun {
  id: number;
  person_id: number;
  step_id: number | null;
  waiting: boolean;
}

/** Locks parked runs of a flow, oldest first, optionally of one step. */
export async function lockParkedRuns(
  { sql }: Tx,
  query: { flowId: number; stepId: number | null; limit: number },
): Promise<ParkedRun[]> {
  const { flowId, stepId, limit } = query;
  return await sql<ParkedRun[]>`
    select id, person_id, step_id, waiting from runs
    where (flow_id, status, id) > (${flowId}::bigint, 'parked', 0::bigint)
      and (flow_id, status, id)
        < (${flowId}::bigint, 'parked', ${Number.MAX_SAFE_INTEGER}::bigint)
      ${stepId === null ? sql`` : sql`and step_id = ${stepId}`}
    order by flow_id, status, id limit ${limit} for update`;
}

/** The last step of each run with one of these outcomes, among `stepIds`. */
export async function lastSteps(
  { sql }: Tx,
  query: { runIds: number[]; stepIds: number[]; outcomes: readonly string[] },
): Promise<{ run_id: number; step_id: number; arm: string | null }[]> {
  return await sql<{ run_id: number; step_id: number; arm: string | null }[]>`
    select distinct on (run_id) run_id, step_id, arm from run_steps
    where run_id = any(${query.runIds}::bigint[]) and step_id = any(${query.stepIds}::int[])
      and outcome = any(${query.outcomes as string[]}::text[])
    order by run_id, id desc`;
}

/** A run that an operator puts on a step. */
export interface PutRun {
  id: number;
  /** The step to take next, or to continue waiting on. */
  step_id: number | null;
  /** Whether it continues its current wait. */
  waiting: boolean;
  /** Whether no step is left, so that it has reached the end. */
  ended: boolean;
  /** The outcome in its trace, with the actor. */
  outcome: 'moved' | 'retried';
  reason: string;
}

/** Makes runs due on their steps, each with a trace entry, in one statement. */
export async function putRuns({ sql, now }: Tx, runs: readonly PutRun[]): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    with wanted as (
      select * from unnest(
        ${runs.map((run) => run.id)}::bigint[],
        ${runs.map((run) => run.step_id)}::int[],
        ${runs.map((run) => (run.waiting ? 1 : 0))}::int[],
        ${runs.map((run) => (run.ended ? 1 : 0))}::int[],
        ${runs.map((run) => run.outcome)}::text[],
        ${runs.map((run) => run.reason)}::text[]
      ) as w (id, step_id, waiting, ended, outcome, reason)
    ), put as (
      update runs r set step_id = w.step_id, waiting = w.waiting = 1, reason = null,
        status = case when w.ended = 1 then 'completed' else 'active' end,
        due_at = case when w.ended = 0 then ${now}::timestamptz end,
        ended_at = case when w.ended = 1 then ${now}::timestamptz end,
        arrived_at = case when w.waiting = 1 then r.arrived_at end,
        after_event = case when w.waiting = 1 then r.after_event end,
        wait_event = case when w.waiting = 1 then r.wait_event end,
        wait_condition = w.waiting = 1 and r.wait_condition, chain = 0
      from wanted w where r.id = w.id
    )
    insert into run_steps (run_id, step_id, outcome, reason, recorded_at)
    select id, step_id, outcome, reason, ${now} from wanted order by id`;
}

/** Ends a run at its current step, with a trace entry. */
export async function cancelRun({ sql, now }: Tx, id: number, reason: string): Promise<void> {
  await sql`
    with canceled as (
      update runs set status = 'canceled', waiting = false, due_at = null,
        wait_event = null, wait_condition = false, reason = ${reason}, ended_at = ${now}
      where id = ${id} returning id, step_id)
    insert into run_steps (run_id, step_id, outcome, reason, recorded_at)
    select id, step_id, 'canceled', ${reason}, ${now} from canceled`;
}

/**
 * Moves mail of runs that was not handed over to the log; returns how many. Mail in hand-over, or
 * of uncertain outcome, stays: it cannot be called back.
 */
export async function cancelSendsOfRuns(
  tx: Tx,
  runs: readonly { id: number; person_id: number; reason: string }[],
): Promise<number> {
  if (runs.length === 0) return 0;
  const { sql, now } = tx;
  const ids = runs.map(({ id }) => id);
  const ofRuns = sql`s.person_id = any(${runs.map(({ person_id }) => person_id)}::bigint[])
    and s.run_id = any(${ids}::bigint[]) and s.status in ('scheduled', 'holding')`;
  await takeClaims(tx, ofRuns);
  const rows = await sql`
    with canceled as (
      delete from sends s where ${ofRuns} and ${notInHand(sql, sql`s.id`)} returning *)
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, reason, due_at, ended_at)
    select c.id, c.person_id, c.email_id, c.source_kind, c.source_id, c.step_id, c.run_id,
      'canceled', c.attempts, w.reason, c.due_at, ${now}
    from canceled c join unnest(${ids}::bigint[], ${runs.map(({ reason }) => reason)}::text[])
      as w (run_id, reason) on w.run_id = c.run_id
    returning 1`;
  return rows.length;
}
