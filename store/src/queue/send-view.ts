import type { EmailKind } from '@postroad/core/content/compile/email';
import type { ReasonCount } from '@postroad/core/queue/answer-group';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { Code, LiveSendStatus, SendStatus, SourceKind } from '../platform/codes.ts';
import { countedMail, type LiveMeasure } from '../platform/live-counts.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { attempted, isAttempted, notAttempted } from './claims.ts';

/** A queued or ended send, as the queue shows it. */
export interface SendView {
  id: number;
  person_id: number | null;
  person_email: string | null;
  email_id: number | null;
  email_title: string | null;
  source_kind: SourceKind;
  source_id: number | null;
  source_name: string | null;
  source_key: string | null;
  step_id: number | null;
  status: SendStatus;
  due_at: Date;
  hold_reason: string | null;
  unsubscribed_at: Date | null;
  hard_bounced_at: Date | null;
  complained_at: Date | null;
  email_kind: EmailKind | null;
  attempts: number;
  last_error: string | null;
  ended_at: Date | null;
  /** When it ended, else when it is due, in microseconds since 1970, for the cursor. */
  at_us: number;
}

const liveColumns = (sql: Tx['sql']) => sql`
  s.id, s.person_id, p.email as person_email, p.unsubscribed_at, p.hard_bounced_at,
  p.complained_at, s.email_id,
  coalesce(e.name, m.subject) as email_title,
  case when s.email_id is null then 'transactional' else e.kind end as email_kind, s.source_kind, s.source_id,
  coalesce(f.name, q.name, b.name) as source_name, f.key as source_key, s.step_id, s.due_at,
  s.attempts::int as attempts`;

const micros = (sql: Tx['sql'], at: Statement) => sql`
  (extract(epoch from ${at}) * 1000000)::bigint as at_us`;

const fromMicros = (sql: Tx['sql'], micros: number | null) => sql`
  ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`;

const joins = (sql: Tx['sql']) => sql`
  left join people p on p.id = s.person_id
  left join emails e on e.id = s.email_id
  left join messages m on s.email_id is null and m.send_id = s.id
  left join flows f on s.source_kind = 'flow' and f.id = s.source_id
  left join sequences q on s.source_kind = 'sequence' and q.id = s.source_id
  left join broadcasts b on s.source_kind = 'broadcast' and b.id = s.source_id`;

/**
 * The displayed status of a live send `s`: one that waits for its window is holding, although it
 * has a due time, and one that is claimed is what it was before.
 */
export const shownStatus = (tx: Pick<Tx, 'sql' | 'now'>) => tx.sql`
  case when ${isAttempted(tx.sql, tx.sql`s.id`)} then 'sending'
    when s.status = 'scheduled' and s.hold_reason is not null or ${isHeld(tx)} then 'holding'
    else s.status end`;

/** Whether a live send `s` is due while an operator holds all sending (SENDCTL-04). */
const isHeld = ({ sql, now }: Pick<Tx, 'sql' | 'now'>) => sql`
  (s.status = 'scheduled' and s.due_at <= ${now}
    and (select held_at from sending_control) is not null)`;

/** Why a live send `s` waits, null where nothing holds it. */
export const shownHoldReason = (tx: Pick<Tx, 'sql' | 'now'>) => tx.sql`
  case when not ${isAttempted(tx.sql, tx.sql`s.id`)} then
    coalesce(s.hold_reason, case when ${isHeld(tx)}
      then (select ${holdReasons.sendingHeld('')} || reason from sending_control) end) end`;

/** The queries for a displayed status, each in the order of an index. */
function partsOf(tx: Pick<Tx, 'sql' | 'now'>, status: LiveSendStatus) {
  const { sql } = tx;
  const waiting = sql`status = 'scheduled' and ${notAttempted(sql, sql`s.id`)}`;
  const windowed = sql`${waiting} and hold_reason is not null`;
  const scheduled = sql`${waiting} and hold_reason is null`;
  if (status === 'holding') {
    return [sql`status = 'holding'`, windowed, sql`${scheduled} and ${isHeld(tx)}`];
  }
  if (status === 'scheduled') return [sql`${scheduled} and not ${isHeld(tx)}`];
  return [status === 'sending' ? sql`s.id = ${attempted(sql)}` : sql`status = ${status}`];
}

/** Filters besides the status; a null member does not filter. */
export interface SendFilter {
  personId: number | null;
  emailId: number | null;
  sourceKind: SourceKind | null;
  sourceId: number | null;
}

