import type { RunStatus } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import type { InFlight } from '../platform/unit-of-work.ts';
import { attempted, isAttempted } from '../queue/claims.ts';

/** A run with what decides which goals it can still reach. */
export interface GoalRun {
  id: number;
  flow_id: number;
  person_id: number;
  event_id: number | null;
  status: RunStatus;
  started_at: Date;
  ended_at: Date | null;
  /** Names of goals that it reached, or that held as it began. */
  settled: string[];
}

const columns = (sql: Tx['sql']) => sql`
  r.id, r.flow_id, r.person_id, r.event_id, r.status, r.started_at, r.ended_at,
  array(select g.goal from run_goals g where g.run_id = r.id) as settled`;

/** A person in a flow, with the time from which a run may have begun that ended long ago. */
export interface GoalPair {
  person_id: number;
  flow_id: number;
  started_from: Date;
}

/**
 * The newest runs of each person in each flow that a goal may count for: those that have not ended,
 * those that ended after `endedFrom`, and those that began after `started_from`.
 */
export async function findGoalRuns(
  { sql }: Tx,
  pairs: readonly GoalPair[],
  { endedFrom, limit }: { endedFrom: Date; limit: number },
): Promise<GoalRun[]> {
  return await sql<GoalRun[]>`
    select ${columns(sql)}
    from unnest(
      ${pairs.map((pair) => pair.person_id)}::bigint[],
      ${pairs.map((pair) => pair.flow_id)}::bigint[],
      ${pairs.map((pair) => pair.started_from.toISOString())}::timestamptz[]
    ) as w (person_id, flow_id, started_from)
    cross join lateral (
      select * from runs n where n.person_id = w.person_id and n.flow_id = w.flow_id
      order by n.person_id desc, n.flow_id desc, n.id desc limit ${limit}
    ) r
    where r.ended_at is null or r.ended_at >= ${endedFrom} or r.started_at >= w.started_from`;
}

/** Locks runs in the order of their ids, and reads them as they are then. */
export async function lockGoalRuns({ sql }: Tx, ids: readonly number[]): Promise<GoalRun[]> {
  const [, rows] = await Promise.all([
    sql`select from runs where id = any(${[...ids]}::bigint[]) order by id for update`,
    sql<GoalRun[]>`
      select ${columns(sql)} from runs r where r.id = any(${[...ids]}::bigint[]) order by r.id`,
  ]);
  return rows;
}

/** The goals that count no more for these runs, by run. */
export async function findSettledGoals(
  { sql }: Tx,
  runIds: readonly number[],
): Promise<Map<number, Set<string>>> {
  const rows = await sql<{ run_id: number; goals: string[] }[]>`
    select run_id, array_agg(goal) as goals from run_goals
    where run_id = any(${[...runIds]}::bigint[]) group by run_id`;
  return new Map(rows.map(({ run_id, goals }) => [run_id, new Set(goals)]));
}

export interface RunGoal {
  run_id: number;
  goal: string;
}

/** Notes goals that held as runs began. */
export async function holdGoals({ sql }: Tx, held: readonly RunGoal[]): Promise<void> {
  await sql`
    insert into run_goals (run_id, goal, exits)
    select run_id, goal, false from unnest(
      ${held.map(({ run_id }) => run_id)}::bigint[], ${held.map(({ goal }) => goal)}::text[]
    ) as h (run_id, goal) on conflict do nothing`;
}

export interface ReachedGoal extends RunGoal {
  person_id: number;
  exits: boolean;
}

/**
 * Notes goals that runs reached, with the mails that count as converted by each: those of the run
 * that were sent or are being handed over, each once, whatever other goals the run reaches. Answers
 * those mails. The caller has locked the runs.
 */
export async function insertReachedGoals(
  { sql, now }: Tx,
  reached: readonly ReachedGoal[],
): Promise<number[]> {
  const rows = await sql<{ counted_sends: number[] }[]>`
    with wanted as (
      select * from unnest(
        ${reached.map(({ run_id }) => run_id)}::bigint[],
        ${reached.map(({ person_id }) => person_id)}::bigint[],
        ${reached.map(({ goal }) => goal)}::text[],
        ${reached.map(({ exits }) => (exits ? 1 : 0))}::int[]
      ) with ordinality as w (run_id, person_id, goal, exits, nth)
    ), mails as (
      select distinct on (m.id) m.id, w.run_id, w.goal
      from wanted w cross join lateral (
        select l.id from send_log l
        where l.person_id = w.person_id and l.run_id = w.run_id and l.status = 'sent'
        union all
        select q.id from sends q
        where q.person_id = w.person_id and q.run_id = w.run_id
          and (q.status = 'uncertain' or ${isAttempted(sql, sql`q.id`)})
      ) m
      where not exists (
        select from run_goals g where g.run_id = w.run_id and m.id = any(g.counted_sends))
      order by m.id, w.nth
    )
    insert into run_goals (run_id, goal, exits, reached_at, counted_sends)
    select w.run_id, w.goal, w.exits = 1, ${now},
      array(select m.id from mails m where m.run_id = w.run_id and m.goal = w.goal order by m.id)
    from wanted w
    on conflict do nothing returning counted_sends`;
  return rows.flatMap(({ counted_sends }) => counted_sends);
}

/** Ends runs that have not ended, each with a trace entry; the goal is the reason (GOAL-04). */
export async function endRunsByGoals({ sql, now }: Tx, ends: readonly RunGoal[]): Promise<void> {
  await sql`
    with ended as (
      update runs r set status = 'exited', waiting = false, due_at = null, reason = w.goal,
        arrived_at = null, after_event = null, wait_event = null, wait_condition = false,
        ended_at = ${now}
      from unnest(
        ${ends.map(({ run_id }) => run_id)}::bigint[], ${ends.map(({ goal }) => goal)}::text[]
      ) as w (run_id, goal)
      where r.id = w.run_id and r.ended_at is null returning r.id, r.step_id, r.reason
    )
    insert into run_steps (run_id, step_id, outcome, reason, recorded_at)
    select id, step_id, 'exited', reason, ${now} from ended order by id`;
}

/** The goals by which runs among these ended, whose mail is not handed over any more; by run. */
export async function goalsThatEnded(
  { sql }: Tx,
  runIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<RunGoal[]>`
    select distinct on (run_id) run_id, goal from run_goals
    where run_id = any(${[...runIds]}::bigint[]) and exits
    order by run_id, reached_at, goal`;
  return new Map(rows.map(({ run_id, goal }) => [run_id, goal]));
}

/** Mail of these runs in hand-over, for `work.block`. */
export function sendsOfRuns(runs: readonly { id: number; person_id: number }[]): InFlight {
  return {
    async isUnderWay({ sql }) {
      const [row] = await sql<{ found: boolean }[]>`
        select exists (
          select from sends where id = ${attempted(sql)}
            and person_id = any(${runs.map((run) => run.person_id)}::bigint[])
            and run_id = any(${runs.map((run) => run.id)}::bigint[])) as found`;
      return row?.found ?? false;
    },
  };
}

export interface ShownGoal {
  goal: string;
  reached_at: Date;
}

/** The goals that a run reached, in the order in which it did. */
export async function reachedGoalsOf({ sql }: Tx, runId: number): Promise<ShownGoal[]> {
  return await sql<ShownGoal[]>`
    select goal, reached_at from run_goals
    where run_id = ${runId} and reached_at is not null order by reached_at, goal`;
}
