import { type WorkLane, workLanes } from '@postroad/core/platform/work-lanes';
import type { Statement, Tx } from './transaction.ts';

/** Lanes whose work has a time in a queue. */
export type DueLane =
  | 'runs'
  | 'sends'
  | 'imports'
  | 'taggings'
  | 'sequences'
  | 'broadcasts'
  | 'segments'
  | 'recompiles'
  | 'opt_outs'
  | 'webhooks'
  | 'sign_ups';

/** Milliseconds of mail that a stop of the clock takes together: workers look about once a second too. */
const mailTogetherMs = 1000;

/** Rounded up to the milliseconds of the clock: rounded down, work due within the same millisecond would stay due forever. */
const roundedUp = (sql: Tx['sql'], time: Statement) =>
  sql`date_trunc('milliseconds', interval '999 microseconds' + ${time})`;

/**
 * When the last mail is due of that which leaves from `at` on, within a second and before `end`. At a
 * pace each mail has a time of its own, and a stop for each would cost more than the mail.
 */
async function lastOfMail({ sql }: Tx, at: Date, end: Date): Promise<Date> {
  const until = new Date(Math.min(at.getTime() + mailTogetherMs, end.getTime()));
  const [last] = await sql<{ due: Date }[]>`
    select ${roundedUp(sql, sql`due_at`)} as due from sends
    where status = 'scheduled' and due_at <= ${until} order by due_at desc limit 1`;
  return last && last.due > at ? last.due : at;
}

/**
 * When the next work of a queue is due, up to `until`, and the lanes that have some then or had some
 * before; null if there is none. Mail that a process has in hand was due, and stale emails are due at
 * this very instant. Where only mail is next, the time is that of the last within a second, before
 * anything else is due.
 */
export async function nextDue(tx: Tx, until: Date): Promise<{ at: Date | null; lanes: DueLane[] }> {
  const { sql, now } = tx;
  const rows = await sql<{ lane: DueLane; due: Date }[]>`
    select lane, ${roundedUp(sql, sql`due`)} as due from (values
      ('runs', (select min(due_at) from runs where status = 'active' and due_at <= ${until})),
      ('runs', (select min(created_at) from gate_checks)),
      ('sends', (select min(due_at) from sends where status = 'scheduled' and due_at <= ${until}
        and id not in (select send_id from in_hand)
        and (select held_at from sending_control) is null)),
      ('sends', (select min(due_at) from sends where id in (select send_id from in_hand))),
      ('imports', (select min(created_at) from imports where status = 'working')),
      ('taggings', (select min(created_at) from taggings where status = 'working')),
      ('sequences', (select min(created_at) from sequence_turns)),
      ('sequences', (select min(created_at) from sequence_checks)),
      ('broadcasts', (select min(send_at) from broadcasts
        where status = 'scheduled' and send_at <= ${until})),
      ('broadcasts', (select min(started_at) from broadcasts
        where status = 'sending' and final_person_id is not null)),
      ('broadcasts', (select min(started_at) from broadcasts where adjusted_person_id is not null)),
      ('broadcasts', (select min(decide_at) from broadcasts
        where experiment_status = 'sampling' and status = 'sending' and decide_at <= ${until})),
      ('broadcasts', (select min(finished_at) from broadcasts where queue_cleanup_pending)),
      ('segments', (select min(recheck_at) from segment_people where recheck_at <= ${until})),
      ('segments', (select min(created_at) from segment_checks)),
      ('segments', (select min(watched_at) from watched_segments
        where after_person_id < last_person_id or unwatched_at is not null)),
      ('recompiles', (select ${now}::timestamptz
        where exists (select from stale_compiles where error is null))),
      ('opt_outs', (select min(due_at) from opt_outs where status = 'waiting' and due_at <= ${until})),
      ('webhooks', (select min(d.due_at) from webhook_endpoints e cross join lateral (
        select min(due_at) as due_at from webhook_deliveries
        where endpoint_id = e.id and status = 'waiting' and due_at <= ${until}) d where e.enabled)),
      ('webhooks', (select min(d.due_at) + interval '1 day' from webhook_endpoints e cross join lateral (
        select min(due_at) as due_at from webhook_deliveries
        where endpoint_id = e.id and status = 'waiting'
          and due_at <= ${until}::timestamptz - interval '1 day') d where not e.enabled)),
      ('sign_ups', (select min(due_at) from sign_ups where due_at <= ${until}
        and (is_single or (select held_at from sending_control) is null)))) as queues (lane, due)
    where due is not null order by due`;
  const at = rows[0]?.due ?? null;
  if (at === null) return { at, lanes: [] };
  const isDue = ({ due }: { due: Date }) => due <= at || due <= now;
  const lanes = [...new Set(rows.filter(isDue).map(({ lane }) => lane))];
  if (at <= now || lanes.some((lane) => lane !== 'sends')) return { at, lanes };
  const other = rows.find((row) => !isDue(row))?.due.getTime() ?? Number.POSITIVE_INFINITY;
  const end = new Date(Math.min(other - 1, until.getTime()));
  return { at: await lastOfMail(tx, at, end), lanes };
}

