import type { Sql } from '../platform/connection/database.ts';
import type { Fragment } from '../platform/fragment.ts';
import { listOfIds } from '../platform/list-of-ids.ts';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import type { PersonRow } from './person.ts';

/**
 * Everybody who satisfies a condition, suppressed or not, for queries of one transaction.
 * `loadAudience` makes one from any condition; a segment is such a condition.
 */
export interface Audience {
  /** True or false over a row `p` of people. Compiled once and used in every statement. */
  holds: Fragment;
  suppressed: Fragment;
}

/** Ids above `after` and up to `through`; null leaves that end open. */
export interface IdRange {
  after: number | null;
  through: number | null;
}

export const everybody: IdRange = { after: null, through: null };

/**
 * The part of a query after `from` that counts, previews, pages, exports and sending share (spec,
 * Segments).
 */
export function members(sql: Sql, { holds }: Audience, range: IdRange): Fragment {
  return sql`people p where ${within(sql, range)} (${holds})`;
}

function within(sql: Sql, { after, through }: IdRange): Fragment {
  // A single id is compared directly: a cached statement then needs no new plan for each value.
  if (after !== null && through === after + 1) return sql`p.id = ${through}::bigint and`;
  const above = after === null ? sql`` : sql`p.id > ${after}::bigint and`;
  const upTo = through === null ? sql`` : sql`p.id <= ${through}::bigint and`;
  return sql`${above} ${upTo}`;
}

export interface AudienceCount {
  people: number;
  /** The members who are not suppressed. */
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

/** A random member, each equally likely. */
export async function anyOfAudience({ sql }: Tx, audience: Audience): Promise<PersonRow | null> {
  const [row] = await withoutPrepare(sql<PersonRow[]>`
    select * from people where id = (
      select p.id from ${members(sql, audience, everybody)} order by random() limit 1)`);
  return row ?? null;
}

/**
 * The ids within a narrow range, in order, for work that passes through all members in small steps.
 * The statement is cached, because each step repeats it.
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

/** Those of these people who are members; the statement is cached, because each batch repeats it. */
export async function membersAmong(
  { sql }: Tx,
  { holds }: Audience,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select p.id from people p where p.id = any(${listOfIds(sql, ids)}) and (${holds})`;
  return rows.map(({ id }) => id);
}

/** The person id at which a part of `size` people above `after` ends; at most `through`. */
export async function endOfPart(
  { sql }: Tx,
  { after, through, size }: { after: number; through: number; size: number },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select id from people where id > ${after} and id <= ${through}
    order by id offset ${size - 1}::bigint limit 1`;
  return row?.id ?? through;
}

/**
 * The lower end of a window of `size` people below `before`, newest first: the id above which they
 * are. Null if the window holds all remaining people.
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
