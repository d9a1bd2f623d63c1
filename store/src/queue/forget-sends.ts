import { limits } from '@postroad/core/platform/limits';
import type { Code } from '../platform/codes.ts';
import type { Fragment } from '../platform/fragment.ts';
import { eraseContents } from '../platform/kept-contents.ts';
import type { Passed, Step } from '../platform/retention.ts';
import type { Tx } from '../platform/transaction.ts';

/** A mail of the log, and whom it went to. */
export interface OldSend extends Passed {
  person_id: number | null;
}

/** Mail of the log that ended before a time, in that order. */
export async function listOldSends(
  { sql }: Tx,
  status: Code<'send_log.status'>,
  { before, after, limit }: Step,
): Promise<OldSend[]> {
  const from =
    after === null
      ? sql``
      : sql`and (ended_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`;
  return await sql<OldSend[]>`
    select id, person_id, ended_at::text as at from send_log
    where status = ${status} and ended_at < ${before} ${from}
    order by ended_at, id limit ${limit}`;
}

/**
 * Removes mail from the log, with what belongs to it but its hits; `past_sends` has what conditions and
 * stats read. Mail stays that a sequence has yet to look at, or by which a goal may still be reached, and
 * so do tests by which somebody unsubscribed, as stats leave these out by the log. The caller holds the
 * people. Answers how many rows are gone.
 */
export async function forgetSends(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.sql<{ id: number }[]>`
    with gone as (
      delete from send_log s where s.id = any(${[...ids]}::bigint[])
        and not (s.source_kind = 'sequence' and exists (
          select from sequence_runs r where r.sequence_id = s.source_id
            and r.person_id = s.person_id and r.finished_at is null and r.send_id = s.id))
        and not (s.source_kind = 'test' and exists (
          select from unsubscribes u where u.send_id = s.id))
        and not (s.status = 'sent' and ${mayConvert(tx)})
      returning s.*
    ), feedback as (
      delete from send_feedback f using gone g where f.send_id = g.id
      returning f.send_id, f.kind, f.occurred_at
    ), drafts as (delete from draft_tests d using gone g where d.send_id = g.id
    ), messages as (delete from messages m using gone g where m.send_id = g.id
    ), readers as (delete from test_readers t using gone g where t.send_id = g.id
    ), past as (
      insert into past_sends (id, person_id, email_id, source_kind, source_id, step_id, status,
        ended_at, delivered_at, soft_bounced_at, hard_bounced_at, complained_at)
      select g.id, g.person_id, g.email_id, g.source_kind, g.source_id, g.step_id, g.status,
        g.ended_at, f.delivered_at, f.soft_bounced_at, f.hard_bounced_at, f.complained_at
      from gone g left join lateral (
        select min(occurred_at) filter (where kind = 'delivered') as delivered_at,
          min(occurred_at) filter (where kind = 'soft_bounced') as soft_bounced_at,
          min(occurred_at) filter (where kind = 'hard_bounced') as hard_bounced_at,
          min(occurred_at) filter (where kind = 'complained') as complained_at
        from feedback where send_id = g.id) f on true
      where g.source_kind <> 'test' and g.status <> 'canceled'
    )
    select id from gone`;
  await eraseContents(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/**
 * Whether mail `s` counts as converted once its person reaches a goal: of its run, which has not ended, has
 * some days ago, or began within the time of a goal (GOAL-03), or of its broadcast (EXP-01).
 */
function mayConvert({ sql, now }: Tx): Fragment {
  const ofGoal = within(sql, sql`goals.goal -> 'within'`);
  const ofBroadcast = within(sql, sql`b.winner_rule -> 'goal' -> 'within'`);
  return sql`(
    s.source_kind = 'flow' and exists (
      select from runs r join flows f on f.id = r.flow_id
      cross join lateral json_array_elements(
        case json_typeof(f.definition -> 'goals') when 'array' then f.definition -> 'goals' end
      ) as goals (goal)
      where r.id = s.run_id and coalesce(
        r.started_at + ${ofGoal} >= ${now}, r.ended_at is null
          or r.ended_at >= ${now}::timestamptz - ${limits.goalAfterEndDays} * interval '1 day'))
    or s.source_kind = 'broadcast' and exists (
      select from broadcasts b
      where b.id = s.source_id and b.winner_rule is not null
        and s.ended_at + ${ofBroadcast} >= ${now}))`;
}

/** A duration of a definition; null for none, and for a malformed one, with which flows are saved too. */
function within(sql: Tx['sql'], duration: Fragment): Fragment {
  return sql`case
    when ${duration} ->> 'amount' ~ '^[0-9]{1,7}$'
      and ${duration} ->> 'unit' in ('minutes', 'hours', 'days', 'weeks')
    then ((${duration} ->> 'amount') || ' ' || (${duration} ->> 'unit'))::interval end`;
}
