import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import { isAttempted } from './claims.ts';
import { enqueueSequenceWork } from './send.ts';

/**
 * After a restore from a backup: the service that the backup is of continued until it was lost, so what
 * was due by then may have been sent. Such mail becomes uncertain, and an operator decides on it.
 */
export interface RestoredWindow {
  /** Until when that service may have run. */
  until: Date;
}

/** Why mail of a backup is uncertain. */
const restoredDoubt = 'It may have been sent after the backup was made.';

/** Ids that a restore passes over, since mail and callers of the lost service have some of them. */
const idsPassed = 1_000_000_000;

/** Sequences whose ids are in links, in mail, in lists of erasures and in answers to callers. */
const givenAway = [
  'people_id_seq',
  'sends_id_seq',
  'events_id_seq',
  'runs_id_seq',
  'email_links_id_seq',
  'erasures_id_seq',
];

/**
 * Passes over ids that were given after the backup: a link in mail that the lost service sent would
 * otherwise lead to another person.
 */
export async function passOverIds({ sql }: Tx): Promise<void> {
  await sql`
    select setval(format('%I', sequencename)::regclass, coalesce(last_value, 0) + ${idsPassed})
    from pg_sequences where schemaname = 'public' and sequencename = any(${givenAway}::text[])`;
}

/**
 * Takes back what the backup says of processes, none of which runs, and doubts all mail that they
 * may have sent since. Frozen runs wait for their flow and were not advanced, so they come due after
 * the window. Returns how much mail is in doubt.
 */
export async function doubtQueue(tx: Tx, { until }: RestoredWindow): Promise<number> {
  const { sql, now } = tx;
  await sql`delete from leases`;
  await sql`
    update sending_control set restored_at = ${now}, restored_until_at = ${until},
      restored_after_send_id = (select last_value from sends_id_seq)`;
  await sql`
    update runs set due_at = ${until}::timestamptz + interval '1 millisecond'
    where status = 'frozen' and due_at <= ${until}`;
  const rows = await sql`
    with doubted as (
      update sends set status = 'uncertain', lease_token = null, hold_reason = null,
        attempts = attempts + ${isAttempted(sql, sql`id`)}::int, last_error = ${restoredDoubt}
      where status = 'scheduled'
        and (due_at <= ${until} or id in (select send_id from in_hand))
      returning source_kind, source_id, person_id, run_id
    ), reminded as (
      update renewal_occurrences o set sent_at = coalesce(o.sent_at, ${now})
      from doubted d where o.run_id = d.run_id
    ), turns as (${enqueueSequenceWork(sql, now, sql`doubted`)})
    select from doubted`;
  await sql`delete from in_hand`;
  return rows.length;
}

/** The window of the restore while something depends on it; null otherwise. */
export async function findRestoredWindow({ sql }: Tx): Promise<RestoredWindow | null> {
  const [row] = await sql<{ until: Date }[]>`
    select restored_until_at as until from sending_control where restored_until_at is not null`;
  return row ?? null;
}

/**
 * Doubts those of the claimed sends that the restored service has queued for a time at which the lost
 * one may have sent the same. Mail that an operator retries has an error already and is sent.
 */
export async function doubtRepeated(
  { sql, now }: Tx,
  leaseId: string,
  ids: readonly number[],
): Promise<{ id: number }[]> {
  return await sql<{ id: number }[]>`
    with doubted as (
      update sends s set status = 'uncertain', hold_reason = null, last_error = ${restoredDoubt}
      from sending_control c, in_hand h
      where s.id = any(${[...ids]}::bigint[]) and h.send_id = s.id
        and h.lease_token = ${leaseId}::uuid and not h.attempted
        and s.last_error is null and s.source_kind <> 'test'
        and s.id > c.restored_after_send_id and (
          s.due_at <= c.restored_until_at
          or exists (
            select from restored_runs r
            where r.source_kind = 'flow' and r.run_id = s.run_id and s.due_at <= r.until_at)
          or s.source_kind = 'sequence' and exists (
            select from restored_runs r join sequence_runs q on q.id = r.run_id
            where r.source_kind = 'sequence' and s.due_at <= r.until_at
              and q.sequence_id = s.source_id and q.person_id = s.person_id))
      returning s.id, s.source_kind, s.source_id, s.person_id
    ), turns as (${enqueueSequenceWork(sql, now, sql`doubted`)}
    ), over as (delete from in_hand where send_id in (select id from doubted))
    select id from doubted`;
}

/** A run that moves for the first time after the restore, and when it was to. */
export interface MovedRun {
  id: number;
  due_at: Date;
}

/**
 * Notes runs that were to move within the window: the lost service has moved them on from then, as
 * far as the time between allowed, and this one does the same from now.
 */
export async function noteMovedAgain(
  { sql, now }: Tx,
  kind: Code<'restored_runs.source_kind'>,
  { until }: RestoredWindow,
  moved: readonly MovedRun[],
): Promise<void> {
  const within = moved.filter(({ due_at }) => due_at <= until);
  if (within.length === 0) return;
  await sql`
    insert into restored_runs (source_kind, run_id, until_at)
    select ${kind}, id, ${now}::timestamptz + (${until}::timestamptz - due_at)
    from unnest(${within.map(({ id }) => id)}::bigint[],
      ${within.map(({ due_at }) => due_at.toISOString())}::timestamptz[]) as m (id, due_at)
    on conflict do nothing`;
}

/** Ends the window once nothing that it concerns can come any more. */
export async function closeRestoredWindow({ sql, now }: Tx): Promise<void> {
  const rows = await sql`
    update sending_control set restored_at = null, restored_until_at = null,
      restored_after_send_id = null
    where restored_until_at is not null and held_at is null
      and not exists (select from restored_runs where until_at >= ${now})
      and not exists (select from runs where status = 'active' and due_at <= restored_until_at)
      and not exists (
        select from sends where status = 'scheduled' and due_at <= greatest(
          (select max(until_at) from restored_runs), restored_until_at))
      and not exists (
        select from broadcasts b
        where b.status = 'scheduled' and b.send_at <= restored_until_at
          or b.status in ('sending', 'paused') and b.next_due_at <= restored_until_at)
    returning 1`;
  if (rows.length > 0) await sql`delete from restored_runs`;
}
