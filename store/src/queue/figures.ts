import type { Code } from '../platform/codes.ts';
import type { Statement, Tx } from '../platform/transaction.ts';

/** What is counted: of mails, and of runs that end on a holdout. */
export type Figure = Code<'figure_changes.figure'>;

/** What is counted of mails; each mail counts once for each. */
export type MailFigure = Code<'figure_waits.figure'>;

export const mailFigures: readonly MailFigure[] = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const),
  ...(['complained', 'unsubscribed', 'failed', 'skipped', 'converted'] as const),
];

export const figureNames: readonly Figure[] = [...mailFigures, 'holdout'];

/** A link as the author wrote it: a row of email_links, and the index of the address in it. */
export interface AuthoredLink {
  set: number;
  number: number;
}

/** Something that happened to a mail after it was handed over. */
export interface MailFact {
  send_id: number;
  figure: MailFigure;
  at: Date;
  /** The link that was clicked, which is counted beside the mail; null for the mail. */
  link: AuthoredLink | null;
  /** -1 takes back what was counted. */
  count: 1 | -1;
}

/** The beginning of the quarter of an hour: every local day is made of whole ones. */
export function quarterOf(sql: Tx['sql'], at: Statement): Statement {
  return sql`date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00:00Z')`;
}

/** The address of the link of figures `f`, as its author wrote it in the set `l`. */
export function linkUrl(sql: Tx['sql']): Statement {
  return sql`
    case when f.link_number >= 0 then l.urls[f.link_number + 1] else l.templates[-f.link_number] end`;
}

const columns = (sql: Tx['sql']) =>
  sql`quarter_at, source_kind, source_id, step_id, email_id, provider, link_set, link_number, figure, count`;

/** What a mail `s` of the log is counted by. */
const partsOf = (sql: Tx['sql']) =>
  sql`s.source_kind, coalesce(s.source_id, 0), coalesce(s.step_id, 0), coalesce(s.email_id, 0), coalesce(s.provider, '')`;

/**
 * Counts mails that end, in the statement that ends them: `ended` has rows of the log with
 * `ended_status`. Each statement appends its own rows, so no worker waits for another.
 */
export function countEnded(sql: Tx['sql'], now: Date, ended: Statement): Statement {
  return sql`
    insert into figure_changes (${columns(sql)})
    select ${quarterOf(sql, sql`${now}::timestamptz`)}, ${partsOf(sql)}, 0, 0, s.ended_status, count(*)
    from ${ended} s
    where s.source_kind <> 'test' and s.ended_status in ('sent', 'failed', 'skipped')
    group by ${partsOf(sql)}, s.ended_status`;
}

/**
 * Counts what happened to mails. A mail that has not ended waits, since only the log knows its
 * provider. The caller holds the people of the mails, so none of them leaves the log meanwhile.
 */
export async function countFacts({ sql }: Tx, facts: readonly MailFact[]): Promise<void> {
  if (facts.length === 0) return;
  await sql`
    with facts as materialized (
      select send_id, ${quarterOf(sql, sql`at`)} as quarter_at, link_set, link_number, figure, count
      from unnest(
        ${facts.map(({ send_id }) => send_id)}::bigint[],
        ${facts.map(({ at }) => at.toISOString())}::timestamptz[],
        ${facts.map(({ link }) => link?.set ?? 0)}::bigint[],
        ${facts.map(({ link }) => link?.number ?? 0)}::int[],
        ${facts.map(({ figure }) => figure)}::text[],
        ${facts.map(({ count }) => count)}::int[]
      ) as f (send_id, at, link_set, link_number, figure, count)
    ), waiting as (
      insert into figure_waits (send_id, quarter_at, link_set, link_number, figure, count)
      select send_id, quarter_at, link_set, link_number, figure, count from facts f
      where exists (select from sends q where q.id = f.send_id and q.source_kind <> 'test')
    )
    insert into figure_changes (${columns(sql)})
    select f.quarter_at, ${partsOf(sql)}, f.link_set, f.link_number, f.figure, sum(f.count)
    from facts f join send_log s on s.id = f.send_id
    where s.source_kind <> 'test'
    group by f.quarter_at, ${partsOf(sql)}, f.link_set, f.link_number, f.figure
    having sum(f.count) <> 0`;
}

