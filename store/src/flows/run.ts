import type { Code, RunStatus } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

export interface ClaimedRun {
  id: number;
  flow_id: number;
  person_id: number;
  event_id: number | null;
  step_id: number | null;
  waiting: boolean;
  due_at: Date | null;
  arrived_at: Date | null;
  after_event: number | null;
  wait_event: string | null;
  wait_condition: boolean;
  /** Number of flows that started each other without a wait, up to this run. */
  chain: number;
  started_at: Date;
}

/** The state of a run after a walk; times as ISO 8601. */
export interface RunWrite {
  id: number;
  step_id: number | null;
  waiting: boolean;
  status: RunStatus;
  due_at: string | null;
  reason: string | null;
  arrived_at: string | null;
  after_event: number | null;
  wait_event: string | null;
  wait_condition: boolean;
}

export interface RunStep {
  run_id: number;
  step_id: number | null;
  outcome: Code<'run_steps.outcome'>;
  arm: string | null;
  reason: string | null;
}

export interface RunStart {
  flow_id: number;
  person_id: number;
  /** Null for triggers that no event fires. */
  event_id: number | null;
  once: boolean;
  chain: number;
  /** Since when it is due; now where it is left out. */
  due_at?: Date;
}

/** A run that started. */
export interface StartedRun extends Pick<RunStart, 'flow_id' | 'person_id' | 'event_id'> {
  id: number;
}

/**
 * Starts runs and returns those that started. The unique indexes and the runs under an earlier
 * policy leave out people who are inside the flow, or who ran a single_run flow before (contract
 * §4.1).
 */
export async function startRuns(
  { sql, now }: Tx,
  wanted: readonly RunStart[],
): Promise<StartedRun[]> {
  // Two transactions that start the same runs in different orders would deadlock on the indexes.
  const starts = [...wanted].sort((a, b) => a.flow_id - b.flow_id || a.person_id - b.person_id);
  return await sql<StartedRun[]>`
    insert into runs (flow_id, person_id, event_id, once, chain, due_at, started_at)
    select flow_id, person_id, event_id, once = 1, chain, coalesce(due_at, ${now}), ${now}
    from unnest(
      ${starts.map((start) => start.flow_id)}::bigint[],
      ${starts.map((start) => start.person_id)}::bigint[],
      ${starts.map((start) => start.event_id)}::bigint[],
      ${starts.map((start) => (start.once ? 1 : 0))}::int[],
      ${starts.map((start) => start.chain)}::int[],
      ${starts.map((start) => start.due_at?.toISOString() ?? null)}::timestamptz[]
    ) as wanted (flow_id, person_id, event_id, once, chain, due_at)
    where once = 0 or not exists (
      select from runs r where r.flow_id = wanted.flow_id and r.person_id = wanted.person_id)
    on conflict do nothing returning id, flow_id, person_id, event_id`;
}

const claimed = (sql: Tx['sql']) => sql`id, flow_id, person_id, event_id, step_id, waiting, due_at,
  arrived_at, after_event, wait_event, wait_condition, chain, started_at`;

/** Locks due runs for this transaction, longest due first; passes over runs of other workers. */
export async function claimDueRuns({ sql, now }: Tx, limit: number): Promise<ClaimedRun[]> {
  return await sql<ClaimedRun[]>`
    select ${claimed(sql)} from runs
    where status = 'active' and due_at <= ${now}
    order by due_at, id limit ${limit} for update skip locked`;
}

/** Locks up to `share` due runs of each flow, longest due first. */
export async function claimShares(
  { sql, now }: Tx,
  { flowIds, share, limit }: { flowIds: readonly number[]; share: number; limit: number },
): Promise<ClaimedRun[]> {
  return await sql<ClaimedRun[]>`
    select turn.* from unnest(${[...flowIds]}::bigint[]) as f (id)
    cross join lateral (
      select ${claimed(sql)} from runs
      where flow_id = f.id and status = 'active' and due_at <= ${now}
      order by due_at, id limit ${share} for update skip locked
    ) turn
    limit ${limit}`;
}

/** Freezes runs of flows that are not live, so that later claims do not read them. */
export async function freezeRuns({ sql }: Tx, ids: number[]): Promise<void> {
  await sql`update runs set status = 'frozen' where id = any(${ids}::bigint[])`;
}

/** Makes runs due again that came due while the flow was paused, in order of their due times. */
export async function releaseFrozenRuns({ sql }: Tx, flowId: number): Promise<void> {
  await sql`
    update runs set status = 'active'
    where flow_id = ${flowId} and status = 'frozen' and ended_at is null`;
}

/**
 * Writes the results of walks. Waits at gates are written separately, because they have more
 * columns.
 */
export async function writeRuns(tx: Tx, runs: readonly RunWrite[]): Promise<void> {
  const atGates = runs.filter((run) => run.wait_event !== null || run.wait_condition);
  const others = atGates.length === 0 ? runs : runs.filter((run) => !atGates.includes(run));
  if (others.length > 0) await writeOthers(tx, others);
  if (atGates.length > 0) await writeGates(tx, atGates);
}

