import type { SourceKind } from '../platform/codes.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { endedWaits, figureList, figureSums, spreadFigures } from '../queue/figure-rollups.ts';
import { type Figure, figureNames, linkUrl } from '../queue/figures.ts';

export type Figures = Record<Figure, number>;

/** The period of a report. */
export interface ReportDays {
  /** YYYY-MM-DD, in order. */
  dates: readonly string[];
  /** The beginning of each, and the end of the last. */
  borders: readonly Date[];
  /** Whether figure_days has the days of this time zone. */
  ready: boolean;
}

/** What rows of a report may be of, in SQL over rows `f` of figures. */
export interface Grouping {
  key: Statement;
  join: Statement;
  where: Statement;
}

const mailsOnly = (sql: Tx['sql']) => sql`f.link_set = 0`;

/** How rows are made; keys of records are their ids here. */
function groupings(sql: Tx['sql']) {
  const of = (key: Statement, where = sql`true`, join = sql``): Grouping => ({
    key,
    join,
    where: sql`${mailsOnly(sql)} and ${where}`,
  });
  const source = (kind: string) => of(sql`f.source_id`, sql`f.source_kind = ${kind}`);
  return {
    day: of(sql`f.day`),
    // Words of messages are of no email.
    email: of(sql`f.email_id`, sql`f.email_id <> 0`),
    broadcast: source('broadcast'),
    flow: source('flow'),
    sequence: source('sequence'),
    step: of(
      sql`f.source_kind || ' ' || f.source_id || ' ' || f.step_id`,
      sql`f.source_kind in ('flow', 'sequence')`,
    ),
    label: of(
      sql`e.label`,
      sql`true`,
      sql`join (select id, unnest(labels) as label from emails) e on e.id = f.email_id`,
    ),
    link: {
      key: linkUrl(sql),
      join: sql`join email_links l on l.id = f.link_set`,
      where: sql`f.link_set <> 0`,
    },
    provider: of(sql`f.provider`, sql`f.provider <> ''`),
  } satisfies Record<string, Grouping>;
}

const parts = (sql: Tx['sql']) =>
  sql`source_kind, source_id, step_id, email_id, provider, link_set, link_number`;

/** Whole months of a period are read from the months, the rest of it from the days. */
function keptFigures(sql: Tx['sql'], from: string, to: string, by: string): Statement {
  if (by === 'day')
    return sql`
      select happened_on as day, 'flow' as source_kind, 0::bigint as source_id, 0 as step_id, 0::bigint as email_id,
        '' as provider, 0::bigint as link_set, 0 as link_number, ${figureList(sql)}
      from figure_day_totals where happened_on between ${from}::date and ${to}::date`;
  const { first, end } = wholeMonths(from, to);
  return sql`
    select month_on as day, ${parts(sql)}, ${figureList(sql)} from figure_months
    where month_on >= ${first}::date and month_on < ${end}::date
    union all
    select happened_on as day, ${parts(sql)}, ${figureList(sql)} from figure_days
    where happened_on >= ${from}::date and happened_on < least(${first}::date, ${to}::date + 1)
    union all
    select happened_on as day, ${parts(sql)}, ${figureList(sql)} from figure_days
    where happened_on >= greatest(${first}::date, ${end}::date) and happened_on <= ${to}::date`;
}