function only(sql: Tx['sql'], { personId, emailId, sourceKind, sourceId }: SendFilter) {
  return sql`
    ${personId === null ? sql`true` : sql`s.person_id = ${personId}::bigint`}
    ${emailId === null ? sql`` : sql`and s.email_id = ${emailId}::bigint`}
    ${sourceKind === null ? sql`` : sql`and s.source_kind = ${sourceKind}`}
    ${sourceId === null ? sql`` : sql`and s.source_id = ${sourceId}::bigint`}`;
}

/** Live sends as the queue shows them, from a query of rows of `sends`. */
function shownLive(tx: Tx, rows: Statement): Statement {
  const { sql } = tx;
  return sql`
    select ${liveColumns(sql)}, ${shownStatus(tx)} as status, ${shownHoldReason(tx)} as hold_reason,
      s.last_error, null::timestamptz as ended_at, ${micros(sql, sql`s.due_at`)}
    from (${rows}) s ${joins(sql)}`;
}

/** The same for rows of `send_log`. */
function shownEnded(sql: Tx['sql'], rows: Statement): Statement {
  return sql`
    select ${liveColumns(sql)}, s.status, null as hold_reason, s.reason as last_error, s.ended_at,
      ${micros(sql, sql`s.ended_at`)}
    from (${rows}) s ${joins(sql)}`;
}

function unionOf(sql: Tx['sql'], parts: readonly Statement[]): Statement {
  return parts.reduce((all, part) => sql`${all} union all ${part}`);
}

/** Live sends by due time; the cursor is (at_us, id) of the last row shown. */
export async function listLiveSends(
  tx: Tx,
  query: SendFilter & {
    statuses: readonly LiveSendStatus[];
    after: [number, number] | null;
    limit: number;
  },
): Promise<SendView[]> {
  const { sql } = tx;
  const [dueUs, id] = query.after ?? [null, null];
  const parts = query.statuses
    .flatMap((status) => partsOf(tx, status))
    .map(
      (part) => sql`(
    select * from sends s
    where ${part} and ${only(sql, query)}
      and (${dueUs}::bigint is null or (due_at, id) > (${fromMicros(sql, dueUs)}, ${id}::bigint))
    order by due_at, id limit ${query.limit})`,
    );
  const found = shownLive(tx, unionOf(sql, parts));
  return await sql<SendView[]>`${found} order by s.due_at, s.id limit ${query.limit}`;
}

const endedStatuses = ['sent', 'failed', 'skipped', 'canceled'] as const;

/** A page of mail by time: when it ended, else when it is due. */
export interface SendPage extends SendFilter {
  /** Null for all. */
  status: SendStatus | null;
  since: Date | null;
  until: Date | null;
  /** The cursor: (at_us, id) of the last row shown. */
  after: [number, number] | null;
  descending: boolean;
  limit: number;
}

/** The part of a table that is on the page, in the order of an index. */
function onPage(
  sql: Tx['sql'],
  { table, at, part, page }: { table: Statement; at: Statement; part: Statement; page: SendPage },
): Statement {
  const { since, until, after, descending, limit } = page;
  const [us, id] = after ?? [null, null];
  const behind = sql`(${fromMicros(sql, us)}, ${id}::bigint)`;
  const [alone, bySource] = hasNoSource(page)
    ? [sql`and s.source_id is null`, descending ? sql`source_id desc,` : sql`source_id,`]
    : [sql``, sql``];
  return sql`(
    select * from ${table} s
    where ${part} and ${only(sql, page)} ${alone}
      ${since === null ? sql`` : sql`and ${at} >= ${since}`}
      ${until === null ? sql`` : sql`and ${at} <= ${until}`}
      ${us === null ? sql`` : descending ? sql`and (${at}, id) < ${behind}` : sql`and (${at}, id) > ${behind}`}
    order by ${bySource} ${descending ? sql`${at} desc, id desc` : sql`${at}, id`} limit ${limit})`;
}

/**
 * Whether all mail of the page is of a kind that has no source. It is read in the order of an index by
 * source, since among all mail of a status it may be rare.
 */
function hasNoSource({ sourceKind, sourceId }: SendFilter): boolean {
  return sourceId === null && (sourceKind === 'test' || sourceKind === 'message');
}

/**
 * The parts of `sends`, each in the order of an index: those of a status, of a person or an email, or
 * of a source, whose index leaves out what is uncertain.
 */
