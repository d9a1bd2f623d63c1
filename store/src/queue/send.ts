import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Code, SourceKind } from '../platform/codes.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { countEnded } from './figures.ts';
import type { NewContent } from './send-content.ts';

export interface QueuedSend extends NewSend {
  /** When it was to be queued, where that is earlier than now. */
  due_at?: Date;
}

export interface NewSend {
  person_id: number;
  email_id: number;
  source_kind: SourceKind;
  source_id: number | null;
  step_id: number | null;
  run_id: number | null;
  event_id: number | null;
}

export interface ClaimedSend extends NewSend {
  id: number;
  attempts: number;
  due_at: Date;
}

/** The final outcome of a send. */
export interface EndedSend {
  id: number;
  status: Code<'send_log.status'>;
  provider: string | null;
  provider_id: string | null;
  reason: string | null;
}

/** A send to put back into the queue, with its next due time and the error. */
export interface DeferredSend {
  id: number;
  due_at: Date;
  attempts: number;
  last_error: string;
}

/** Why mail is uncertain that a process had begun when its lease ran out. */
export const processStopped = 'The process that was sending it stopped.';

/** Puts emails into the queue, due now. */
export async function enqueueSends({ sql, now }: Tx, sends: QueuedSend[]): Promise<void> {
  await sql`
    insert into sends (person_id, email_id, source_kind, source_id, step_id, run_id, event_id, due_at, created_at)
    select person_id, email_id, source_kind, source_id, step_id, run_id, event_id, due_at, ${now}
    from unnest(
      ${sends.map((send) => send.person_id)}::bigint[],
      ${sends.map((send) => send.email_id)}::bigint[],
      ${sends.map((send) => send.source_kind)}::text[],
      ${sends.map((send) => send.source_id)}::bigint[],
      ${sends.map((send) => send.step_id)}::int[],
      ${sends.map((send) => send.run_id)}::bigint[],
      ${sends.map((send) => send.event_id)}::bigint[],
      ${sends.map((send) => (send.due_at ?? now).toISOString())}::timestamptz[]
    ) as fresh (person_id, email_id, source_kind, source_id, step_id, run_id, event_id, due_at)`;
}

/** Queues one send already claimed by the lease, so that no other process takes it. */
export async function enqueueClaimed(
  { sql, now }: Tx,
  leaseId: string,
  send: NewSend,
): Promise<ClaimedSend> {
  const [row] = await sql<[ClaimedSend]>`
    insert into sends (person_id, email_id, source_kind, source_id, step_id, run_id, event_id,
      status, lease_token, due_at, created_at)
    values (${send.person_id}, ${send.email_id}, ${send.source_kind}, ${send.source_id},
      ${send.step_id}, ${send.run_id}, ${send.event_id}, 'claimed',
      ${leaseId}::uuid, ${now}, ${now})
    returning id, person_id, email_id, source_kind, source_id, step_id, run_id, event_id, attempts,
      due_at`;
  return row;
}

/**
 * When the newest tests since `after` were sent, newest first. Makes other tests wait until the
 * transaction ends, so that all are counted.
 */
