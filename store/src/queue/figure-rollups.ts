import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { type Figure, figureNames, hasHappened } from './figures.ts';

/** The local day of each quarter of an hour. */
export type DayOf = (quarter: Date) => string;

/** What identifies a row of figures, besides its time. */
const parts = (sql: Tx['sql']) =>
  sql`source_kind, source_id, step_id, email_id, provider, link_set, link_number`;

/** The same without the provider, for the totals of all time. */
const totalParts = (sql: Tx['sql']) =>
  sql`source_kind, source_id, step_id, email_id, link_set, link_number`;

/**
 * What waited for mails that have ended since, and no round has counted yet, as a table in parentheses
 * with the columns of figure_changes. `offset 0` has each mail found by its id: little waits, and a plan
 * that begins with the mails of a source would read all of them.
 */
export const endedWaits = (sql: Tx['sql']): Statement => sql`(
  select w.quarter_at, s.source_kind, coalesce(s.source_id, 0) as source_id,
    coalesce(s.step_id, 0) as step_id, coalesce(s.email_id, 0) as email_id, coalesce(s.provider, '') as provider,
    w.link_set, w.link_number, w.figure, w.count
  from figure_waits w cross join lateral (
    select * from send_log l where l.id = w.send_id and l.source_kind <> 'test' offset 0) s
  where ${hasHappened(sql)})`;

/** The columns of figures, each made by `column`. */
function figureColumns(sql: Tx['sql'], column: (name: Figure) => Statement): Statement {
  return figureNames.map(column).reduce((before, next) => sql`${before}, ${next}`);
}

/** The columns. */
export const figureList = (sql: Tx['sql']): Statement =>
  figureColumns(sql, (name) => sql`${sql(name)}`);

/** Their sums, under the same names. */
export const figureSums = (sql: Tx['sql']): Statement =>
  figureColumns(sql, (name) => sql`sum(${sql(name)})::bigint as ${sql(name)}`);
const added = (sql: Tx['sql'], table: string) =>
  figureColumns(
    sql,
    (name) => sql`${sql(name)} = ${sql(table)}.${sql(name)} + excluded.${sql(name)}`,
  );

/** Changes `figure` and `count` as columns. */
export const spreadFigures = (sql: Tx['sql']): Statement =>
  figureColumns(sql, (name) => sql`case figure when ${name} then count else 0 end as ${sql(name)}`);

/** Quarters of an hour with their days, as a table. */
function dayTable(sql: Tx['sql'], quarters: readonly Date[], dayOf: DayOf): Statement {
  return sql`unnest(
    ${quarters.map((at) => at.toISOString())}::timestamptz[],
    ${quarters.map(dayOf)}::date[]) as d (quarter_at, day)`;
}

/** Adds rows of figures by day to the days, to their months and to their totals. */
const writeDays = (sql: Tx['sql'], rows: Statement) => sql`
  days as (
    insert into figure_days (happened_on, ${parts(sql)}, ${figureList(sql)})
    select day, ${parts(sql)}, ${figureList(sql)} from ${rows}
    on conflict (happened_on, source_kind, source_id, step_id, email_id, provider, link_set, link_number)
    do update set ${added(sql, 'figure_days')}
  ), months as (
    insert into figure_months (month_on, ${parts(sql)}, ${figureList(sql)})
    select date_trunc('month', day::timestamp)::date, ${parts(sql)}, ${figureSums(sql)}
    from ${rows} group by 1, ${parts(sql)}
    on conflict (month_on, source_kind, source_id, step_id, email_id, provider, link_set, link_number)
    do update set ${added(sql, 'figure_months')}
  ), totals as (
    insert into figure_day_totals (happened_on, ${figureList(sql)})
    select day, ${figureSums(sql)} from ${rows} where link_set = 0 group by day
    on conflict (happened_on) do update set ${added(sql, 'figure_day_totals')}
  )`;

/** Whether this transaction may add figures up; false while another does. */
export async function lockFigures({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(${advisoryLocks.figures}::bigint) as locked`;
  return row.locked;
}

/** Adds at most `limit` changes to the quarters, days and totals; returns how many. */
export async function addUpFigures({ sql }: Tx, dayOf: DayOf, limit: number): Promise<number> {
  const found = await sql<{ quarter_at: Date }[]>`
    select distinct quarter_at from (select quarter_at from figure_changes limit ${limit}) c`;
  if (found.length === 0) return 0;
  const quarters = found.map(({ quarter_at }) => quarter_at);
  const [row] = await sql<[{ count: number }]>`
    with taken as (
      delete from figure_changes where ctid = any(array(
        select ctid from figure_changes
        where quarter_at = any(${quarters.map((at) => at.toISOString())}::timestamptz[])
        limit ${limit}))
      returning *
    ), summed as (
      select quarter_at, ${parts(sql)}, ${figureSums(sql)}
      from (select quarter_at, ${parts(sql)}, ${spreadFigures(sql)} from taken) t
      group by quarter_at, ${parts(sql)}
    ), quarters as (
      insert into figure_quarters (quarter_at, ${parts(sql)}, ${figureList(sql)})
      select quarter_at, ${parts(sql)}, ${figureList(sql)} from summed
      on conflict (email_id, quarter_at, source_kind, source_id, step_id, provider, link_set, link_number)
      do update set ${added(sql, 'figure_quarters')}
    ), by_day as (
      select day, ${parts(sql)}, ${figureSums(sql)}
      from summed join ${dayTable(sql, quarters, dayOf)} using (quarter_at)
      group by day, ${parts(sql)}
    ), ${writeDays(sql, sql`by_day`)}, lifetime as (
      insert into figure_totals (${totalParts(sql)}, ${figureList(sql)})
      select ${totalParts(sql)}, ${figureSums(sql)} from summed group by ${totalParts(sql)}
      on conflict (email_id, source_kind, source_id, step_id, link_set, link_number)
      do update set ${added(sql, 'figure_totals')}
    )
    select count(*)::bigint as count from taken`;
  return row.count;
}

/** The time zone that the days are of; null where none were made. */
export async function readFiguresZone({ sql }: Tx): Promise<string | null> {
  const [row] = await sql<{ figures_zone: string | null }[]>`
    select figures_zone from engine_state`;
  return row?.figures_zone ?? null;
}

/** Makes all days from the quarters, for another time zone. */
export async function remakeDays({ sql }: Tx, zone: string, dayOf: DayOf): Promise<void> {
  const found = await sql<{ quarter_at: Date }[]>`
    select distinct quarter_at from figure_quarters`;
  const quarters = found.map(({ quarter_at }) => quarter_at);
  await sql`delete from figure_days`;
  await sql`delete from figure_months`;
  await sql`delete from figure_day_totals`;
  await sql`
    with by_day as (
      select day, ${parts(sql)}, ${figureSums(sql)}
      from figure_quarters join ${dayTable(sql, quarters, dayOf)} using (quarter_at)
      group by day, ${parts(sql)}
    ), ${writeDays(sql, sql`by_day`)}
    select`;
  await sql`update engine_state set figures_zone = ${zone}`;
}