export interface DueWork {
  lane: WorkLane;
  /** When the oldest of it became due; null if nothing is due. */
  since: Date | null;
  /** How much was due before the given moment; counting stops at `counted`. */
  late: number;
}

/**
 * Due work of each kind. Mail in hand counts, because its process may be gone. Renewals have no
 * rows until a scan finds them, so the last scan counts; `renewing` says whether there is anything
 * to scan for.
 */
export async function dueWork(
  { sql, now }: Tx,
  { before, counted, renewing }: { before: Date; counted: number; renewing: boolean },
): Promise<DueWork[]> {
  const oldest = (from: Statement, at: Statement) => sql`(select min(${at}) from ${from})`;
  const late = (from: Statement, at: Statement) =>
    sql`(select count(*) from (select from ${from} and ${at} < ${before} limit ${counted}) l)`;
  const due = sql`due_at`;
  // Mail that an operator holds back is not late, but mail in hand is then too.
  const held = sql`(select held_at from sending_control)`;
  const waiting = sql`sends where status = 'scheduled' and due_at <= ${now} and ${held} is null`;
  const inHand = sql`sends where id = any(array(select send_id from in_hand)) and due_at <= ${now}
    and ${held} is not null`;
  const runs = sql`runs where status = 'active' and due_at <= ${now}`;
  const gates = sql`gate_checks where true`;
  const turns = sql`sequence_turns where true`;
  const checks = sql`sequence_checks where true`;
  const scheduled = sql`broadcasts where status = 'scheduled' and send_at <= ${now}`;
  const filling = sql`broadcasts where status = 'sending' and final_person_id is not null`;
  const adjusting = sql`broadcasts where adjusted_person_id is not null`;
  const deciding = sql`broadcasts where experiment_status = 'sampling' and status = 'sending'
    and decide_at <= ${now}`;
  const decideAt = sql`decide_at`;
  const clearing = sql`broadcasts where queue_cleanup_pending`;
  const optOuts = sql`opt_outs where status = 'waiting' and due_at <= ${now}`;
  const scan = sql`engine_state where ${renewing ? sql`true` : sql`false`}`;
  const scanned = sql`renewals_scanned_at`;
  const [created, sendAt] = [sql`created_at`, sql`send_at`];
  const [nextDue, finished, updated] = [sql`next_due_at`, sql`finished_at`, sql`updated_at`];
  const rows = await sql<{ lane: WorkLane; since: Date | null; late: number }[]>`
    select lane, since, late::bigint as late from (
      select 'sends' as lane, least(${oldest(waiting, due)}, ${oldest(inHand, due)}) as since,
        ${late(waiting, due)} + ${late(inHand, due)} as late
      union all
      select 'runs', least(${oldest(runs, due)}, ${oldest(gates, created)}),
        ${late(runs, due)} + ${late(gates, created)}
      union all
      select 'sequences', least(${oldest(turns, created)}, ${oldest(checks, created)}),
        ${late(turns, created)} + ${late(checks, created)}
      union all
      select 'broadcasts',
        least(${oldest(scheduled, sendAt)}, ${oldest(filling, nextDue)}, ${oldest(clearing, finished)},
          ${oldest(adjusting, updated)}, ${oldest(deciding, decideAt)}),
        ${late(scheduled, sendAt)} + ${late(filling, nextDue)} + ${late(clearing, finished)}
          + ${late(adjusting, updated)} + ${late(deciding, decideAt)}
      union all
      select 'renewals', ${oldest(scan, scanned)}, ${late(scan, scanned)}
      union all
      select 'opt_outs', ${oldest(optOuts, due)}, ${late(optOuts, due)}) lanes`;
  const found = new Map(rows.map((row) => [row.lane, row]));
  return workLanes.map((lane) => {
    const { since = null, late = 0 } = found.get(lane) ?? {};
    return { lane, since: since !== null && since > now ? null : since, late };
  });
}

/**
 * How many of the next `limit` sends failed an attempt, and of as many mails that confirm sign-ups, which
 * are in no other list; and the error of the first.
 */
export async function triedInVain(
  { sql }: Tx,
  limit: number,
): Promise<{ count: number; reason: string | null }> {
  const rows = await sql<{ last_error: string }[]>`
    select last_error from (
      (select last_error, due_at, id from sends where status = 'scheduled' order by due_at, id limit ${limit})
      union all
      (select last_error, due_at, send_id from sign_ups where due_at is not null order by due_at limit ${limit})
    ) as next
    where last_error is not null order by due_at, id`;
  return { count: rows.length, reason: rows[0]?.last_error ?? null };
}

/** Records a scan for renewals, unless another process has just recorded one. */
export async function noteRenewalScan({ sql, now }: Tx): Promise<void> {
  const recently = new Date(now.getTime() - 30_000);
  await sql`
    update engine_state set renewals_scanned_at = ${now} where renewals_scanned_at < ${recently}`;
}