/** The first day of the first whole month of a period, and the day after its last whole month. */
function wholeMonths(from: string, to: string): { first: string; end: string } {
  const monthOf = (day: string, days: number, months: number) => {
    const at = new Date(`${day}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() + days);
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months))
      .toISOString()
      .slice(0, 10);
  };
  const starts = from.endsWith('-01');
  return { first: monthOf(from, 0, starts ? 0 : 1), end: monthOf(to, 1, 0) };
}

/**
 * Figures of a period as rows with their day: the days, or the quarters where the days are of another
 * time zone, with what no round has added up yet.
 */
function figuresIn(
  { sql }: Tx,
  { dates, borders, ready }: ReportDays,
  by: keyof ReturnType<typeof groupings>,
): Statement {
  const edges = borders.map((border) => border.toISOString());
  const within = sql`quarter_at >= ${edges[0] ?? ''}::timestamptz
    and quarter_at < ${edges.at(-1) ?? ''}::timestamptz`;
  const day = sql`(${[...dates]}::date[])[width_bucket(quarter_at, ${edges}::timestamptz[])] as day`;
  const kept = ready
    ? keptFigures(sql, dates[0] ?? '', dates.at(-1) ?? '', by)
    : sql`
      select ${day}, ${parts(sql)}, ${figureList(sql)} from figure_quarters where ${within}`;
  return sql`
    ${kept}
    union all
    select ${day}, ${parts(sql)}, ${spreadFigures(sql)} from figure_changes where ${within}
    union all
    select ${day}, ${parts(sql)}, ${spreadFigures(sql)} from ${endedWaits(sql)} w where ${within}`;
}

export interface ReportRow extends Figures {
  /** The id of a record, or `kind source step` of a step. */
  key: string;
}

/**
 * The rows of a report, the most sent first or in the order of days, and the sums of all. One row more
 * than `limit` where there are more.
 */
export async function readReport(
  tx: Tx,
  days: ReportDays,
  by: keyof ReturnType<typeof groupings>,
  limit: number,
): Promise<{ rows: ReportRow[]; totals: Figures }> {
  const { sql } = tx;
  const { key, join, where } = groupings(sql)[by];
  const order = by === 'day' ? sql`key` : sql`sent desc, clicked desc, skipped desc, key`;
  const found = await sql<(Figures & { key: string | null })[]>`
    with groups as materialized (
      select k.key::text as key, ${figureSums(sql)}
      from (select ${key} as key, ${figureList(sql)} from (${figuresIn(tx, days, by)}) f ${join} where ${where}) k
      group by k.key having ${anything(sql)}
    )
    (select null as key, ${figureSums(sql)} from groups)
    union all
    (select key, ${figureList(sql)} from groups order by ${order} limit ${limit + 1})`;
  const rows = found.filter((row): row is ReportRow => row.key !== null);
  const totals = found.find((row) => row.key === null);
  return { rows, totals: figuresOf(totals) };
}

/** Whether a group has a figure; those that were only taken back have none. */
const anything = (sql: Tx['sql']) => sql`
  greatest(${figureNames.map((name) => sql`sum(${sql(name)})`).reduce((a, b) => sql`${a}, ${b}`)}) > 0`;

/** The figures of a row alone. */
export function figuresOf(row: Partial<Figures> | undefined): Figures {
  const figure = (name: Figure) => row?.[name] ?? 0;
  return {
    ...{ sent: figure('sent'), delivered: figure('delivered'), opened: figure('opened') },
    ...{ clicked: figure('clicked'), bounced: figure('bounced') },
    ...{ complained: figure('complained'), unsubscribed: figure('unsubscribed') },
    ...{ failed: figure('failed'), skipped: figure('skipped'), converted: figure('converted') },
    holdout: figure('holdout'),
  };
}

/** A record that rows of a report are of; some have no key. */
export interface NamedRecord {
  id: number;
  key: string | null;
  name: string;
}

/** Names of the records of one kind that are still there. */
export async function namesOf(
  { sql }: Tx,
  kind: 'email' | Exclude<SourceKind, 'test' | 'message'>,
  ids: readonly number[],
): Promise<NamedRecord[]> {
  const tables = { email: 'emails', flow: 'flows', sequence: 'sequences', broadcast: 'broadcasts' };
  const key = kind === 'broadcast' ? sql`null::text` : sql`key`;
  return await sql<NamedRecord[]>`
    select id, ${key} as key, name from ${sql(tables[kind])} where id = any(${[...ids]}::bigint[])`;
}

/** Names of steps of sequences: the sequence and the email. */
export async function sequenceStepNames(
  { sql }: Tx,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return await sql<{ id: number; name: string }[]>`
    select s.id::bigint as id, q.name || ': ' || e.name as name
    from sequence_steps s join sequences q on q.id = s.sequence_id join emails e on e.id = s.email_id
    where s.id = any(${[...ids]}::int[])`;
}

export interface FlowDay {
  flow_id: number;
  /** YYYY-MM-DD. */
  day: string;
  sent: number;
  failed: number;
}

/** Mails of some flows by day. Costs rows for each day and step, however much they sent. */
export async function flowDays(
  { sql }: Tx,
  { dates, borders, ready }: ReportDays,
  flowIds: readonly number[],
): Promise<FlowDay[]> {
  if (flowIds.length === 0) return [];
  const edges = borders.map((border) => border.toISOString());
  const within = sql`quarter_at >= ${edges[0] ?? ''}::timestamptz
    and quarter_at < ${edges.at(-1) ?? ''}::timestamptz`;
  const own = sql`source_kind = 'flow' and source_id = any(${[...flowIds]}::bigint[]) and link_set = 0`;
  const day = sql`(${[...dates]}::date[])[width_bucket(quarter_at, ${edges}::timestamptz[])] as day`;
  const kept = ready
    ? sql`select happened_on as day, source_id, sent, failed from figure_days
        where happened_on = any(${[...dates]}::date[]) and ${own}`
    : sql`select ${day}, source_id, sent, failed from figure_quarters where ${within} and ${own}`;
  return await sql<FlowDay[]>`
    select source_id as flow_id, day::text as day, sum(sent)::bigint as sent, sum(failed)::bigint as failed
    from (
      ${kept}
      union all
      select ${day}, source_id, case figure when 'sent' then count else 0 end,
        case figure when 'failed' then count else 0 end
      from figure_changes where ${within} and ${own}
    ) f
    group by source_id, day`;
}
