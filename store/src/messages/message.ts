import { skipReasons } from '@postroad/core/queue/hold-reasons';
import { packCompile, unpackCompile } from '../content/packed-compile.ts';
import type { SendStatus } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { notInHand, takeClaims } from '../queue/claims.ts';
import { shownHoldReason, shownStatus } from '../queue/send-view.ts';

/** A further header of a mail. */
export type HeaderPair = readonly [name: string, value: string];

/** What a call asks for. */
export interface MessageWords {
  to_address: string;
  /** As it was written, of the email or its own. */
  subject: string;
  /** A mailbox; null: as the email or the profile says. */
  from_address: string | null;
  reply_to: string | null;
  cc: string[];
  bcc: string[];
  headers: HeaderPair[];
  /** Null: as the email says. */
  tracking: boolean | null;
  /** The values of `data` in Liquid. */
  data: Record<string, unknown> | null;
}

/** Words that no email has. */
export interface OwnWords {
  body_markdown: string;
  layout_id: number | null;
  compiled: object;
}

export interface NewMessage extends MessageWords {
  person_id: number;
  /** Null with words of its own. */
  email_id: number | null;
  own: OwnWords | null;
  due_at: Date;
}

/** Queues a message; answers its id, which is that of its send. */
export async function queueMessage({ sql, now }: Tx, message: NewMessage): Promise<number> {
  const { own } = message;
  const compiled = own === null ? null : packCompile(own.compiled);
  const [row] = await sql<[{ id: number }]>`
    with queued as (
      insert into sends (person_id, email_id, source_kind, due_at, created_at)
      values (${message.person_id}, ${message.email_id}, 'message', ${message.due_at}, ${now})
      returning id
    )
    insert into messages (send_id, person_id, to_address, subject, from_address, reply_to, cc, bcc,
      headers, tracking, data, body_markdown, layout_id, compiled, created_at)
    select id, ${message.person_id}, ${message.to_address}, ${message.subject},
      ${message.from_address}, ${message.reply_to}, ${message.cc}::text[], ${message.bcc}::text[],
      ${JSON.stringify(message.headers)}::text::jsonb, ${message.tracking}::boolean,
      ${message.data && JSON.stringify(message.data)}::text::jsonb, ${own?.body_markdown ?? null},
      ${own?.layout_id ?? null}::int, decode(${compiled}::text, 'base64'), ${now}
    from queued returning send_id as id`;
  return row.id;
}

/** What a message is made of at its hand-off. */
export interface KeptMessage<Compiled> extends MessageWords {
  send_id: number;
  /** The compile of its own words; null where it sends an email, and once it is no longer kept. */
  compiled: Compiled | null;
}

/** By send; those whose person was erased are missing. */
export async function readMessages<Compiled>(
  { sql }: Tx,
  sendIds: readonly number[],
): Promise<Map<number, KeptMessage<Compiled>>> {
  const rows = await sql<(KeptMessage<never> & { compiled: Uint8Array | null })[]>`
    select send_id, to_address, subject, from_address, reply_to, cc, bcc, headers, tracking, data,
      compiled
    from messages where send_id = any(${[...sendIds]}::bigint[])`;
  return new Map(
    rows.map(({ compiled, ...row }) => [
      row.send_id,
      { ...row, compiled: compiled && unpackCompile<Compiled>(compiled) },
    ]),
  );
}

/** A message as lists show it, with the state of its send. */
export interface MessageView {
  id: number;
  status: SendStatus;
  to_address: string | null;
  person_id: number | null;
  email_id: number | null;
  subject: string | null;
  from_address: string | null;
  reply_to: string | null;
  cc: string[] | null;
  bcc: string[] | null;
  headers: HeaderPair[] | null;
  due_at: Date;
  hold_reason: string | null;
  attempts: number;
  last_error: string | null;
  created_at: Date | null;
  ended_at: Date | null;
}

