import type { SourceKind } from '../platform/codes.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { endedWaits, figureList, figureSums, spreadFigures } from './figure-rollups.ts';
import { type Figure, mailFigures, quarterOf } from './figures.ts';
import {
  emailStats,
  emailStatsBetween,
  noStats,
  type SendStats,
  type StepEmail,
  sourceStats,
} from './send-stats.ts';

/**
 * Stats from figures that are kept (COUNT-01). They count mails: of a broadcast these are people, since
 * it sends each of them one. Flows and sequences may send somebody several, so up to a number of mails
 * their people are counted, and beyond it the answer is `approximate` (COUNT-06).
 */
export interface StepStats {
  of(sourceId: number, stepId: number): SendStats;
  approximate: boolean;
}

/** Figures since the beginning where `where` holds, with what no round has added up yet. */
function keptFigures(sql: Tx['sql'], where: Statement): Statement {
  const columns = sql`source_id, step_id, email_id`;
  return sql`(
    select ${columns}, ${figureList(sql)} from figure_totals where ${where} and link_set = 0
    union all
    select ${columns}, ${spreadFigures(sql)} from figure_changes where ${where} and link_set = 0
    union all
    select ${columns}, ${spreadFigures(sql)} from ${endedWaits(sql)} w where ${where} and link_set = 0)`;
}

function add(one: SendStats, other: Partial<SendStats>): SendStats {
  const sum = { ...one };
  for (const name of mailFigures) sum[name] += other[name] ?? 0;
  return sum;
}

type Kept = SendStats & StepEmail;

async function keptOfSources(
  { sql }: Tx,
  kind: SourceKind,
  sourceIds: readonly number[],
): Promise<Kept[]> {
  if (sourceIds.length === 0) return [];
  const where = sql`source_kind = ${kind} and source_id = any(${[...sourceIds]}::bigint[])`;
  return await sql<Kept[]>`
    select source_id, step_id, email_id, ${figureSums(sql)} from ${keptFigures(sql, where)} f
    group by source_id, step_id, email_id`;
}

async function keptOfEmails(
  { sql }: Tx,
  emailIds: readonly number[],
): Promise<Map<number, SendStats>> {
  if (emailIds.length === 0) return new Map();
  const rows = await sql<(SendStats & { email_id: number })[]>`
    select email_id, ${figureSums(sql)}
    from ${keptFigures(sql, sql`email_id = any(${[...emailIds]}::bigint[])`)} f group by email_id`;
  return new Map(rows.map(({ email_id, ...stats }) => [email_id, add(noStats, stats)]));
}

/** Stats of broadcasts, which are exact. Costs a few rows for each, however much it sent. */
export async function broadcastStats(
  tx: Tx,
  ids: readonly number[],
): Promise<(id: number) => SendStats> {
  const stats = new Map<number, SendStats>();
  for (const { source_id, step_id: _, email_id: __, ...kept } of await keptOfSources(
    tx,
    'broadcast',
    ids,
  ))
    stats.set(source_id, add(stats.get(source_id) ?? noStats, kept));
  return (id) => stats.get(id) ?? noStats;
}

/** Stats of broadcasts by the email that they sent, such as that of a variant. */
export async function broadcastEmailStats(
  tx: Tx,
  ids: readonly number[],
): Promise<(id: number, emailId: number) => SendStats> {
  const stats = new Map<string, SendStats>();
  for (const { source_id, step_id: _, email_id, ...kept } of await keptOfSources(
    tx,
    'broadcast',
    ids,
  ))
    stats.set(`${source_id} ${email_id}`, add(noStats, kept));
  return (id, emailId) => stats.get(`${id} ${emailId}`) ?? noStats;
}

const mailsOf = ({ sent, failed, skipped }: SendStats): number => sent + failed + skipped;

/**
 * Stats of the steps of a flow or a sequence: people up to `exactMails` mails, mails beyond that. Steps
 * with the same email each count all of its opens and clicks (SOURCE-06).
 */