export async function countedTestSends({ sql }: Tx, after: Date, limit: number): Promise<Date[]> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.testSends}::bigint)`;
  const rows = await sql<{ at: Date }[]>`
    select at from (
      select created_at as at from sends
      where source_kind = 'test' and source_id is null and status in ('scheduled', 'claimed', 'holding')
      union all
      select created_at from sends where source_kind = 'test' and status in ('sending', 'uncertain')
      union all
      select ended_at from send_log
      where source_kind = 'test' and source_id is null and ended_at > ${after}
    ) tests
    where at > ${after} order by at desc limit ${limit}`;
  return rows.map(({ at }) => at);
}

/** Puts claimed sends back as they were. */
export async function unclaimSends({ sql }: Tx, leaseId: string, ids: number[]): Promise<void> {
  await sql`
    update sends set status = 'scheduled', lease_token = null
    where id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'claimed')}`;
}

/**
 * Claims due sends for a lease, mail of broadcasts only if no other is due (SENDCTL-07); passes
 * over sends that another worker has locked. Costs only the rows claimed: each part of the queue is
 * read in the order of an index.
 */
export async function claimDueSends(
  { sql, now }: Tx,
  leaseId: string,
  limit: number,
): Promise<ClaimedSend[]> {
  const open = sql`(select held_at from sending_control) is null`;
  const rows = await sql<ClaimedSend[]>`
    with urgent as (
      select id from sends
      where status = 'scheduled' and source_kind <> 'broadcast' and due_at <= ${now} and ${open}
      order by due_at, id limit ${limit} for update skip locked
    ), bulk as (
      select id from sends
      where status = 'scheduled' and source_kind = 'broadcast' and due_at <= ${now} and ${open}
      order by due_at, id limit ${limit} - (select count(*) from urgent) for update skip locked
    )
    update sends set status = 'claimed', lease_token = ${leaseId}::uuid, hold_reason = null
    where id = any(array(select id from urgent union all select id from bulk))
    returning id, person_id, email_id, source_kind, source_id, step_id, run_id, event_id, attempts, due_at`;
  return rows.sort(
    (a, b) =>
      Number(a.source_kind === 'broadcast') - Number(b.source_kind === 'broadcast') ||
      a.due_at.getTime() - b.due_at.getTime() ||
      a.id - b.id,
  );
}

/**
 * Whether the lease holds a row in one of these statuses. Callers select rows by id: the empty text
 * keeps the planner from using the indexes by status or lease, which would read all claimed rows,
 * live and dead.
 */
function isHeld(sql: Tx['sql'], leaseId: string, ...statuses: Code<'sends.status'>[]): Statement {
  return sql`lease_token = ${leaseId}::uuid and status || '' = any(${statuses}::text[])`;
}

/**
 * Commits an attempt for each send that the lease still claims, with what it hands over, which takes
 * the place of what an earlier attempt did. The statement is sent with the commit; the promise then
 * resolves with their ids, and never if the commit fails.
 */
export function beginAttempts(
  tx: Tx,
  leaseId: string,
  ids: number[],
  contents: readonly NewContent[] = [],
): Promise<Set<number>> {
  const { sql } = tx;
  return new Promise((resolve) => {
    tx.work.beforeCommit(() => {
      const begin = sql`
        update sends set status = 'sending', attempts = attempts + 1
        where id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'claimed')}
        returning id`;
      const begun = contents.length === 0 ? begin : keepingContents(tx, begin, contents);
      tx.work.afterCommit(() => {
        void begun.then((rows) => resolve(new Set(rows.map((row) => row.id as number))));
      });
      return begun;
    });
  });
}

/** JSON has no control characters; as one text, values need no escapes that an array would need. */
const separator = '\u001e';

function keepingContents(
  { sql, now }: Tx,
  begin: Statement,
  contents: readonly NewContent[],
): Statement {
  return sql`
    with begun as (${begin}), kept as (
      insert into send_contents (send_id, frame_id, made_at, merge_values)
      select c.send_id, c.frame_id, ${now}, c.merge_values
      from unnest(
        ${contents.map(({ send_id }) => send_id)}::bigint[],
        ${contents.map(({ frame_id }) => frame_id)}::bigint[],
        string_to_array(${contents.map(({ merge_values }) => merge_values).join(separator)}, ${separator})
      ) as c (send_id, frame_id, merge_values) join begun on begun.id = c.send_id
      on conflict (send_id) do update set frame_id = excluded.frame_id, made_at = excluded.made_at,
        merge_values = excluded.merge_values
    )
    select id from begun`;
}

/**
 * Takes back committed attempts whose caller never learned of the commit, so that nothing was
 * handed over.
 */
export async function takeBackAttempts({ sql }: Tx, leaseId: string, ids: number[]): Promise<void> {
  await sql`
    update sends set status = 'claimed', attempts = attempts - 1
    where id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'sending')}`;
}

/**
 * Puts sends back of which nothing has left, though their attempts were committed under a lease that
 * ran out: still in its hands, or in doubt since the lease was swept. Returns how many.
 */
export async function restoreUnstarted(
  { sql }: Tx,
  leaseId: string,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await sql`
    update sends set status = 'scheduled', lease_token = null, attempts = attempts - 1,
      last_error = case when status = 'uncertain' then null else last_error end
    where id = any(${[...ids]}::bigint[]) and ${isHeld(sql, leaseId, 'sending', 'uncertain')}
    returning 1`;
  return rows.length;
}

/** Of these sends, those that are being handed over under the lease. */
export async function sendsInHand(
  { sql }: Tx,
  leaseId: string,
  ids: readonly number[],
): Promise<ClaimedSend[]> {
  if (ids.length === 0) return [];
  return await sql<ClaimedSend[]>`
    select id, person_id, email_id, source_kind, source_id, step_id, run_id, event_id, attempts, due_at
    from sends where id = any(${[...ids]}::bigint[]) and ${isHeld(sql, leaseId, 'sending')}`;
}

/** Enqueues the people on sequences whose sends ended; does not wait for locks. */
export function enqueueSequenceWork(sql: Tx['sql'], now: Date, ended: Statement): Statement {
  return sql`
    insert into sequence_turns (sequence_id, person_id, created_at)
    select source_id, person_id, ${now} from ${ended} where source_kind = 'sequence'`;
}

/**
 * Moves ended sends to the log if the lease still holds them; a late settle changes nothing.
 * Returns how many were moved.
 */
export async function endSends(
  { sql, now }: Tx,
  leaseId: string,
  ended: EndedSend[],
): Promise<number> {
  const rows = await sql`
    with settled as (
      delete from sends s using unnest(
        ${ended.map((send) => send.id)}::bigint[],
        ${ended.map((send) => send.status)}::text[],
        ${ended.map((send) => send.provider)}::text[],
        ${ended.map((send) => send.provider_id)}::text[],
        ${ended.map((send) => send.reason)}::text[]
      ) as e (id, ended_status, provider, provider_id, reason)
      where s.id = e.id and ${isHeld(sql, leaseId, 'claimed', 'sending')}
      returning s.id, s.person_id, s.email_id, s.source_kind, s.source_id, s.step_id, s.run_id,
        e.ended_status, s.attempts, e.provider, e.provider_id, e.reason, s.due_at
    ), turns as (${enqueueSequenceWork(sql, now, sql`settled`)}
    ), counted as (${countEnded(sql, now, sql`settled`)})
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, provider, provider_id, reason, due_at, ended_at)
    select id, person_id, email_id, source_kind, source_id, step_id, run_id, ended_status,
      attempts, provider, provider_id, reason, due_at, ${now} from settled
    returning 1`;
  return rows.length;
}

/**
 * Puts sends back into the queue if the lease still holds them, or if they are in doubt since it was
 * swept: the process that had them knows that they did not arrive (HANDOFF-06).
 */
export async function deferSends(
  { sql }: Tx,
  leaseId: string,
  deferred: DeferredSend[],
): Promise<void> {
  await sql`
    update sends s set status = 'scheduled', lease_token = null, due_at = d.due_at, attempts = d.attempts,
      last_error = d.last_error
    from unnest(
      ${deferred.map((send) => send.id)}::bigint[],
      ${deferred.map((send) => send.due_at.toISOString())}::timestamptz[],
      ${deferred.map((send) => send.attempts)}::int[],
      ${deferred.map((send) => send.last_error)}::text[]
    ) as d (id, due_at, attempts, last_error)
    where s.id = d.id and ${isHeld(sql, leaseId, 'claimed', 'sending', 'uncertain')}`;
}

/** Marks sends whose acceptance is unknown; an operator decides on them (contract §4.10). */
export async function markSendsUncertain(
  { sql, now }: Tx,
  leaseId: string,
  doubted: { id: number; last_error: string }[],
): Promise<void> {
  await sql`
    with unsure as (
      update sends s set status = 'uncertain', lease_token = null, last_error = d.last_error
      from unnest(
        ${doubted.map((send) => send.id)}::bigint[],
        ${doubted.map((send) => send.last_error)}::text[]
      ) as d (id, last_error)
      where s.id = d.id and ${isHeld(sql, leaseId, 'sending')}
      returning s.source_kind, s.source_id, s.person_id
    )
    ${enqueueSequenceWork(sql, now, sql`unsure`)}`;
}

/** Holds claimed sends, with the reason that the queue shows. */
export async function holdSends(
  { sql }: Tx,
  leaseId: string,
  ids: number[],
  reason: string,
): Promise<void> {
  await sql`
    update sends set status = 'holding', lease_token = null, hold_reason = ${reason}
    where id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'claimed')}`;
}

/**
 * Defers claimed sends until their window opens, with the reason that the queue shows. Only these
 * scheduled sends have a hold_reason; the next claim clears it.
 */
export async function holdForWindows(
  { sql }: Tx,
  leaseId: string,
  held: { id: number; due_at: Date }[],
  reason: string,
): Promise<void> {
  await sql`
    update sends s set status = 'scheduled', lease_token = null, hold_reason = ${reason}, due_at = h.due_at
    from unnest(
      ${held.map((send) => send.id)}::bigint[],
      ${held.map((send) => send.due_at.toISOString())}::timestamptz[]
    ) as h (id, due_at)
    where s.id = h.id and ${isHeld(sql, leaseId, 'claimed')}`;
}

/** Makes sends that wait for a window due, so that they are judged again; returns how many. */
export async function reopenWindows({ sql, now }: Tx): Promise<number> {
  const rows = await sql`
    update sends set due_at = ${now}
    where status = 'scheduled' and hold_reason is not null and due_at > ${now} returning 1`;
  return rows.length;
}

/** Holds every send of a source that is not in hand-over. */
export async function holdSource(
  { sql }: Tx,
  source: { kind: SourceKind; id: number },
  reason: string,
): Promise<void> {
  await sql`
    update sends set status = 'holding', lease_token = null, hold_reason = ${reason}
    where source_kind = ${source.kind} and source_id = ${source.id} and status in ('scheduled', 'claimed')`;
}

/** Releases sends that `holdSource` held for this reason. */
export async function releaseSource(
  { sql }: Tx,
  source: { kind: SourceKind; id: number },
  reason: string,
): Promise<void> {
  await sql`
    update sends set status = 'scheduled', hold_reason = null
    where source_kind = ${source.kind} and source_id = ${source.id} and status = 'holding'
      and hold_reason = ${reason}`;
}

/** Releases claims that were not attempted; called when a worker stops. */
export async function releaseClaims({ sql }: Tx, leaseId: string): Promise<void> {
  await sql`
    update sends set status = 'scheduled', lease_token = null
    where lease_token = ${leaseId}::uuid and status = 'claimed'`;
}
