import { compileCondition } from '../conditions/compile-condition.ts';
import { conditionNames } from '../conditions/names.ts';
import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import { unnamed } from '../platform/unprepared.ts';
import type { PersonRow } from './person.ts';

/**
 * Everybody for whom a condition holds, suppressed or not, as it is asked in one transaction;
 * segments are such conditions. Made by `loadAudience`.
 */
export interface Audience {
  /** Over a row `p` of people; true or false. It is compiled once and asked with every statement. */
  holds: Fragment;
  suppressed: Fragment;
}

/** Whom a condition means, whatever JSON it is; what it names is looked up. */
export async function loadAudience(tx: Tx, condition: unknown): Promise<Audience> {
  const names = await conditionNames(tx, [condition]);
  return {
    holds: compileCondition(tx.sql, condition, names),
    suppressed: compileCondition(tx.sql, { type: 'suppressed' }, names),
  };
}

/** Ids above `after` and up to `through`; null leaves that end open. */
export interface IdRange {
  after: number | null;
  through: number | null;
}

export const everybody: IdRange = { after: null, through: null };

/** Behind `from`: what counts, previews, pages, exports and sending all read (spec, Segments). */
function members(sql: Sql, { holds }: Audience, range: IdRange): Fragment {
  return sql`people p where ${within(sql, range)} (${holds})`;
}

function within(sql: Sql, { after, through }: IdRange): Fragment {
  // One id is asked for as one: a kept statement then needs no new plan for its value.
  if (after !== null && through === after + 1) return sql`p.id = ${through}::bigint and`;
  const above = after === null ? sql`` : sql`p.id > ${after}::bigint and`;
  const upTo = through === null ? sql`` : sql`p.id <= ${through}::bigint and`;
  return sql`${above} ${upTo}`;
}

export interface AudienceCount {
  people: number;
  /** Those of them who are not suppressed. */
  sendable: number;
}

export async function countAudience(
  { sql }: Tx,
  audience: Audience,
  range: IdRange,
): Promise<AudienceCount> {
  const [row] = await unnamed(sql<[AudienceCount]>`
    select count(*)::bigint as people,
      count(*) filter (where not ${audience.suppressed})::bigint as sendable
    from ${members(sql, audience, range)}`);
  return row;
}

/** Newest first. */
export async function newestOfAudience(
  { sql }: Tx,
  audience: Audience,
  range: IdRange,
  limit: number,
): Promise<PersonRow[]> {
  return await unnamed(sql<PersonRow[]>`
    select p.* from ${members(sql, audience, range)} order by p.id desc limit ${limit}::bigint`);
}

/** A broadcast as it goes into the queue. */
export interface QueuedBroadcast {
  id: number;
  email_id: number;
  /** Emails an hour. */
  pace: number;
}

/**
 * Queues a broadcast for those of a range who are not suppressed, each once, due one after the other
 * from `from` on at its pace (QUEUE-02, QUEUE-04, BCAST-18, BCAST-19). Answers how many, and when the
 * next one is due.
 */
export async function queueAudience(
  { sql, now }: Tx,
  audience: Audience,
  range: IdRange,
  { broadcast, from }: { broadcast: QueuedBroadcast; from: Date },
): Promise<{ queued: number; nextDue: Date }> {
  const stepMs = 3_600_000 / broadcast.pace;
  const done = await unnamed(sql`
    insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
    select id, ${broadcast.email_id}::bigint, 2, ${broadcast.id}::bigint,
      ${from}::timestamptz + place * ${stepMs}::float8 * interval '1 millisecond', ${now}::timestamptz
    from (
      select p.id, row_number() over (order by p.id) - 1 as place
      from ${members(sql, audience, range)} and not ${audience.suppressed}) chosen
    on conflict (source_id, person_id) where source_kind = 2 do nothing`);
  const queued = done.count;
  return { queued, nextDue: new Date(from.getTime() + queued * stepMs) };
}

/** How many people of an audience a broadcast would reach, and who is left out of it. */
export interface EligibleCount {
  people: number;
  unsubscribed: number;
  hard_bounced: number;
  complained: number;
  guarded: number;
  eligible: number;
  /** Who is not suppressed, of each guard. */
  by_guard: number[];
}

/** Counts as mail is judged: suppression first, then guards. `guards` are their conditions. */
export async function countEligible(
  tx: Tx,
  audience: Audience,
  guards: readonly unknown[],
  range: IdRange,
): Promise<EligibleCount> {
  const { sql } = tx;
  const names = await conditionNames(tx, [...guards]);
  const stops = guards.map((guard) => compileCondition(sql, guard, names));
  const columns = stops.map((stop, place) => sql`, ${stop} as ${sql(`stop_${place}`)}`);
  const anyStop = stops.map((_, place) => sql`${sql(`stop_${place}`)}`);
  const guarded = joined(sql, [sql`false`, ...anyStop], sql`or`);
  const counts = stops.map(
    (_, place) =>
      sql`, count(*) filter (where why is null and ${sql(`stop_${place}`)})::bigint as ${sql(`by_${place}`)}`,
  );
  const [row] = await unnamed(sql<[Omit<EligibleCount, 'by_guard'> & Record<string, number>]>`
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
  const by_guard = stops.map((_, place) => row[`by_${place}`] ?? 0);
  return { people, unsubscribed, hard_bounced, complained, guarded: stopped, eligible, by_guard };
}

function joined(sql: Sql, parts: Fragment[], word: Fragment): Fragment {
  const [first = sql``, ...rest] = parts;
  return rest.reduce((all, part) => sql`${all} ${word} ${part}`, first);
}

/** Any one, each as likely as the others. */
export async function anyOfAudience({ sql }: Tx, audience: Audience): Promise<PersonRow | null> {
  const [row] = await unnamed(sql<PersonRow[]>`
    select * from people where id = (
      select p.id from ${members(sql, audience, everybody)} order by random() limit 1)`);
  return row ?? null;
}

/**
 * Ids of a range whose two ends lie close together, in order: for work that goes through everybody
 * in small steps. The statement is kept, since each step asks the same.
 */
export async function idsOfAudience(
  { sql }: Tx,
  audience: Audience,
  range: { after: number; through: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select p.id from ${members(sql, audience, range)} order by p.id`;
  return rows.map(({ id }) => id);
}

/**
 * Where a window of `size` people ends that begins below `before`, newest first: the id above which
 * they lie, and null where the window holds everybody that is left.
 */
export async function windowBelow(
  { sql }: Tx,
  before: number | null,
  size: number,
): Promise<number | null> {
  const below = before === null ? sql`` : sql`where id < ${before}::bigint`;
  const [row] = await unnamed(sql<{ id: number }[]>`
    select id from people ${below} order by id desc offset ${size}::bigint limit 1`);
  return row?.id ?? null;
}