function liveParts(tx: Tx, { status, personId, emailId, sourceKind }: SendPage): Statement[] {
  const { sql } = tx;
  const live = liveStatuses.filter((one) => status === null || one === status);
  if (status !== null) return live.flatMap((one) => partsOf(tx, one));
  if (personId !== null || emailId !== null) return [sql`true`];
  if (sourceKind === null) return queueStatuses.map((one) => sql`status = ${one}`);
  return [sql`status in ('scheduled', 'holding')`, sql`status = 'uncertain'`];
}

function endedParts(
  sql: Tx['sql'],
  { status, personId, emailId, sourceKind }: SendPage,
): Statement[] {
  const isNarrow = personId !== null || emailId !== null || sourceKind !== null;
  if (status === null && isNarrow) return [sql`true`];
  // As literals, by which a plan may use an index of what was not sent (COUNT-07).
  const parts = {
    sent: sql`status = 'sent'`,
    failed: sql`status = 'failed'`,
    skipped: sql`status = 'skipped'`,
    canceled: sql`status = 'canceled'`,
  };
  return endedStatuses.filter((one) => status === null || one === status).map((one) => parts[one]);
}

const liveStatuses: readonly LiveSendStatus[] = ['scheduled', 'holding', 'sending', 'uncertain'];
const queueStatuses: readonly Code<'sends.status'>[] = ['scheduled', 'holding', 'uncertain'];

/**
 * Mail of the queue and the log as one, by time. Each part costs the rows of the page; what one
 * person got is read whole.
 */
export async function listSends(tx: Tx, page: SendPage): Promise<SendView[]> {
  const { sql } = tx;
  const live = liveParts(tx, page).map((part) =>
    onPage(sql, { table: sql`sends`, at: sql`due_at`, part, page }),
  );
  const ended = endedParts(sql, page).map((part) =>
    onPage(sql, { table: sql`send_log`, at: sql`ended_at`, part, page }),
  );
  const [queued, logged] = await Promise.all([
    live.length === 0 ? [] : sql<SendView[]>`${shownLive(tx, unionOf(sql, live))}`,
    ended.length === 0 ? [] : sql<SendView[]>`${shownEnded(sql, unionOf(sql, ended))}`,
  ]);
  const sign = page.descending ? -1 : 1;
  return [...queued, ...logged]
    .sort((one, other) => sign * (one.at_us - other.at_us || one.id - other.id))
    .slice(0, page.limit);
}

/** One send, live or ended. */
export async function findSend(tx: Tx, id: number): Promise<SendView | null> {
  const { sql } = tx;
  const queued = sql`select * from sends where id = ${id}`;
  const [live] = await sql<SendView[]>`${shownLive(tx, queued)}`;
  if (live) return live;
  const logged = sql`select * from send_log where id = ${id}`;
  const [ended] = await sql<SendView[]>`${shownEnded(sql, logged)}`;
  return ended ?? null;
}

/** Sends by id, live or ended. */
export async function findSends(tx: Tx, ids: readonly number[]): Promise<SendView[]> {
  const { sql } = tx;
  const wanted = sql`id = any(${[...ids]}::bigint[])`;
  const [live, ended] = await Promise.all([
    sql<SendView[]>`${shownLive(tx, sql`select * from sends where ${wanted}`)}`,
    sql<SendView[]>`${shownEnded(sql, sql`select * from send_log where ${wanted}`)}`,
  ]);
  return [...live, ...ended];
}

type Counted = LiveMeasure | 'sending' | 'sending_windowed' | 'due';

/**
 * Number of sends by live status, as it is kept; claimed ones count as before. Reads what is being
 * handed over, which is little. While an operator holds all sending, due mail is shown as holding: it
 * is counted to `most`, and beyond that shown as scheduled. `isHeld` answers as if one did or did not.
 */
