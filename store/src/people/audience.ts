import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import type { PersonRow } from './person.ts';

/**
 * Everybody for whom a condition holds, suppressed or not, as it is asked in one transaction;
 * segments are such conditions, and `loadAudience` makes one of a condition.
 */
export interface Audience {
  /** Over a row `p` of people; true or false. It is compiled once and asked with every statement. */
  holds: Fragment;
  suppressed: Fragment;
}

/** Ids above `after` and up to `through`; null leaves that end open. */
export interface IdRange {
  after: number | null;
  through: number | null;
}

export const everybody: IdRange = { after: null, through: null };

/** Behind `from`: what counts, previews, pages, exports and sending all read (spec, Segments). */
export function members(sql: Sql, { holds }: Audience, range: IdRange): Fragment {
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
  const [row] = await withoutPrepare(sql<[AudienceCount]>`
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
  return await withoutPrepare(sql<PersonRow[]>`
    select p.* from ${members(sql, audience, range)} order by p.id desc limit ${limit}::bigint`);
}

/** Any one, each as likely as the others. */
export async function anyOfAudience({ sql }: Tx, audience: Audience): Promise<PersonRow | null> {
  const [row] = await withoutPrepare(sql<PersonRow[]>`
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
  const [row] = await withoutPrepare(sql<{ id: number }[]>`
    select id from people ${below} order by id desc offset ${size}::bigint limit 1`);
  return row?.id ?? null;
}
