import { compileCondition } from '../conditions/compile-condition.ts';
import { conditionNames } from '../conditions/names.ts';
import { type Audience, type IdRange, members } from '../people/audience.ts';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';

/** A broadcast while its mail is queued. */
export interface QueuedBroadcast {
  id: number;
  email_id: number;
  effective_emails_per_hour: number;
}

/**
 * Queues one send for each unsuppressed person in an id range. Sends are due one after the other
 * from `from` at the pace of the broadcast (QUEUE-02, QUEUE-04, BCAST-18, BCAST-19). Returns the
 * number of sends and the next due time.
 */
export async function queueAudience(
  { sql, now }: Tx,
  audience: Audience,
  range: IdRange,
  { broadcast, from }: { broadcast: QueuedBroadcast; from: Date },
): Promise<{ queued: number; nextDue: Date }> {
  const stepMs = 3_600_000 / broadcast.effective_emails_per_hour;
  const done = await withoutPrepare(sql`
    insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
    select id, ${broadcast.email_id}::bigint, 'broadcast', ${broadcast.id}::bigint,
      ${from}::timestamptz + place * ${stepMs}::float8 * interval '1 millisecond', ${now}::timestamptz
    from (
      select p.id, row_number() over (order by p.id) - 1 as place
      from ${members(sql, audience, range)} and not ${audience.suppressed}) chosen
    on conflict (source_id, person_id) where source_kind = 'broadcast' do nothing`);
  const queued = done.count;
  return { queued, nextDue: new Date(from.getTime() + queued * stepMs) };
}

/** The number of people a broadcast would reach, and how many are left out for each reason. */
export interface EligibleCount {
  people: number;
  unsubscribed: number;
  hard_bounced: number;
  complained: number;
  guarded: number;
  eligible: number;
  /** Per guard, how many unsuppressed people it stops. */
  by_guard: number[];
}

/**
 * Counts in the order in which sending decides: suppression first, then guards. `guards` are
 * conditions.
 */
export async function countEligible(
  tx: Tx,
  audience: Audience,
  guards: readonly unknown[],
  range: IdRange,
): Promise<EligibleCount> {
  const { sql } = tx;
  const names = await conditionNames(tx, [...guards]);
  const stops = guards.map((guard) => compileCondition(sql, guard, names));
  const columns = stops.map((stop, index) => sql`, ${stop} as ${sql(`stop_${index}`)}`);
  const anyStop = stops.map((_, index) => sql`${sql(`stop_${index}`)}`);
  const guarded = joined(sql, [sql`false`, ...anyStop], sql`or`);
  const counts = stops.map(
    (_, index) =>
      sql`, count(*) filter (where why is null and ${sql(`stop_${index}`)})::bigint as ${sql(`by_${index}`)}`,
  );
  const [row] = await withoutPrepare(sql<
    [Omit<EligibleCount, 'by_guard'> & Record<string, number>]
  >`
    select count(*)::bigint as people,
      count(*) filter (where why = 'unsubscribed')::bigint as unsubscribed,
      count(*) filter (where why = 'hard_bounced')::bigint as hard_bounced,
      count(*) filter (where why = 'complained')::bigint as complained,
      count(*) filter (where why is null and (${guarded}))::bigint as guarded,
      count(*) filter (where why is null and not (${guarded}))::bigint as eligible
      ${joined(sql, counts, sql``)}
    from (
      select case when p.unsubscribed_at is not null then 'unsubscribed'
        when p.hard_bounced_at is not null then 'hard_bounced'
        when p.complained_at is not null then 'complained' end as why ${joined(sql, columns, sql``)}
      from ${members(sql, audience, range)}) judged`);
  const { people, unsubscribed, hard_bounced, complained, guarded: stopped, eligible } = row;
  const byGuard = stops.map((_, index) => row[`by_${index}`] ?? 0);
  return {
    people,
    unsubscribed,
    hard_bounced,
    complained,
    guarded: stopped,
    eligible,
    by_guard: byGuard,
  };
}

function joined(sql: Sql, parts: Fragment[], word: Fragment): Fragment {
  const [first = sql``, ...rest] = parts;
  return rest.reduce((all, part) => sql`${all} ${word} ${part}`, first);
}
