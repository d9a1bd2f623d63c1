import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import type { InFlight } from '../platform/unit-of-work.ts';
import { notAttempted } from './claims.ts';
import { liveSendCounts } from './send-view.ts';

/** The hold of an operator on all sending. */
export interface SendingHold {
  held_at: Date;
  held_by_kind: 'environment' | 'token' | 'local';
  held_by_name: string;
  reason: string;
}

/** The hold, or null while sending runs. */
export async function findSendingHold({ sql }: Tx): Promise<SendingHold | null> {
  const [row] = await sql<SendingHold[]>`
    select held_at, held_by_kind, held_by_name, reason from sending_control
    where held_at is not null`;
  return row ?? null;
}

/**
 * The same for a transaction that commits attempts: no hold begins before it ends. The lock is one
 * in memory, so that workers do not write to a row that they all share.
 */
export async function shareSendingHold(tx: Tx): Promise<SendingHold | null> {
  const lock = tx.sql`select pg_advisory_xact_lock_shared(${advisoryLocks.sending}::bigint)`;
  // Sent before the statement that reads, whose snapshot is then taken once the lock is held.
  lock.execute();
  const [, hold] = await Promise.all([lock, findSendingHold(tx)]);
  return hold;
}

/** Writes the hold, or ends it with null; waits for the transactions that commit attempts. */
export async function writeSendingHold({ sql }: Tx, hold: SendingHold | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.sending}::bigint)`;
  await sql`
    update sending_control set held_at = ${hold?.held_at ?? null},
      held_by_kind = ${hold?.held_by_kind ?? null}, held_by_name = ${hold?.held_by_name ?? null},
      reason = ${hold?.reason ?? null}`;
}

/** All mail that is being handed over, for `work.block`. */
export const allSends: InFlight = {
  async isUnderWay({ sql }) {
    const [row] = await sql<{ found: boolean }[]>`
      select exists (select from in_hand where attempted) as found`;
    return row?.found ?? false;
  },
};

/** The lanes in the order of their priority, as `claimDueSends` claims them. */
const lanes = ['transactional', 'automation', 'broadcast'] as const;

/** Due mail of one priority that is not handed over. */
export interface DueMail {
  name: (typeof lanes)[number];
  /** Counted to a bound. */
  due: number;
  oldest: Date | null;
}

/** The queue by what it shows, each to a bound. */
export interface QueueCounts {
  lanes: DueMail[];
  queue: { scheduled: number; holding: number; sending: number; uncertain: number };
}

/**
 * The queue by what it shows: due mail of each kind is counted to `most` by the first rows of an
 * index, all else is kept. `isHeld`: whether an operator holds all sending.
 */
export async function countQueue(tx: Tx, most: number, isHeld: boolean): Promise<QueueCounts> {
  const { sql, now } = tx;
  const first = (kind: Statement, limit: number) => sql`
    select source_kind, due_at from sends
    where status = 'scheduled' and ${notAttempted(sql, sql`id`)} and due_at <= ${now} and ${kind}
    order by due_at limit ${limit}`;
  const from = {
    transactional: first(sql`source_kind = 'message'`, most),
    // No index has automation alone: behind so many due messages as are counted, none is seen.
    automation: sql`select due_at from (${first(sql`source_kind <> 'broadcast'`, 2 * most)}) urgent
      where source_kind <> 'message' order by due_at limit ${most}`,
    broadcast: first(sql`source_kind = 'broadcast'`, most),
  };
  const parts = lanes.map((name) => {
    return sql`select ${name}::text as name, count(*)::int as due, min(due_at) as oldest
      from (${from[name]}) s`;
  });
  const [rows, kept] = await Promise.all([
    sql<DueMail[]>`${parts.reduce((all, part) => sql`${all} union all ${part}`)}`,
    // While held, so much due mail is shown as holding.
    liveSendCounts(tx, 2 * most, isHeld),
  ]);
  const due = new Map(rows.map((row) => [row.name, row]));
  const shown = (number: number) => Math.min(number, most);
  return {
    lanes: lanes.map((name) => due.get(name) ?? { name, due: 0, oldest: null }),
    queue: {
      scheduled: shown(kept.scheduled),
      holding: shown(kept.holding),
      sending: shown(kept.sending),
      uncertain: shown(kept.uncertain),
    },
  };
}

/** Adds accepted mails to the steps of time that they were accepted in. */
export async function addSentMinutes(
  { sql }: Tx,
  steps: readonly { at: Date; sent: number }[],
): Promise<void> {
  await sql`
    insert into sent_minutes (minute_at, sent)
    select at, sent from unnest(
      ${steps.map(({ at }) => at.toISOString())}::timestamptz[],
      ${steps.map(({ sent }) => sent)}::bigint[]) as m (at, sent) order by at
    on conflict (minute_at) do update set sent = sent_minutes.sent + excluded.sent`;
}

/** Mails accepted in the last minute and the last hour, each with up to one step of time less. */
export async function sentRecently({ sql, now }: Tx): Promise<{ minute: number; hour: number }> {
  const [row] = await sql<[{ minute: number; hour: number }]>`
    select coalesce(sum(sent), 0)::bigint as hour,
      coalesce(sum(sent) filter (where minute_at > ${now}::timestamptz - interval '1 minute'), 0)::bigint as minute
    from sent_minutes where minute_at > ${now}::timestamptz - interval '1 hour' and minute_at <= ${now}`;
  return row;
}

/** Deletes what nobody asks for any more. */
export async function forgetSentMinutes({ sql }: Tx, before: Date): Promise<void> {
  await sql`delete from sent_minutes where minute_at < ${before}`;
}
