import type { Passed, Step } from '../platform/retention.ts';
import type { Tx } from '../platform/transaction.ts';

/**
 * Looks at the next runs that ended before a time, in that order: their traces go, and all but the
 * last run of each person in each flow, which conditions and the run policy read. Runs of a
 * `single_run` flow stay. Answers those that it looked at.
 */
export async function forgetRuns({ sql }: Tx, { before, after, limit }: Step): Promise<Passed[]> {
  const [from, earlier] =
    after === null
      ? [sql``, sql`false`]
      : [
          sql`and (ended_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`,
          sql`r.ended_at is not null
            and (r.ended_at, r.id) <= (${after.at}::timestamptz, ${after.id}::bigint)`,
        ];
  return await sql<Passed[]>`
    with old as materialized (
      select id, flow_id, person_id, ended_at from runs
      where ended_at is not null and ended_at < ${before} ${from}
      order by ended_at, id limit ${limit}
    ), traces as (
      delete from run_steps s using old o where s.run_id = o.id
    ), gone as (
      delete from runs r using (select distinct flow_id, person_id from old) o
      where r.flow_id = o.flow_id and r.person_id = o.person_id and not r.once
        and (r.id in (select id from old) or ${earlier})
        and exists (
          select from runs n where n.flow_id = r.flow_id and n.person_id = r.person_id and n.id > r.id
            and (r.status <> 'completed' or n.status = 'completed'))
    )
    select ended_at::text as at, id from old order by ended_at, id`;
}