/** Runs of a flow that end on the holdout of a step, each once (SPLIT-04). */
export async function countHoldouts(
  { sql, now }: Tx,
  ended: readonly { flow_id: number; step_id: number }[],
): Promise<void> {
  await sql`
    insert into figure_changes (${columns(sql)})
    select ${quarterOf(sql, sql`${now}::timestamptz`)}, 'flow', flow_id, step_id, 0, '', 0, 0, 'holdout', count(*)
    from unnest(
      ${ended.map(({ flow_id }) => flow_id)}::bigint[],
      ${ended.map(({ step_id }) => step_id)}::int[]
    ) as e (flow_id, step_id)
    group by flow_id, step_id`;
}

/**
 * What happened to mails `ids` besides their end, as rows of send_id, figure, at and the link. The
 * first time counts: of opens and clicks by their time, since verdicts change, of the rest by its
 * arrival.
 */
function happened(sql: Tx['sql'], ids: Statement): Statement {
  return sql`
    select send_id, case when kind in ('delivered', 'complained') then kind else 'bounced' end as figure,
      (array_agg(occurred_at order by id))[1] as at, 0::bigint as link_set, 0 as link_number
    from send_feedback where send_id in (${ids}) group by 1, 2
    union all
    select send_id, case kind when 'open' then 'opened' else 'clicked' end, min(occurred_at), 0, 0
    from tracking_hits where send_id in (${ids}) and verdict = 'human' group by 1, 2
    union all
    select send_id, 'clicked', min(occurred_at), link_set, link_number from tracking_hits
    where send_id in (${ids}) and verdict = 'human' and kind = 'click' and link_set is not null
    group by send_id, link_set, link_number
    union all
    select send_id, 'unsubscribed', (array_agg(unsubscribed_at order by id))[1], 0, 0
    from unsubscribes where send_id in (${ids}) group by 1`;
}

/**
 * Takes failed mails out of the figures before they return to the queue. A refused address is
 * forgotten with the failure; what else happened to them waits until they end again.
 */
export async function uncountFailed({ sql }: Tx, ids: readonly number[]): Promise<void> {
  const failed = sql`
    select id from send_log where id = any(${[...ids]}::bigint[]) and status = 'failed'`;
  await sql`
    insert into figure_changes (${columns(sql)})
    select ${quarterOf(sql, sql`f.at`)}, ${partsOf(sql)}, f.link_set, f.link_number, f.figure, -count(*)
    from (
      select id as send_id, 'failed' as figure, ended_at as at, 0::bigint as link_set, 0 as link_number
      from send_log where id in (${failed})
      union all ${happened(sql, failed)}
    ) f join send_log s on s.id = f.send_id
    where s.source_kind <> 'test'
    group by 1, ${partsOf(sql)}, f.link_set, f.link_number, f.figure`;
  // Named by their ids too, which tell the partitions.
  await sql`
    delete from send_feedback
    where send_id = any(${[...ids]}::bigint[]) and send_id in (${failed}) and kind = 'hard_bounced'`;
  await sql`
    insert into figure_waits (send_id, quarter_at, link_set, link_number, figure, count)
    select f.send_id, ${quarterOf(sql, sql`f.at`)}, f.link_set, f.link_number, f.figure, 1
    from (${happened(sql, failed)}) f`;
}

/** A mail converts nobody whom it did not reach; all else that waits in `w` counts for mail `s`. */
export const hasHappened = (sql: Tx['sql']): Statement =>
  sql`(w.figure <> 'converted' or s.status = 'sent')`;

/** Counts what waited for mails that have ended since; forgets what waited for mails that are gone. */
export async function countWaiting({ sql }: Tx): Promise<void> {
  await sql`
    with over as (
      delete from figure_waits w where not exists (select from sends q where q.id = w.send_id)
      returning *
    )
    insert into figure_changes (${columns(sql)})
    select w.quarter_at, ${partsOf(sql)}, w.link_set, w.link_number, w.figure, sum(w.count)
    from over w join send_log s on s.id = w.send_id
    where s.source_kind <> 'test' and ${hasHappened(sql)}
    group by w.quarter_at, ${partsOf(sql)}, w.link_set, w.link_number, w.figure`;
}