/** A wait begins a new chain: what follows is not an endless loop. */
async function writeOthers({ sql, now }: Tx, runs: readonly RunWrite[]): Promise<void> {
  const reasons = runs.some((run) => run.reason !== null);
  await sql`
    update runs r set step_id = w.step_id, waiting = w.waiting = 1, status = w.status,
      due_at = w.due_at, reason = w.reason, arrived_at = w.arrived_at,
      after_event = null, wait_event = null, wait_condition = false,
      chain = case when w.waiting = 1 then 0 else r.chain end,
      ended_at = case when w.status in ('completed', 'exited') then ${now}::timestamptz end
    from unnest(
      ${runs.map((run) => run.id)}::bigint[],
      ${runs.map((run) => run.step_id)}::int[],
      ${runs.map((run) => (run.waiting ? 1 : 0))}::int[],
      ${runs.map((run) => run.status)}::text[],
      ${runs.map((run) => run.due_at)}::timestamptz[],
      ${runs.map((run) => run.arrived_at)}::timestamptz[],
      ${reasons ? runs.map((run) => run.reason) : []}::text[]
    ) as w (id, step_id, waiting, status, due_at, arrived_at, reason)
    where r.id = w.id`;
}

/** A run parked at a gate keeps its wait, so that a retry continues it. */
async function writeGates({ sql }: Tx, runs: readonly RunWrite[]): Promise<void> {
  await sql`
    update runs r set step_id = w.step_id, waiting = true, status = w.status, due_at = w.due_at,
      reason = w.reason, arrived_at = w.arrived_at, after_event = w.after_event,
      wait_event = w.wait_event, wait_condition = w.wait_condition = 1, chain = 0
    from unnest(
      ${runs.map((run) => run.id)}::bigint[],
      ${runs.map((run) => run.step_id)}::int[],
      ${runs.map((run) => run.status)}::text[],
      ${runs.map((run) => run.due_at)}::timestamptz[],
      ${runs.map((run) => run.reason)}::text[],
      ${runs.map((run) => run.arrived_at)}::timestamptz[],
      ${runs.map((run) => run.after_event)}::bigint[],
      ${runs.map((run) => run.wait_event)}::text[],
      ${runs.map((run) => (run.wait_condition ? 1 : 0))}::int[]
    ) as w (id, step_id, status, due_at, reason, arrived_at, after_event, wait_event, wait_condition)
    where r.id = w.id`;
}

/**
 * Raises `after_event` for people whose own steps recorded events on the way to a gate, so that the
 * gate ignores these events.
 */
export async function raiseAfterEvent(
  { sql }: Tx,
  runs: readonly { id: number; after_event: number }[],
): Promise<void> {
  await sql`
    update runs r set after_event = greatest(r.after_event, w.after_event)
    from unnest(${runs.map((run) => run.id)}::bigint[],
      ${runs.map((run) => run.after_event)}::bigint[]) as w (id, after_event)
    where r.id = w.id and r.wait_event is not null`;
}

export async function insertRunSteps({ sql, now }: Tx, steps: RunStep[]): Promise<void> {
  await sql`
    insert into run_steps (run_id, step_id, outcome, arm, reason, recorded_at)
    select run_id, step_id, outcome, arm, reason, ${now}
    from unnest(
      ${steps.map((step) => step.run_id)}::bigint[],
      ${steps.map((step) => step.step_id)}::int[],
      ${steps.map((step) => step.outcome)}::text[],
      ${steps.map((step) => step.arm)}::text[],
      ${steps.map((step) => step.reason)}::text[]
    ) as fresh (run_id, step_id, outcome, arm, reason)`;
}

/** Steps that each run has passed; for a run that an operator moved, only those since. */
export async function findDoneSteps(
  { sql }: Tx,
  runIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  const rows = await sql<{ run_id: number; steps: number[] }[]>`
    select s.run_id, array_agg(s.step_id) as steps from run_steps s
    where s.run_id = any(${[...runIds]}::bigint[]) and s.step_id is not null
      and s.outcome in ('ran', 'branched', 'released')
      and s.id > coalesce((select max(m.id) from run_steps m
        where m.run_id = s.run_id and m.outcome = 'moved'), 0)
    group by s.run_id`;
  return new Map(rows.map((row) => [row.run_id, new Set(row.steps)]));
}

/** Parks one run that made its batch fail; its reason stays visible. */
export async function parkRun({ sql, now }: Tx, id: number, reason: string): Promise<void> {
  await sql`
    with parked as (
      update runs set status = 'parked', due_at = null, reason = ${reason}
      where id = ${id} and status = 'active' returning id, step_id)
    insert into run_steps (run_id, step_id, outcome, reason, recorded_at)
    select id, step_id, 'parked', ${reason}, ${now} from parked`;
}

/** Locks runs, so that a writer of what they wait for takes its locks in the order of everyone. */
export async function lockRuns({ sql }: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from runs where id = any(${[...ids]}::bigint[]) order by id for update`;
}

/** Makes runs due that still wait at these steps, since what they wait for has ended. */
export async function wakeWaitingRuns(
  { sql, now }: Tx,
  waiting: readonly { run_id: number; step_id: number }[],
): Promise<void> {
  await sql`
    update runs r set due_at = ${now}
    from unnest(
      ${waiting.map(({ run_id }) => run_id)}::bigint[],
      ${waiting.map(({ step_id }) => step_id)}::int[]) as w (run_id, step_id)
    where r.id = w.run_id and r.step_id = w.step_id and r.waiting
      and r.status in ('active', 'frozen') and r.due_at > ${now}`;
}
