import type { Tx } from '../platform/transaction.ts';

/** A step that returned to the definition. */
export interface ReturnedStep {
  step_id: number;
  /** For a delay, its length from the arrival in milliseconds. */
  wait_ms: number | null;
}

/** Requests that people who are parked on these steps, or would be, continue there. */
export async function addReturnChecks(
  { sql, now }: Tx,
  flowId: number,
  steps: readonly ReturnedStep[],
): Promise<void> {
  await sql`
    insert into gate_checks (flow_id, step_id, is_back, wait_ms, created_at)
    select ${flowId}::bigint, step_id, true, wait_ms, ${now}
    from unnest(${steps.map((step) => step.step_id)}::int[],
      ${steps.map((step) => step.wait_ms)}::bigint[]) as s (step_id, wait_ms)`;
}

/** Requests that the people on these steps of a flow be evaluated again. */
export async function addGateChecks(
  { sql, now }: Tx,
  flowId: number,
  stepIds: readonly number[],
): Promise<void> {
  await sql`
    insert into gate_checks (flow_id, step_id, created_at)
    select ${flowId}::bigint, step_id, ${now} from unnest(${[...stepIds]}::int[]) as s (step_id)`;
}

interface GateCheck {
  id: number;
  flow_id: number;
  step_id: number;
  after_run: number;
  is_back: boolean;
  wait_ms: number | null;
}

/**
 * Makes the next `limit` people of the oldest check due, and deletes the check after its last.
 * Returns how many, or null if there is no check. The checks of one flow run in order, so that a
 * step which was removed and restored parks nobody. It locks only runs, so waiting for their
 * holders cannot deadlock.
 */
export async function workGateCheck(tx: Tx, limit: number): Promise<number | null> {
  const { sql, now } = tx;
  const [check] = await sql<GateCheck[]>`
    select id, flow_id, step_id, after_run, is_back, wait_ms from gate_checks c
    where not exists (
      select from gate_checks before where before.flow_id = c.flow_id and before.id < c.id)
    order by id limit 1 for update skip locked`;
  if (!check) return null;
  const concerned = check.is_back
    ? sql`(status = 'parked' or status in ('active', 'frozen') and waiting)`
    : sql`status in ('active', 'frozen') and waiting`;
  // Bounds and order match the index, so that the planner does not sort everybody on the step.
  const rows = await sql<{ id: number }[]>`
    select id from runs
    where (flow_id, step_id, id) > (${check.flow_id}::bigint, ${check.step_id}::int, ${check.after_run}::bigint)
      and (flow_id, step_id, id)
        < (${check.flow_id}::bigint, ${check.step_id}::int, ${Number.MAX_SAFE_INTEGER}::bigint)
      and ended_at is null and ${concerned}
    order by flow_id, step_id, id limit ${limit} for update`;
  const ids = rows.map((row) => row.id);
  if (check.is_back) await putBack(tx, check, ids);
  else {
    await sql`
      update runs set due_at = least(due_at, ${now}::timestamptz) where id = any(${ids}::bigint[])`;
  }
  if (ids.length < limit) await sql`delete from gate_checks where id = ${check.id}`;
  else await sql`update gate_checks set after_run = ${ids.at(-1) ?? 0} where id = ${check.id}`;
  return ids.length;
}

/**
 * Lets people continue who were parked on a restored step, each with a trace entry. On a delay they
 * wait until it would have ended, whether they were parked or only made due.
 */
async function putBack({ sql, now }: Tx, { wait_ms }: GateCheck, ids: number[]): Promise<void> {
  await sql`
    with parked as (
      select id, step_id from runs where id = any(${ids}::bigint[]) and status = 'parked'
    ), traced as (
      insert into run_steps (run_id, step_id, outcome, reason, recorded_at)
      select id, step_id, 'retried', 'Step ' || step_id || ' is in the definition again.', ${now}
      from parked order by id
    )
    update runs r set reason = null,
      status = case when r.status = 'parked' then 'active' else r.status end,
      due_at = case
        when r.waiting and r.wait_event is null and not r.wait_condition
          then coalesce(r.arrived_at + ${wait_ms}::bigint * interval '1 millisecond', ${now})
        else least(r.due_at, ${now}::timestamptz) end
    where r.id = any(${ids}::bigint[])`;
}
