import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { Code, SendStatus, SourceKind } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';

/** A claimed send is shown as scheduled. */
export type ShownSendStatus = Exclude<SendStatus, 'claimed'>;
/** The status of a queued send. */
export type LiveSendStatus = Exclude<Code<'sends.status'>, 'claimed'>;

/** A queued or ended send, as the queue shows it. */
export interface SendView {
  id: number;
  person_id: number | null;
  person_email: string | null;
  email_id: number;
  email_title: string | null;
  source_kind: SourceKind;
  source_id: number | null;
  source_name: string | null;
  source_key: string | null;
  step_id: number | null;
  status: ShownSendStatus;
  due_at: Date;
  hold_reason: string | null;
  unsubscribed_at: Date | null;
  hard_bounced_at: Date | null;
  complained_at: Date | null;
  attempts: number;
  last_error: string | null;
  ended_at: Date | null;
  /** due_at in microseconds since 1970, for the cursor. */
  due_us: number;
}

const liveColumns = (sql: Tx['sql']) => sql`
  s.id, s.person_id, p.email as person_email, p.unsubscribed_at, p.hard_bounced_at,
  p.complained_at, s.email_id,
  e.name as email_title, s.source_kind, s.source_id,
  coalesce(f.name, q.name, b.name) as source_name, f.key as source_key, s.step_id, s.due_at,
  s.attempts::int as attempts, (extract(epoch from s.due_at) * 1000000)::bigint as due_us`;

const joins = (sql: Tx['sql']) => sql`
  left join people p on p.id = s.person_id
  left join emails e on e.id = s.email_id
  left join flows f on s.source_kind = 'flow' and f.id = s.source_id
  left join sequences q on s.source_kind = 'sequence' and q.id = s.source_id
  left join broadcasts b on s.source_kind = 'broadcast' and b.id = s.source_id`;

/**
 * The displayed status of a live send `s`: one that waits for its window is holding, although it
 * has a due time.
 */
export const shownStatus = (tx: Pick<Tx, 'sql' | 'now'>) => tx.sql`
  case when s.status = 'scheduled' and s.hold_reason is not null or ${isHeld(tx)} then 'holding'
    when s.status = 'claimed' then 'scheduled'
    else s.status end`;

/** Whether a live send `s` is due while an operator holds all sending (SENDCTL-04). */
const isHeld = ({ sql, now }: Pick<Tx, 'sql' | 'now'>) => sql`
  (s.status in ('scheduled', 'claimed') and s.due_at <= ${now}
    and (select held_at from sending_control) is not null)`;

/** Why a live send `s` waits, null where nothing holds it. */
export const shownHoldReason = (tx: Pick<Tx, 'sql' | 'now'>) => tx.sql`
  coalesce(s.hold_reason, case when ${isHeld(tx)}
    then (select ${holdReasons.sendingHeld('')} || reason from sending_control) end)`;

/** The queries for a displayed status, each in the order of an index. */
function partsOf(tx: Pick<Tx, 'sql' | 'now'>, status: LiveSendStatus) {
  const { sql } = tx;
  const windowed = sql`status = 'scheduled' and hold_reason is not null`;
  const scheduled = sql`status = 'scheduled' and hold_reason is null`;
  const claimed = sql`status = 'claimed'`;
  if (status === 'holding') {
    const held = [scheduled, claimed].map((part) => sql`${part} and ${isHeld(tx)}`);
    return [sql`status = 'holding'`, windowed, ...held];
  }
  if (status === 'scheduled') {
    return [scheduled, claimed].map((part) => sql`${part} and not ${isHeld(tx)}`);
  }
  return [sql`status = ${status}`];
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

/** Live sends by due time; the cursor is (due_us, id) of the last row shown. */
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
      and (${dueUs}::bigint is null or (due_at, id) >
        ('epoch'::timestamptz + ${dueUs}::bigint * interval '1 microsecond', ${id}::bigint))
    order by due_at, id limit ${query.limit})`,
    );
  const rows = parts.reduce((all, part) => sql`${all} union all ${part}`);
  return await sql<SendView[]>`
    select ${liveColumns(sql)}, ${shownStatus(tx)} as status, ${shownHoldReason(tx)} as hold_reason, s.last_error,
      null::timestamptz as ended_at
    from (${rows}) s ${joins(sql)}
    order by s.due_at, s.id limit ${query.limit}`;
}

/** Ended sends, newest first; the cursor is the id of the last row shown. */
export async function listEndedSends(
  { sql }: Tx,
  query: SendFilter & { status: Code<'send_log.status'>; before: number | null; limit: number },
): Promise<SendView[]> {
  return await sql<SendView[]>`
    select ${liveColumns(sql)}, s.status, null as hold_reason, s.reason as last_error, s.ended_at
    from send_log s ${joins(sql)}
    where s.status = ${query.status} and ${only(sql, query)}
      and (${query.before}::bigint is null or s.id < ${query.before})
    order by s.id desc limit ${query.limit}`;
}

/** One send, live or ended. */
export async function findSend(tx: Tx, id: number): Promise<SendView | null> {
  const { sql } = tx;
  const [live] = await sql<SendView[]>`
    select ${liveColumns(sql)}, ${shownStatus(tx)} as status, ${shownHoldReason(tx)} as hold_reason, s.last_error,
      null::timestamptz as ended_at
    from sends s ${joins(sql)} where s.id = ${id}`;
  if (live) return live;
  const [ended] = await sql<SendView[]>`
    select ${liveColumns(sql)}, s.status, null as hold_reason, s.reason as last_error, s.ended_at
    from send_log s ${joins(sql)} where s.id = ${id}`;
  return ended ?? null;
}

/** Number of sends by live status; claimed ones count as scheduled. */
export async function countLiveSends(tx: Tx): Promise<Record<string, number>> {
  const rows = await tx.sql<{ status: string; count: number }[]>`
    select ${shownStatus(tx)} as status, count(*)::bigint as count from sends s group by 1`;
  const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { scheduled: 0, holding: 0, sending: 0, uncertain: 0, ...counted };
}

/** Mails that failed for good since a moment, among the newest ones that failed. */
export async function countRecentFailures(
  { sql }: Tx,
  since: Date,
  counted: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from (
      select ended_at from send_log where status = 'failed' order by id desc limit ${counted}) failed
    where ended_at > ${since}`;
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
      and status in ('scheduled', 'claimed', 'holding')`;
  return row.count;
}

/** Mail of an email that is in the queue and not being handed over, up to `most`. */
export async function countQueuedOf({ sql }: Tx, emailId: number, most: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from (
      select from sends
      where email_id = ${emailId} and status in ('scheduled', 'claimed', 'holding') limit ${most}) s`;
  return row.count;
}
