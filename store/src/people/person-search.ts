import type { Fragment } from '../platform/fragment.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import type { PersonRow } from './person.ts';

/** What a list of people is sorted by; `-` is descending. */
export type PeopleOrder = 'id' | '-id' | 'email' | '-email' | 'created_at' | '-created_at';

/** A page of people: those behind the person `after` in the order. */
export interface PeoplePage {
  order: PeopleOrder;
  after: number | null;
  limit: number;
}

export interface FoundPeople {
  rows: PersonRow[];
  /** The id where the search stopped before the page was full; null if it examined everyone. */
  stoppedAt: number | null;
}

function orderOf({ sql }: Tx, order: PeopleOrder): Fragment {
  const way = order.startsWith('-') ? sql`desc` : sql`asc`;
  if (order.endsWith('email')) return sql`email ${way}`;
  return order.endsWith('created_at') ? sql`created_at ${way}, id ${way}` : sql`id ${way}`;
}

function behind({ sql }: Tx, { order, after }: PeoplePage): Fragment {
  if (after === null) return sql`true`;
  const way = order.startsWith('-') ? sql`<` : sql`>`;
  if (order.endsWith('email')) {
    return sql`email ${way} (select email from people where id = ${after}::bigint)`;
  }
  if (order.endsWith('created_at')) {
    return sql`(created_at, id) ${way}
      ((select created_at from people where id = ${after}::bigint), ${after}::bigint)`;
  }
  return sql`id ${way} ${after}::bigint`;
}

/**
 * The people of a page whom the condition means, among the next `passedOver` people in the order. So
 * no page reads the whole table; one is short where it stops before everybody was examined.
 */
export async function walkPeople(
  tx: Tx,
  holds: Fragment,
  page: PeoplePage,
  passedOver: number,
): Promise<FoundPeople> {
  const { sql } = tx;
  const order = orderOf(tx, page.order);
  const rows = await withoutPrepare(sql<PersonRow[]>`
    select p.* from (
      select * from people where ${behind(tx, page)} order by ${order} limit ${passedOver}
    ) p
    where ${holds} order by ${order} limit ${page.limit}`);
  if (rows.length >= page.limit) return { rows, stoppedAt: null };
  const [stopped] = await withoutPrepare(sql<{ id: number }[]>`
    select id from people where ${behind(tx, page)}
    order by ${order} offset ${passedOver - 1} limit 1`);
  return { rows, stoppedAt: stopped?.id ?? null };
}

/** The people of a page whom the condition means, among these. */
export async function peopleAmong(
  tx: Tx,
  holds: Fragment,
  page: PeoplePage,
  ids: readonly number[],
): Promise<PersonRow[]> {
  return await withoutPrepare(tx.sql<PersonRow[]>`
    select p.* from (select * from people where id = any(${[...ids]}::bigint[])) p
    where ${behind(tx, page)} and ${holds}
    order by ${orderOf(tx, page.order)} limit ${page.limit}`);
}

/** The ids that a query of an index finds, each once; null if they are more than `most`. */
export async function idsWithin(part: Statement, most: number): Promise<number[] | null> {
  const rows = (await withoutPrepare(part)) as unknown as { id: number }[];
  return rows.length > most ? null : [...new Set(rows.map(({ id }) => id))];
}

/** Whether there is such a person, behind whom a page may begin. */
export async function personExists({ sql }: Tx, id: number): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from people where id = ${id}) as found`;
  return row?.found ?? false;
}

/** How many people the condition means, counted up to `most`. */
export async function countPeople(
  { sql }: Tx,
  holds: Fragment,
  range: { after: number | null; through: number | null },
  most: number,
): Promise<number> {
  const { after, through } = range;
  const [row] = await withoutPrepare(sql<[{ people: number }]>`
    select count(*)::bigint as people from (
      select from people p
      where ${after === null ? sql`true` : sql`p.id > ${after}::bigint`}
        and ${through === null ? sql`true` : sql`p.id <= ${through}::bigint`} and (${holds})
      limit ${most}) found`);
  return row.people;
}

/** How many of these people the condition means. */
export async function countAmong(
  { sql }: Tx,
  holds: Fragment,
  ids: readonly number[],
): Promise<number> {
  const [row] = await withoutPrepare(sql<[{ people: number }]>`
    select count(*)::bigint as people from people p
    where p.id = any(${[...ids]}::bigint[]) and (${holds})`);
  return row.people;
}
