import type { Code } from './codes.ts';
import type { Statement, Tx } from './transaction.ts';

/**
 * Counts of what there is now, for answers that show how much (COUNT-01). Triggers append what every
 * statement changes of them, in its own transaction, and rounds add that up. Read together, they are
 * exact at every moment; what decides something counts rows all the same.
 */
export type LiveSubject = Code<'live_counts.subject'>;
export type LiveMeasure = Code<'live_counts.measure'>;

export interface LiveCount {
  subject_id: number;
  /** 0 where people are at no step. */
  step_id: number;
  measure: LiveMeasure;
  /** The arm of a split; empty for every other measure. */
  part: string;
  count: number;
}

/** What is kept of some subjects, and what no round has added up yet, as a table in parentheses. */
function kept(sql: Tx['sql'], where: Statement): Statement {
  const columns = sql`subject_id, step_id, measure, part, count`;
  return sql`(
    select ${columns} from live_counts where ${where}
    union all
    select ${columns} from live_count_changes where ${where})`;
}

/** The counts of these records, without those that are 0. */
export async function readLiveCounts(
  { sql }: Tx,
  subject: LiveSubject,
  ids: readonly number[],
): Promise<LiveCount[]> {
  if (ids.length === 0) return [];
  const where = sql`subject = ${subject} and subject_id = any(${[...ids]}::bigint[])`;
  return await sql<LiveCount[]>`
    select subject_id, step_id, measure, part, sum(count)::bigint as count from ${kept(sql, where)} c
    group by subject_id, step_id, measure, part having sum(count) <> 0`;
}

/** All mail in the queue by measure, as a query. */
export function countedMail(sql: Tx['sql']): Statement {
  const where = sql`subject in ('flow', 'sequence', 'broadcast', 'message', 'test')
    and measure in ('queued', 'windowed', 'holding', 'uncertain')`;
  return sql`
    select measure, sum(count)::bigint as count from ${kept(sql, where)} c group by measure`;
}

/** Adds at most `limit` changes up; returns how many. The caller holds the lock of the figures. */
export async function addUpLiveCounts({ sql }: Tx, limit: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    with taken as (
      delete from live_count_changes where ctid = any(array(
        select ctid from live_count_changes limit ${limit}))
      returning *
    ), added as (
      insert into live_counts as c (subject, subject_id, step_id, measure, part, count)
      select subject, subject_id, step_id, measure, part, sum(count) from taken
      group by subject, subject_id, step_id, measure, part having sum(count) <> 0
      on conflict (subject, subject_id, step_id, measure, part)
      do update set count = c.count + excluded.count
    )
    select count(*)::bigint as count from taken`;
  return row.count;
}

/** Removes counts of nothing. The caller holds the lock of the figures. */
export async function forgetZeroCounts({ sql }: Tx): Promise<void> {
  await sql`delete from live_counts where count = 0`;
}
