import { holdReasons } from '@postroad/core/queue/hold-reasons';
import { compileCondition } from '../conditions/compile-condition.ts';
import { conditionNames } from '../conditions/names.ts';
import { type Audience, everybody, type IdRange, members } from '../people/audience.ts';
import { endedMail } from '../platform/ended-mail.ts';
import { type Fragment, joined } from '../platform/fragment.ts';
import { listOfIds } from '../platform/list-of-ids.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import { emailBySplit, inSample, type Split } from './experiment.ts';

/** A broadcast while its mail is queued. */
export interface QueuedBroadcast extends Split {
  effective_emails_per_hour: number;
}

/** Who is no recipient of a broadcast although in its segment (BC-07). True or false over a row `p` of people. */
export interface Exclusions {
  /** For people in a range of ids, so that a part reads no more of the log than its own. */
  byBroadcast: (range: IdRange) => Fragment;
  bySegment: Fragment;
  /** Of each excluded segment, in their order. */
  bySegments: readonly Fragment[];
}

/**
 * The people who got one of these broadcasts or have an email of it in the queue, and those in one of
 * these segments. An index finds what a person got of their emails.
 */
export function exclusionsOf(
  { sql }: Pick<Tx, 'sql'>,
  broadcasts: readonly { id: number; email_ids: number[] }[],
  segments: readonly Audience[],
): Exclusions {
  const ids = sql`${broadcasts.map(({ id }) => id)}::bigint[]`;
  const emails = sql`${broadcasts.flatMap(({ email_ids }) => email_ids)}::bigint[]`;
  const byBroadcast = ({ after, through }: IdRange) => {
    if (broadcasts.length === 0) return sql`false`;
    const person = sql`p.id
      ${after === null ? sql`` : sql`and person_id > ${after}::bigint`}
      ${through === null ? sql`` : sql`and person_id <= ${through}::bigint`}`;
    return sql`(exists (
        select from ${endedMail(sql)} s
        where person_id = ${person} and email_id = any(${emails}) and source_kind = 'broadcast'
          and source_id = any(${ids}) and status = 'sent')
      or exists (
        select from sends
        where source_kind = 'broadcast' and source_id = any(${ids}) and person_id = ${person}))`;
  };
  const inside = segments.map(({ holds }) => sql`(${holds})`);
  return { byBroadcast, bySegment: joined(sql, 'or', inside), bySegments: inside };
}

/** Those of these people whom a broadcast leaves out, and by which kind of exclusion. */
export async function excludedAmong(
  { sql }: Tx,
  { byBroadcast, bySegment }: Exclusions,
  people: readonly number[],
): Promise<{ id: number; by: 'broadcast' | 'segment' }[]> {
  return await withoutPrepare(sql<{ id: number; by: 'broadcast' | 'segment' }[]>`
    select id, by from (
      select p.id, case when ${byBroadcast(everybody)} then 'broadcast' when ${bySegment} then 'segment' end as by
      from people p where p.id = any(${listOfIds(sql, people)})) judged
    where by is not null`);
}

/**
 * Queues one send for each unsuppressed person in an id range who is not excluded. Sends are due one after the other
 * from `from` at the pace of the broadcast (QUEUE-02, QUEUE-04, BCAST-18, BCAST-19). With a rule for a
 * winner only those of its sample are, and the others wait for the decision (EXP-03). Returns the
 * number of sends, of those that wait, and the next due time.
 */
export async function queueAudience(
  { sql, now }: Tx,
  { audience, exclusions }: { audience: Audience; exclusions: Exclusions },
  range: IdRange,
  { broadcast, from }: { broadcast: QueuedBroadcast; from: Date },
): Promise<{ queued: number; waiting: number; nextDue: Date }> {
  const stepMs = 3_600_000 / broadcast.effective_emails_per_hour;
  const person = sql`id`;
  const [row] = await withoutPrepare(sql<[{ queued: number; waiting: number }]>`
    with put as (
      insert into sends (person_id, email_id, source_kind, source_id, status, hold_reason, due_at, created_at)
      select id, case when sampled then ${emailBySplit(sql, broadcast, person)} else ${broadcast.email_id}::bigint end,
        'broadcast', ${broadcast.id}::bigint, case when sampled then 'scheduled' else 'holding' end,
        case when not sampled then ${holdReasons.winnerOpen} end,
        ${from}::timestamptz
          + case when sampled then place else 0 end * ${stepMs}::float8 * interval '1 millisecond',
        ${now}::timestamptz
      from (
        select id, sampled, row_number() over (partition by sampled order by id) - 1 as place
        from (
          select p.id, ${inSample(sql, broadcast, sql`p.id`)} as sampled
          from ${members(sql, audience, range)} and not ${audience.suppressed}
            and not ${exclusions.byBroadcast(range)} and not ${exclusions.bySegment}) member) chosen
      on conflict (source_id, person_id) where source_kind = 'broadcast' do nothing
      returning status)
    select count(*)::bigint as queued, count(*) filter (where status = 'holding')::bigint as waiting
    from put`);
  const { queued, waiting } = row;
  return { queued, waiting, nextDue: new Date(from.getTime() + (queued - waiting) * stepMs) };
}

