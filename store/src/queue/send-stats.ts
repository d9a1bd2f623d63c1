import type { SourceKind } from '../platform/codes.ts';
import { endedMail } from '../platform/ended-mail.ts';
import type { Tx } from '../platform/transaction.ts';
import { linkUrl, quarterOf } from './figures.ts';

/** Email stats (contract §2); each person counts once, but for conversions once for each mail. */
export interface SendStats {
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  bounced: number;
  complained: number;
  unsubscribed: number;
  failed: number;
  skipped: number;
  converted: number;
}

export const noStats: SendStats = {
  ...{ sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 },
  ...{ complained: 0, unsubscribed: 0, failed: 0, skipped: 0, converted: 0 },
};

/**
 * The counted outcomes. Statements use their indexes here, because numbers sort faster than text.
 */
const whats = [
  ...(['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const),
  ...(['complained', 'unsubscribed', 'failed', 'skipped', 'converted'] as const),
];

const what = (sql: Tx['sql'], name: keyof SendStats) => sql`${whats.indexOf(name)}::int`;

/** The number of people with one outcome. */
interface Counted {
  what: number;
  people: number;
}

function addTo<Key>(stats: Map<Key, SendStats>, key: Key, { what, people }: Counted): void {
  const name = whats[what];
  if (name !== undefined) stats.set(key, { ...(stats.get(key) ?? noStats), [name]: people });
}

/**
 * Identifies a person. Mails of an erased person can no longer be related, so each counts for
 * itself.
 */
const who = (sql: Tx['sql']) => sql`coalesce(s.person_id, -s.id)`;

const endedAs = (sql: Tx['sql']) => sql`case s.status
  when 'sent' then ${what(sql, 'sent')} when 'failed' then ${what(sql, 'failed')}
  else ${what(sql, 'skipped')} end`;

const feedbackOf = (sql: Tx['sql']) => sql`case f.kind
  when 'delivered' then ${what(sql, 'delivered')}
  when 'complained' then ${what(sql, 'complained')} else ${what(sql, 'bounced')} end`;

/** What stays of the feedback of a mail `s` of past_sends. */
const pastFeedback = (sql: Tx['sql']) => sql`(
  select kind, occurred_at from (values ('delivered', s.delivered_at),
    ('soft_bounced', s.soft_bounced_at), ('hard_bounced', s.hard_bounced_at),
    ('complained', s.complained_at)) as v (kind, occurred_at)
  where occurred_at is not null)`;

const actOf = (sql: Tx['sql']) => sql`case g.kind
  when 'open' then ${what(sql, 'opened')} else ${what(sql, 'clicked')} end`;

/** A step with its current email. */
export interface StepEmail {
  source_id: number;
  step_id: number;
  email_id: number;
}

/**
 * Stats of ended sends by source and step, in one statement, for sources of one kind; a broadcast
 * has step 0. If several steps use the same email, each counts all of its opens and clicks
 * (SOURCE-06), through `steps`.
 */
export async function sourceStats(
  { sql }: Tx,
  kind: SourceKind,
  sourceIds: readonly number[],
  steps: readonly StepEmail[],
): Promise<(sourceId: number, stepId: number) => SendStats> {
  const stats = new Map<string, SendStats>();
  const of = sql`s.source_kind = ${kind} and s.source_id = any(${[...sourceIds]}::bigint[])`;
  const step = sql`s.source_id, coalesce(s.step_id, 0)`;
  if (sourceIds.length > 0) {
    const rows = await sql<(Counted & { source_id: number; step_id: number })[]>`
      select source_id, step_id, what, count(distinct who)::bigint as people
      from (
        select ${step} as step_id, ${endedAs(sql)} as what, ${who(sql)} as who
        from ${endedMail(sql)} s
        where ${of} and s.status in ('sent', 'failed', 'skipped')
        union all
        select ${step}, ${feedbackOf(sql)}, ${who(sql)}
        from send_log s join send_feedback f on f.send_id = s.id where ${of}
        union all
        select ${step}, ${feedbackOf(sql)}, ${who(sql)}
        from past_sends s cross join lateral ${pastFeedback(sql)} f where ${of}
        union all
        select ${step}, ${what(sql, 'unsubscribed')}, ${who(sql)}
        from ${endedMail(sql)} s join unsubscribes u on u.send_id = s.id where ${of}
        union all
        select ${step}, ${actOf(sql)}, s.person_id
        from ${endedMail(sql)} s
        join email_engagements g on g.person_id = s.person_id and g.email_id = s.email_id
        where ${of} and s.status = 'sent'
        union all
        select h.source_id, h.step_id, ${actOf(sql)}, g.person_id
        from unnest(
          ${steps.map((step) => step.source_id)}::bigint[],
          ${steps.map((step) => step.step_id)}::int[],
          ${steps.map((step) => step.email_id)}::bigint[]
        ) as h (source_id, step_id, email_id)
        join email_engagements g on g.kind in ('open', 'click') and g.email_id = h.email_id) facts
      group by source_id, step_id, what
      union all
      select source_id, step_id, ${what(sql, 'converted')}, sum(converted)::bigint from (
        select source_id, step_id, converted from figure_totals
        where source_kind = ${kind} and source_id = any(${[...sourceIds]}::bigint[]) and link_set = 0
        union all
        select source_id, step_id, count from figure_changes
        where source_kind = ${kind} and source_id = any(${[...sourceIds]}::bigint[])
          and figure = 'converted') c
      group by source_id, step_id`;
    for (const row of rows) addTo(stats, `${row.source_id} ${row.step_id}`, row);
  }
  return (sourceId, stepId) => stats.get(`${sourceId} ${stepId}`) ?? noStats;
}

/** The outcomes of an email as rows of `what`, `who` and `at`, without tests. */
function factsOf(
  sql: Tx['sql'],
  emailId: number,
  { from, to }: { from: Date | null; to: Date | null },
) {
  const within = (at: ReturnType<typeof sql>) => sql`
    ${from === null ? sql`` : sql`and ${at} >= ${from}`}
    ${to === null ? sql`` : sql`and ${at} < ${to}`}`;
  return sql`
    select ${endedAs(sql)} as what, ${who(sql)} as who, s.ended_at as at from ${endedMail(sql)} s
    where s.email_id = ${emailId} and s.source_kind <> 'test' and s.status in ('sent', 'failed', 'skipped')
      ${within(sql`s.ended_at`)}
    union all
    select ${feedbackOf(sql)}, ${who(sql)}, f.occurred_at
    from send_log s join send_feedback f on f.send_id = s.id
    where s.email_id = ${emailId} and s.source_kind <> 'test' ${within(sql`f.occurred_at`)}
    union all
    select ${feedbackOf(sql)}, ${who(sql)}, f.occurred_at
    from past_sends s cross join lateral ${pastFeedback(sql)} f
    where s.email_id = ${emailId} ${within(sql`f.occurred_at`)}
    union all
    select ${actOf(sql)}, g.person_id, g.first_at from email_engagements g
    where g.kind in ('open', 'click') and g.email_id = ${emailId} ${within(sql`g.first_at`)}
    union all
    select ${what(sql, 'unsubscribed')}, coalesce(u.person_id, -u.id), u.unsubscribed_at from unsubscribes u
    where u.email_id = ${emailId} ${within(sql`u.unsubscribed_at`)} and not exists (
      select from send_log s where s.id = u.send_id and s.source_kind = 'test')`;
}

/** Conversions of an email by quarters of an hour, as rows of `at` and `converted`. */
const conversionsOf = (
  sql: Tx['sql'],
  emailId: number,
  { from, to }: { from: Date | null; to: Date | null },
) => sql`
  select at, converted from (
    select quarter_at as at, converted from figure_quarters
    where email_id = ${emailId} and converted <> 0
    union all
    select quarter_at, count from figure_changes
    where email_id = ${emailId} and figure = 'converted') q
  where (${from}::timestamptz is null or at >= ${quarterOf(sql, sql`${from}::timestamptz`)})
    and (${to}::timestamptz is null or at < ${to}::timestamptz)`;

/** Stats of one email; opens and clicks count at the first time. */
export async function emailStats(
  { sql }: Tx,
  emailId: number,
  range: { from: Date | null; to: Date | null },
): Promise<SendStats> {
  const rows = await sql<Counted[]>`
    select what, count(distinct who)::bigint as people
    from (${factsOf(sql, emailId, range)}) f group by what
    union all
    select ${what(sql, 'converted')}, coalesce(sum(converted), 0)::bigint
    from (${conversionsOf(sql, emailId, range)}) c`;
  const stats = new Map<number, SendStats>();
  for (const row of rows) addTo(stats, emailId, row);
  return stats.get(emailId) ?? noStats;
}

/**
 * Stats of each period between two borders, by its index; periods without any outcome are left out.
 */
export async function emailStatsBetween(
  { sql }: Tx,
  emailId: number,
  borders: readonly Date[],
): Promise<Map<number, SendStats>> {
  const range = { from: borders[0] ?? null, to: borders.at(-1) ?? null };
  const edges = sql`${borders.map((border) => border.toISOString())}::timestamptz[]`;
  const rows = await sql<(Counted & { bucket: number })[]>`
    select what, count(distinct who)::bigint as people, width_bucket(at, ${edges})::int - 1 as bucket
    from (${factsOf(sql, emailId, range)}) f group by bucket, what
    union all
    select ${what(sql, 'converted')}, sum(converted)::bigint,
      greatest(width_bucket(at, ${edges})::int - 1, 0) as bucket
    from (${conversionsOf(sql, emailId, range)}) c group by bucket
    order by bucket`;
  const stats = new Map<number, SendStats>();
  for (const row of rows) addTo(stats, row.bucket, row);
  return stats;
}

/** A link of an email as its author wrote it, with the mails in which somebody clicked it. */
export interface ClickedLink {
  url: string;
  clicked: number;
}

/** The most clicked links of some emails, in all mail or in that of one broadcast. */
export async function clickedLinks(
  { sql }: Tx,
  { emailIds, broadcastId }: { emailIds: readonly number[]; broadcastId: number | null },
  { from, to }: { from: Date | null; to: Date | null },
  limit: number,
): Promise<ClickedLink[]> {
  const source =
    broadcastId === null
      ? sql``
      : sql`and source_kind = 'broadcast' and source_id = ${broadcastId}::bigint`;
  const mails = sql`email_id = any(${[...emailIds]}::bigint[]) ${source} and link_set <> 0`;
  const kept =
    from === null && to === null
      ? sql`
        select null::timestamptz as quarter_at, link_set, link_number, clicked from figure_totals
        where ${mails}`
      : sql`
        select quarter_at, link_set, link_number, clicked from figure_quarters
        where ${mails}`;
  return await sql<ClickedLink[]>`
    select url, sum(f.clicked)::bigint as clicked from (
      select link_set, link_number, sum(clicked) as clicked from (
        ${kept}
        union all
        select quarter_at, link_set, link_number, count from figure_changes
        where ${mails}) q
      where (${from}::timestamptz is null
          or quarter_at >= ${quarterOf(sql, sql`${from}::timestamptz`)})
        and (${to}::timestamptz is null or quarter_at < ${to}::timestamptz)
      group by link_set, link_number) f
    join email_links l on l.id = f.link_set
    cross join lateral (select ${linkUrl(sql)} as url) u
    group by url having sum(f.clicked) > 0
    order by sum(f.clicked) desc, url limit ${limit}`;
}
