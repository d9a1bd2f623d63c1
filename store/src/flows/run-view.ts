import type { RunStatus } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

/** A run as shown, with its person. */
export interface RunView {
  id: number;
  flow_id: number;
  flow_key: string;
  flow_name: string;
  person_id: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  step_id: number | null;
  waiting: boolean;
  status: RunStatus;
  due_at: Date | null;
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
}

const columns = (sql: Tx['sql']) => sql`
  r.id, r.flow_id, f.key as flow_key, f.name as flow_name, r.person_id, p.email, p.first_name,
  p.last_name, r.step_id, r.waiting, r.status, r.due_at, r.reason, r.started_at, r.ended_at`;

export interface RunQuery {
  flowId: number;
  statuses: readonly RunStatus[];
  stepId: number | null;
  personId: number | null;
  /** Id of the last one shown. */
  before: number | null;
  limit: number;
}

/**
 * Runs of a flow, newest first. One person has few, and an index has who is on a step; otherwise a page
 * reads an index per status. With `stepId` that reads through the runs of a status that are parked or
 * have ended.
 */
export async function listRuns(tx: Tx, query: RunQuery): Promise<RunView[]> {
  const { sql } = tx;
  const { limit } = query;
  const found = foundRuns(tx, query);
  // The people by one search for all ids, which looks into each block of the index once.
  return await sql<RunView[]>`
    with page as materialized (select * from (${found}) r order by r.id desc limit ${limit})
    select ${columns(sql)}
    from page r
    join flows f on f.id = r.flow_id
    join (
      select id, email, first_name, last_name from people
      where id = any(array(select person_id from page)) offset 0
    ) p on p.id = r.person_id
    order by r.id desc`;
}

function foundRuns(tx: Tx, query: RunQuery) {
  const { statuses, stepId, personId } = query;
  if (personId !== null) return runsOfPerson(tx, query);
  const isInside = statuses.every((status) => inside.has(status));
  // Who is parked is rare on a step, and rare in the flow.
  const isParked = statuses.every((status) => status === 'parked');
  return stepId !== null && isInside && !isParked
    ? runsOnStep(tx, query, stepId)
    : pagesByStatus(tx, query);
}

/** The statuses of runs that have not ended. */
const inside: ReadonlySet<RunStatus> = new Set(['active', 'parked', 'frozen']);

function onStep({ sql }: Tx, { stepId }: RunQuery) {
  return stepId === null ? sql`` : sql`and r.step_id = ${stepId}`;
}

function runsOfPerson(tx: Tx, query: RunQuery) {
  const { sql } = tx;
  const { flowId, statuses, personId, before, limit } = query;
  return sql`
    select * from runs r
    where r.person_id = ${personId} and r.flow_id = ${flowId}
      and r.status = any(${[...statuses]}::text[])
      and (${before}::bigint is null or r.id < ${before}) ${onStep(tx, query)}
    order by r.id desc limit ${limit}`;
}

/** Bounds and order match the index, so that the planner prefers it. */
function runsOnStep({ sql }: Tx, { flowId, statuses, before, limit }: RunQuery, stepId: number) {
  return sql`
    select * from runs r
    where (r.flow_id, r.step_id, r.id)
        < (${flowId}::bigint, ${stepId}::int, ${before ?? Number.MAX_SAFE_INTEGER}::bigint)
      and (r.flow_id, r.step_id, r.id) > (${flowId}::bigint, ${stepId}::int, 0::bigint)
      and r.ended_at is null and r.status = any(${[...statuses]}::text[])
    order by r.flow_id desc, r.step_id desc, r.id desc limit ${limit}`;
}

/** The same for the index by status. */
function pagesByStatus(tx: Tx, query: RunQuery) {
  const { sql } = tx;
  const { flowId, statuses, before, limit } = query;
  return sql`
    select r.* from unnest(${[...statuses]}::text[]) as wanted (status)
    cross join lateral (
      select * from runs r
      where (r.flow_id, r.status, r.id)
          < (${flowId}::bigint, wanted.status, ${before ?? Number.MAX_SAFE_INTEGER}::bigint)
        and (r.flow_id, r.status, r.id) > (${flowId}::bigint, wanted.status, 0::bigint)
        ${onStep(tx, query)}
      order by r.flow_id desc, r.status desc, r.id desc limit ${limit}
    ) r`;
}

/** Locks the run if it will be changed, but no other row. */
export async function findRun(
  { sql }: Tx,
  id: number,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<RunView | null> {
  const [row] = await sql<RunView[]>`
    select ${columns(sql)}
    from runs r join flows f on f.id = r.flow_id join people p on p.id = r.person_id
    where r.id = ${id} ${lock === 'for update' ? sql`for update of r` : sql``}`;
  return row ?? null;
}

/** Runs by id. */
export async function findRuns({ sql }: Tx, ids: readonly number[]): Promise<RunView[]> {
  return await sql<RunView[]>`
    select ${columns(sql)}
    from runs r join flows f on f.id = r.flow_id join people p on p.id = r.person_id
    where r.id = any(${[...ids]}::bigint[])`;
}

export interface TracedStep {
  step_id: number | null;
  outcome: string;
  arm: string | null;
  reason: string | null;
  recorded_at: Date;
}

/** The last entries of a run's trace, in order. */
export async function traceOf({ sql }: Tx, runId: number, limit: number): Promise<TracedStep[]> {
  const rows = await sql<TracedStep[]>`
    select step_id, outcome, arm, reason, recorded_at from run_steps
    where run_id = ${runId} order by id desc limit ${limit}`;
  return [...rows].reverse();
}

/** Counts parked runs of a flow, optionally of one step. */
export async function countParked(
  { sql }: Tx,
  flowId: number,
  stepId: number | null,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from runs
    where flow_id = ${flowId} and status = 'parked'
      ${stepId === null ? sql`` : sql`and step_id = ${stepId}`}`;
  return row.count;
}
