import type postgres from 'postgres';
import type { Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import type { Audience } from './audience.ts';
import type { PersonRow } from './person.ts';

export interface PeopleQuery {
  /**
   * Prefix of an address or a name, in any case; beyond ASCII, names follow the database's locale.
   */
  q: string | null;
  tagId: number | null;
  externalId: string | null;
  /** The audience of a segment. */
  audience: Audience | null;
  /** Id of the last row shown. */
  before: number | null;
  limit: number;
}

/** Limits on the cost of a page, however large the table. */
export interface SearchBounds {
  /** A filter with at most this many matches is answered from its index. */
  narrowed: number;
  /** How many of the newest people to pass over if every filter matches more. */
  passedOver: number;
  /** As `narrowed`, used if the newest people do not fill the page. */
  narrowedLate: number;
}

export interface FoundPeople {
  rows: PersonRow[];
  /** The id where the search stopped before the page was full; null if it examined everyone. */
  stoppedAt: number | null;
}

/** Sorts after every character that can follow the prefix. */
const last = '\u{10ffff}';

/**
 * Searches people, newest first. A filter with few matches is answered from its index. If all
 * filters match many, the search examines the newest people, at most `passedOver` per page, because
 * the matches may all be old. A page therefore never reads the whole table, and may be short
 * although there is more.
 */
export async function searchPeople(
  tx: Tx,
  query: PeopleQuery,
  bounds: SearchBounds,
): Promise<FoundPeople> {
  const ids = await narrowed(tx, query, bounds.narrowed);
  const { sql } = tx;
  const matches = conditions(tx, query);
  if (ids !== null) return { rows: await amongIds(tx, query, ids), stoppedAt: null };
  const rows = await asked(
    query,
    sql<PersonRow[]>`
    select p.* from (
      select * from people where (${query.before}::bigint is null or id < ${query.before})
      order by id desc limit ${bounds.passedOver}
    ) p
    where ${matches} order by id desc limit ${query.limit}`,
  );
  if (rows.length >= query.limit) return { rows, stoppedAt: null };
  const [stopped] = await sql<{ id: number }[]>`
    select id from people where (${query.before}::bigint is null or id < ${query.before})
    order by id desc offset ${bounds.passedOver - 1} limit 1`;
  if (!stopped) return { rows, stoppedAt: null };
  const late = await narrowed(tx, query, bounds.narrowedLate);
  if (late === null) return { rows, stoppedAt: stopped.id };
  return { rows: await amongIds(tx, query, late), stoppedAt: null };
}

async function amongIds(tx: Tx, query: PeopleQuery, ids: number[]): Promise<PersonRow[]> {
  return await asked(
    query,
    tx.sql<PersonRow[]>`
    select p.* from people p where id = any(${ids}::bigint[]) and ${conditions(tx, query)}
    order by id desc limit ${query.limit}`,
  );
}

/** A statement with a segment is not cached. */
function asked<Rows extends PersonRow[]>(
  { audience }: PeopleQuery,
  statement: postgres.PendingQuery<Rows>,
): postgres.PendingQuery<Rows> {
  return audience ? withoutPrepare(statement) : statement;
}

function conditions({ sql }: Tx, { q, tagId, externalId, audience, before }: PeopleQuery) {
  const end = q === null ? null : q + last;
  const meant = audience ? sql`and ${audience.holds}` : sql``;
  const address = (q ?? '').toLowerCase();
  return sql`
    (${before}::bigint is null or id < ${before})
    and (${tagId}::int is null or tag_ids @> array[${tagId}::int])
    and (${externalId}::text is null or external_id = ${externalId})
    and (${q}::text is null
      or (email >= ${address} and email < ${address + last})
      or (lower(first_name) collate "C" >= lower(${q}) and lower(first_name) collate "C" < lower(${end}))
      or (lower(last_name) collate "C" >= lower(${q}) and lower(last_name) collate "C" < lower(${end})))
    ${meant}`;
}

/** The ids of the first filter with few matches; null if no filter has few. */
async function narrowed(
  { sql }: Tx,
  { q, tagId, externalId }: PeopleQuery,
  most: number,
): Promise<number[] | null> {
  if (externalId !== null) {
    const rows = await sql<{ id: number }[]>`
      select id from people where external_id = ${externalId}`;
    return rows.map((row) => row.id);
  }
  if (q !== null) {
    // In the order of each index, so that no other plan is cheaper, whatever `q` is.
    const end = q + last;
    const address = q.toLowerCase();
    const rows = await sql<{ id: number }[]>`
      (select id from people where email >= ${address} and email < ${address + last}
        order by email limit ${most + 1})
      union all
      (select id from people where lower(first_name) collate "C" >= lower(${q})
        and lower(first_name) collate "C" < lower(${end}) and first_name is not null
        order by lower(first_name) collate "C" limit ${most + 1})
      union all
      (select id from people where lower(last_name) collate "C" >= lower(${q})
        and lower(last_name) collate "C" < lower(${end}) and last_name is not null
        order by lower(last_name) collate "C" limit ${most + 1})`;
    if (rows.length <= most) return [...new Set(rows.map((row) => row.id))];
  }
  if (tagId !== null) {
    const rows = await sql<{ id: number }[]>`
      select id from people where tag_ids @> array[${tagId}::int] limit ${most + 1}`;
    if (rows.length <= most) return rows.map((row) => row.id);
  }
  return null;
}