/** Messages of sends `rows`, which have the columns of both tables. */
function shown(tx: Tx, messages: Statement): Statement {
  const { sql } = tx;
  const words = sql`m.to_address, m.subject, m.from_address, m.reply_to, m.cc, m.bcc, m.headers,
    m.created_at`;
  return sql`
    select s.id, ${shownStatus(tx)} as status, s.person_id, s.email_id, s.due_at,
      ${shownHoldReason(tx)} as hold_reason, s.attempts::int as attempts, s.last_error,
      null::timestamptz as ended_at, ${words}
    from (${messages}) m join sends s on s.id = m.send_id
    union all
    select s.id, s.status, s.person_id, s.email_id, s.due_at, null, s.attempts::int, s.reason,
      s.ended_at, ${words}
    from (${messages}) m join send_log s on s.id = m.send_id`;
}

/** A page of messages by id. Costs the rows of the page. */
export async function listMessages(
  tx: Tx,
  { personId, page }: { personId: number | null; page: IdPage },
): Promise<MessageView[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page, 'send_id');
  const of = personId === null ? sql`true` : sql`person_id = ${personId}::bigint`;
  const found = sql`select * from messages where ${of} ${behind} ${order}`;
  const direction = page.descending ? sql`desc` : sql``;
  return await sql<MessageView[]>`
    with messages as materialized (${found})
    select * from (${shown(tx, sql`select * from messages`)}) v order by id ${direction}`;
}

/** Messages by id. */
export async function findMessages(tx: Tx, ids: readonly number[]): Promise<MessageView[]> {
  const found = tx.sql`select * from messages where send_id = any(${[...ids]}::bigint[])`;
  return await tx.sql<MessageView[]>`${shown(tx, found)}`;
}

/** Null where no message has the id. One whose person was erased has no words any more. */
export async function findMessage(tx: Tx, id: number): Promise<MessageView | null> {
  const { sql } = tx;
  const [row] = await sql<MessageView[]>`
    with asked as (
      select ${id}::bigint as send_id
    ), known as materialized (
      select a.send_id, m.to_address, m.subject, m.from_address, m.reply_to, m.cc, m.bcc,
        m.headers, m.created_at
      from asked a left join messages m on m.send_id = a.send_id
    )
    select v.* from (${shown(tx, sql`select * from known`)}) v
    where exists (select from sends s where s.id = v.id and s.source_kind = 'message')
      or exists (select from send_log s where s.id = v.id and s.source_kind = 'message')`;
  return row ?? null;
}

/**
 * Ends a message of which nothing is being handed over. False where it is, or has ended: an attempt
 * and this never both happen.
 */
export async function cancelMessage(tx: Tx, id: number): Promise<boolean> {
  const { sql, now } = tx;
  const which = sql`s.id = ${id} and s.source_kind = 'message' and s.status in ('scheduled', 'holding')`;
  await takeClaims(tx, which);
  const rows = await sql`
    with canceled as (
      delete from sends s where ${which} and ${notInHand(sql, sql`s.id`)} returning *)
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, reason, due_at, ended_at)
    select id, person_id, email_id, source_kind, source_id, step_id, run_id,
      'canceled', attempts, ${skipReasons.messageCanceled}, due_at, ${now} from canceled
    returning 1`;
  return rows.length > 0;
}

/** Forgets what messages said that were made before a time and have ended; answers how many. */
export async function forgetMessageContents(
  { sql, now }: Tx,
  before: Date,
  most: number,
): Promise<number> {
  const rows = await sql`
    update messages m set data = null, body_markdown = null, compiled = null, forgotten_at = ${now}
    where m.send_id = any(array(
      select o.send_id from messages o
      where o.forgotten_at is null and o.created_at < ${before}
        and not exists (select from sends s where s.id = o.send_id)
      order by o.created_at limit ${most}))
    returning 1`;
  return rows.length;
}