export async function stepStats(
  tx: Tx,
  source: { kind: 'flow' | 'sequence'; id: number },
  steps: readonly StepEmail[],
  exactMails: number,
): Promise<StepStats> {
  const own = await keptOfSources(tx, source.kind, [source.id]);
  const emails = await keptOfEmails(
    tx,
    steps.map(({ email_id }) => email_id),
  );
  const read = Math.max(
    own.reduce((sum, kept) => sum + mailsOf(kept), 0),
    ...[...emails.values()].flatMap(({ opened, clicked }) => [opened, clicked]),
  );
  if (read <= exactMails)
    return { of: await sourceStats(tx, source.kind, [source.id], steps), approximate: false };
  const stats = new Map<number, SendStats>();
  const emailOf = new Map(steps.map(({ step_id, email_id }) => [step_id, email_id]));
  for (const [step_id, email_id] of emailOf) {
    const { opened, clicked } = emails.get(email_id) ?? noStats;
    stats.set(step_id, { ...noStats, opened, clicked });
  }
  for (const { source_id: _, step_id, email_id, ...kept } of own) {
    const shared = emailOf.get(step_id) === email_id ? { opened: 0, clicked: 0 } : {};
    stats.set(step_id, add(stats.get(step_id) ?? noStats, { ...kept, ...shared }));
  }
  return { of: (_, stepId) => stats.get(stepId) ?? noStats, approximate: true };
}

/** Runs that ended on the holdout of each step of a flow. */
export async function holdoutsOf(tx: Tx, flowId: number): Promise<Map<number, number>> {
  const { sql } = tx;
  const where = sql`source_kind = 'flow' and source_id = ${flowId} and email_id = 0`;
  const rows = await sql<{ step_id: number; holdout: number }[]>`
    select step_id, sum(holdout)::bigint as holdout from ${keptFigures(sql, where)} f
    group by step_id having sum(holdout) <> 0`;
  return new Map(rows.map(({ step_id, holdout }) => [step_id, holdout]));
}

interface Range {
  from: Date | null;
  to: Date | null;
}

/** Figures of an email by quarters of an hour. */
function quartersOf(sql: Tx['sql'], emailId: number, { from, to }: Range): Statement {
  const where = sql`email_id = ${emailId} and link_set = 0
    ${from === null ? sql`` : sql`and quarter_at >= ${quarterOf(sql, sql`${from}::timestamptz`)}`}
    ${to === null ? sql`` : sql`and quarter_at < ${to}`}`;
  return sql`(
    select quarter_at, ${figureList(sql)} from figure_quarters where ${where}
    union all
    select quarter_at, ${spreadFigures(sql)} from figure_changes where ${where}
    union all
    select quarter_at, ${spreadFigures(sql)} from ${endedWaits(sql)} w where ${where})`;
}

export interface EmailFigures {
  all: SendStats;
  /** By the index of the period between two borders; periods without any outcome are left out. */
  periods: Map<number, SendStats>;
  approximate: boolean;
}

/** Stats of an email in a range, and between borders in it: people up to `exactMails` mails. */
export async function emailFigures(
  tx: Tx,
  emailId: number,
  { borders, ...range }: Range & { borders: readonly Date[] },
  exactMails: number,
): Promise<EmailFigures> {
  const { sql } = tx;
  const whole = (await keptOfEmails(tx, [emailId])).get(emailId) ?? noStats;
  if (Math.max(mailsOf(whole), whole.opened, whole.clicked) <= exactMails) {
    return {
      all: await emailStats(tx, emailId, range),
      periods: await emailStatsBetween(tx, emailId, borders),
      approximate: false,
    };
  }
  const [within] = await sql<Record<Figure, number | null>[]>`
    select ${figureSums(sql)} from ${quartersOf(sql, emailId, range)} f`;
  const inRange = add(noStats, nothingAsZero(within));
  const all = range.from === null && range.to === null ? whole : inRange;
  const edges = sql`${borders.map((border) => border.toISOString())}::timestamptz[]`;
  const shown = { from: borders[0] ?? null, to: borders.at(-1) ?? null };
  const rows = await sql<(SendStats & { period: number })[]>`
    select greatest(width_bucket(quarter_at, ${edges})::int - 1, 0) as period, ${figureSums(sql)}
    from ${quartersOf(sql, emailId, shown)} f group by period order by period`;
  const periods = new Map(rows.map(({ period, ...stats }) => [period, add(noStats, stats)]));
  return { all, periods, approximate: true };
}

function nothingAsZero(row: Record<Figure, number | null> | undefined): Partial<SendStats> {
  return Object.fromEntries(mailFigures.map((name) => [name, row?.[name] ?? 0]));
}