export async function liveSendCounts(
  tx: Tx,
  most: number,
  isHeld?: boolean,
): Promise<Record<LiveSendStatus, number>> {
  const { sql, now } = tx;
  const written = sql`(select held_at from sending_control) is not null`;
  const held = isHeld === undefined ? written : isHeld ? sql`true` : sql`false`;
  const due = sql`status = 'scheduled' and hold_reason is null and due_at <= ${now}
    and ${notAttempted(sql, sql`id`)}`;
  const sending = (from: Statement) => sql`
    count(*)::bigint from sends where id = ${attempted(sql)} and ${from}`;
  const rows = await sql<{ measure: Counted; count: number }[]>`
    ${countedMail(sql)}
    union all
    select 'sending', ${sending(sql`hold_reason is null`)}
    union all
    select 'sending_windowed', ${sending(sql`hold_reason is not null`)}
    union all
    select 'due', count(*)::bigint from (select from sends where ${held} and ${due} limit ${most}) s`;
  const counts = new Map(rows.map(({ measure, count }) => [measure, count]));
  const of = (measure: Counted) => counts.get(measure) ?? 0;
  return {
    scheduled: of('queued') - of('sending') - of('due'),
    holding: of('holding') + of('windowed') - of('sending_windowed') + of('due'),
    sending: of('sending') + of('sending_windowed'),
    uncertain: of('uncertain'),
  };
}

/**
 * Live mail of a status by its reason, the next `most` of it: each part reads the first rows of an
 * index. Only mail that waits for its send window goes by itself at its due time.
 */
export async function liveReasons(
  tx: Tx,
  status: 'holding' | 'uncertain',
  most: number,
): Promise<ReasonCount[]> {
  const { sql } = tx;
  const parts = partsOf(tx, status).map(
    (part) => sql`(select * from sends s where ${part} order by due_at, id limit ${most})`,
  );
  const reason = status === 'holding' ? shownHoldReason(tx) : sql`s.last_error`;
  return await sql<ReasonCount[]>`
    select coalesce(reason, '') as reason, count(*)::bigint as count, min(opens_at) as opens_at
    from (
      select ${reason} as reason,
        case when s.status = 'scheduled' and s.hold_reason is not null then s.due_at end as opens_at
      from (${unionOf(sql, parts)}) s order by s.due_at, s.id limit ${most}) r
    group by reason`;
}

/** Mail of a sequence in the queue by its step and by why it waits; null where nothing holds it. */
export interface StepReasonCount {
  step_id: number;
  reason: string | null;
  count: number;
  opens_at: Date | null;
}

/** The next `most` mails of a sequence by step and reason: one part of an index is read. */
export async function reasonsBySteps(
  tx: Tx,
  sequenceId: number,
  most: number,
): Promise<StepReasonCount[]> {
  const { sql } = tx;
  return await sql<StepReasonCount[]>`
    select step_id, reason, count(*)::bigint as count, min(opens_at) as opens_at from (
      select s.step_id, ${shownHoldReason(tx)} as reason,
        case when s.status = 'scheduled' and s.hold_reason is not null then s.due_at end as opens_at
      from (
        select * from sends where source_kind = 'sequence' and source_id = ${sequenceId}
          and status in ('scheduled', 'holding')
        order by due_at, id limit ${most}) s) r
    group by step_id, reason order by step_id, count(*) desc, reason`;
}

/** Failed mail by its reason, the newest `most` of it since a moment. */
export async function failedReasons(
  { sql }: Tx,
  since: Date | null,
  most: number,
): Promise<ReasonCount[]> {
  return await sql<ReasonCount[]>`
    select coalesce(reason, '') as reason, count(*)::bigint as count, null as opens_at
    from (
      select reason from send_log
      where status = 'failed' ${since === null ? sql`` : sql`and ended_at > ${since}`}
      order by ended_at desc limit ${most}) r
    group by reason`;
}

/** Mails that failed for good since a moment, counted to a bound. */
export async function countRecentFailures(
  { sql }: Tx,
  since: Date,
  counted: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from (
      select from send_log where status = 'failed' and ended_at > ${since}
      order by ended_at desc limit ${counted}) failed`;
  return row.count;
}

/** Mail of a flow, sequence or broadcast that is in the queue and not being handed over. */
export async function countQueuedFrom(
  { sql }: Tx,
  source: { kind: SourceKind; id: number },
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from sends
    where source_kind = ${source.kind} and source_id = ${source.id}
      and status in ('scheduled', 'holding') and ${notAttempted(sql, sql`id`)}`;
  return row.count;
}

/** Mail of emails that is in the queue and not being handed over, up to `most`. */
export async function countQueuedOf(
  { sql }: Tx,
  emailIds: readonly number[],
  most: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from (
      select from sends
      where email_id = any(${[...emailIds]}::bigint[]) and status in ('scheduled', 'holding')
        and ${notAttempted(sql, sql`id`)} limit ${most}) s`;
  return row.count;
}