/** The number of people a broadcast would reach, and how many are left out for each reason. */
export interface EligibleCount {
  people: number;
  unsubscribed: number;
  hard_bounced: number;
  complained: number;
  by_broadcast: number;
  by_segment: number;
  guarded: number;
  eligible: number;
  /** Per guard, how many unsuppressed people it stops. */
  by_guard: number[];
  /** Per excluded segment, whom it leaves out and none before it does. */
  by_segments: number[];
}

/**
 * Counts in the order in which sending decides: suppression first, then exclusions, then guards.
 * `guards` are conditions.
 */
export async function countEligible(
  tx: Tx,
  { audience, exclusions }: { audience: Audience; exclusions: Exclusions },
  guards: readonly unknown[],
  range: IdRange,
): Promise<EligibleCount> {
  const { sql } = tx;
  const names = await conditionNames(tx, [...guards]);
  const stops = guards.map((guard) => compileCondition(sql, guard, names));
  const columns = stops.map((stop, index) => sql`, ${stop} as ${sql(`stop_${index}`)}`);
  const anyStop = stops.map((_, index) => sql`${sql(`stop_${index}`)}`);
  const guarded = joined(sql, 'or', anyStop);
  const counts = stops.map(
    (_, index) =>
      sql`, count(*) filter (where why is null and ${sql(`stop_${index}`)})::bigint as ${sql(`by_${index}`)}`,
  );
  const segments = exclusions.bySegments.map(
    (inside, index) => sql`when ${inside} then ${`segment_${index}`}`,
  );
  const ofSegments = segments.map(
    (_, index) =>
      sql`, count(*) filter (where why = ${`segment_${index}`})::bigint as ${sql(`in_${index}`)}`,
  );
  const listed = (parts: Fragment[]) => parts.reduce((all, part) => sql`${all} ${part}`, sql``);
  // The offset keeps the planner from judging each person once for each count.
  const [row] = await withoutPrepare(sql<
    [Omit<EligibleCount, 'by_guard' | 'by_segments' | 'by_segment'> & Record<string, number>]
  >`
    select count(*)::bigint as people,
      count(*) filter (where why = 'unsubscribed')::bigint as unsubscribed,
      count(*) filter (where why = 'hard_bounced')::bigint as hard_bounced,
      count(*) filter (where why = 'complained')::bigint as complained,
      count(*) filter (where why = 'by_broadcast')::bigint as by_broadcast,
      count(*) filter (where why is null and (${guarded}))::bigint as guarded,
      count(*) filter (where why is null and not (${guarded}))::bigint as eligible
      ${listed(counts)} ${listed(ofSegments)}
    from (
      select case when p.unsubscribed_at is not null then 'unsubscribed'
        when p.hard_bounced_at is not null then 'hard_bounced'
        when p.complained_at is not null then 'complained'
        when ${exclusions.byBroadcast(range)} then 'by_broadcast'
        ${listed(segments)} end as why ${listed(columns)}
      from ${members(sql, audience, range)} offset 0) judged`);
  const { people, unsubscribed, hard_bounced, complained, by_broadcast } = row;
  const bySegments = segments.map((_, index) => row[`in_${index}`] ?? 0);
  return {
    ...{ people, unsubscribed, hard_bounced, complained, by_broadcast },
    by_segment: bySegments.reduce((sum, one) => sum + one, 0),
    by_segments: bySegments,
    guarded: row.guarded,
    eligible: row.eligible,
    by_guard: stops.map((_, index) => row[`by_${index}`] ?? 0),
  };
}
