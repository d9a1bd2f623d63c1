import type { Passed, Step } from '../platform/retention.ts';
import type { Tx } from '../platform/transaction.ts';

/**
 * Removes the next events that occurred before a time, in that order. Events stay that a run or a mail
 * in the queue still reads. Answers those that it looked at.
 */
export async function forgetEvents({ sql }: Tx, { before, after, limit }: Step): Promise<Passed[]> {
  // The index has times alone: the first comparison finds the place in it.
  const from =
    after === null
      ? sql``
      : sql`and occurred_at >= ${after.at}::timestamptz
          and (occurred_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`;
  return await sql<Passed[]>`
    with old as materialized (
      select id, person_id, occurred_at from events where occurred_at < ${before} ${from}
      order by occurred_at, id limit ${limit}
    ), gone as (
      delete from events e using old o
      where e.id = o.id and not exists (
          select from runs r where r.person_id = o.person_id and r.event_id = o.id and r.ended_at is null)
        and not exists (
          select from sends q where q.person_id = o.person_id and q.event_id = o.id)
    )
    select occurred_at::text as at, id from old order by occurred_at, id`;
}
