import { frequencyCapPrefix, holdReasons } from '@postroad/core/queue/hold-reasons';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Code, SourceKind } from '../platform/codes.ts';
import { betweenContents, rangeOfSend } from '../platform/kept-contents.ts';
import type { Statement, Tx } from '../platform/transaction.ts';
import { notAttempted, takeClaimsOf } from './claims.ts';
import { countEnded } from './figures.ts';
import type { NewContent } from './send-content.ts';

export interface QueuedSend extends NewSend {
  /** When it was to be queued, where that is earlier than now. */
  due_at?: Date;
}

export interface NewSend {
  person_id: number;
  /** Null for a message with words of its own. */
  email_id: number | null;
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

const claimedColumns = (sql: Tx['sql']) => sql`
  id, person_id, email_id, source_kind, source_id, step_id, run_id, event_id, attempts, due_at`;

/** Queues one send already claimed by the lease, so that no other process takes it. */
export async function enqueueClaimed(
  { sql, now }: Tx,
  leaseId: string,
  send: NewSend,
): Promise<ClaimedSend> {
  const [row] = await sql<[ClaimedSend]>`
    with queued as (
      insert into sends (person_id, email_id, source_kind, source_id, step_id, run_id, event_id,
        due_at, created_at)
      values (${send.person_id}, ${send.email_id}, ${send.source_kind}, ${send.source_id},
        ${send.step_id}, ${send.run_id}, ${send.event_id}, ${now}, ${now})
      returning ${claimedColumns(sql)}
    ), claimed as (
      insert into in_hand (send_id, lease_token) select id, ${leaseId}::uuid from queued)
    select * from queued`;
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
      where source_kind = 'test' and source_id is null and status in ('scheduled', 'holding')
      union all
      select created_at from sends where source_kind = 'test' and status = 'uncertain'
      union all
      select ended_at from send_log
      where source_kind = 'test' and source_id is null and ended_at > ${after}
    ) tests
    where at > ${after} order by at desc limit ${limit}`;
  return rows.map(({ at }) => at);
}

/** Gives claims back. */
export async function unclaimSends({ sql }: Tx, leaseId: string, ids: number[]): Promise<void> {
  await sql`
    delete from in_hand h
    where h.send_id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'claimed')}`;
}

/** Due mail `s` in the order in which it is claimed, without what is in hand. */
function dueMail({ sql, now }: Tx, lane: Statement, limit: Statement): Statement {
  // A subquery that cannot become a join: what is in hand is looked up by id, for the first rows alone.
  return sql`
    select ${claimedColumns(sql)} from sends s
    where status = 'scheduled' and ${lane} and due_at <= ${now}
      and (select held_at from sending_control) is null
      and (select h.send_id from in_hand h where h.send_id = s.id) is null
    order by due_at, id limit ${limit} for update of s skip locked`;
}

/**
 * Claims due sends for a lease: messages first (MSG-18), mail of broadcasts only if no other is due (SENDCTL-07); passes
 * over sends that another worker has locked. Costs the rows claimed and those in hand: each part of
 * the queue is read in the order of an index.
 */
export async function claimDueSends(
  tx: Tx,
  leaseId: string,
  limit: number,
): Promise<ClaimedSend[]> {
  const { sql } = tx;
  // A plan is kept while `in_hand` grows from nothing, so it must not be one that reads the whole table.
  const plans = sql`set local enable_seqscan = off`;
  const rest = (...before: Statement[]) =>
    before.reduce((left, part) => sql`${left} - (select count(*) from ${part})`, sql`${limit}`);
  const claim = () => sql<(ClaimedSend & { is_ours: boolean })[]>`
    with messages as (${dueMail(tx, sql`source_kind = 'message'`, sql`${limit}`)}
    ), urgent as (${dueMail(tx, sql`source_kind <> 'broadcast' and source_kind <> 'message'`, rest(sql`messages`))}
    ), bulk as (${dueMail(tx, sql`source_kind = 'broadcast'`, rest(sql`messages`, sql`urgent`))}
    ), due as (
      select * from messages union all select * from urgent union all select * from bulk
    ), claimed as (
      insert into in_hand (send_id, lease_token) select id, ${leaseId}::uuid from due
      on conflict do nothing returning send_id
    )
    select due.*, c.send_id is not null as is_ours from due left join claimed c on c.send_id = due.id`;
  for (;;) {
    const [, rows] = await Promise.all([plans, claim()]);
    const ours = rows.filter(({ is_ours: isOurs }) => isOurs);
    // Another worker committed its claim of all of them while this one was reading.
    if (rows.length > 0 && ours.length === 0) continue;
    return ours.map(({ is_ours: _, ...send }) => send).sort(inOrderOfClaims);
  }
}

/** Messages go first, broadcasts last (MSG-18, SENDCTL-07). */
export function urgencyOf({ source_kind }: Pick<NewSend, 'source_kind'>): 0 | 1 | 2 {
  if (source_kind === 'message') return 0;
  return source_kind === 'broadcast' ? 2 : 1;
}

function inOrderOfClaims(a: ClaimedSend, b: ClaimedSend): number {
  return urgencyOf(a) - urgencyOf(b) || a.due_at.getTime() - b.due_at.getTime() || a.id - b.id;
}

/** Whether the lease has mail `h` in hand, claimed or attempted. */
function isHeld(sql: Tx['sql'], leaseId: string, as: 'claimed' | 'attempted' | 'any'): Statement {
  const part = { claimed: sql`and not h.attempted`, attempted: sql`and h.attempted`, any: sql`` };
  return sql`h.lease_token = ${leaseId}::uuid ${part[as]}`;
}

/** Ends that mail is in hand, after `changed` has changed or deleted its rows of the queue. */
function letGo(sql: Tx['sql'], changed: Statement): Statement {
  return sql`delete from in_hand where send_id in (select id from ${changed})`;
}

/**
 * Commits an attempt for each send that the lease still claims, with what it hands over. The statement is sent with the commit; the promise then
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
        update in_hand h set attempted = true from sends s
        where h.send_id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'claimed')}
          and s.id = h.send_id
        returning s.id`;
      const begun = contents.length === 0 ? begin : keepingContents(tx, begin, contents);
      tx.work.afterCommit(() => {
        void begun.then((rows) => resolve(new Set(rows.map((row) => row.id as number))));
      });
      return begun;
    });
  });
}

function keepingContents(
  { sql, now }: Tx,
  begin: Statement,
  contents: readonly NewContent[],
): Statement {
  return sql`
    with begun as (${begin}), kept as (
      insert into send_contents (send_range, frame_id, made_at, send_ids, merge_values)
      select ${rangeOfSend(sql, sql`c.send_id`)}, c.frame_id, ${now}, array_agg(c.send_id),
        string_agg(c.merge_values, ${betweenContents})
      from unnest(
        ${contents.map(({ send_id }) => send_id)}::bigint[],
        ${contents.map(({ frame_id }) => frame_id)}::bigint[],
        string_to_array(
          ${contents.map(({ merge_values }) => merge_values).join(betweenContents)}, ${betweenContents})
      ) as c (send_id, frame_id, merge_values) join begun on begun.id = c.send_id
      group by 1, 2
    )
    select id from begun`;
}

/**
 * Takes back committed attempts whose caller never learned of the commit, so that nothing was
 * handed over.
 */
export async function takeBackAttempts({ sql }: Tx, leaseId: string, ids: number[]): Promise<void> {
  await sql`
    update in_hand h set attempted = false
    where h.send_id = any(${ids}::bigint[]) and ${isHeld(sql, leaseId, 'attempted')}`;
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
    with back as (
      delete from in_hand h
      where h.send_id = any(${[...ids]}::bigint[]) and ${isHeld(sql, leaseId, 'attempted')} returning 1
    ), sure as (
      update sends set status = 'scheduled', lease_token = null, attempts = attempts - 1,
        last_error = null
      where id = any(${[...ids]}::bigint[]) and status = 'uncertain' and lease_token = ${leaseId}::uuid
      returning 1
    )
    select from back union all select from sure`;
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
    select ${claimedColumns(sql)} from sends s join in_hand h on h.send_id = s.id
    where s.id = any(${[...ids]}::bigint[]) and ${isHeld(sql, leaseId, 'attempted')}`;
}

/** Enqueues the people on sequences whose sends ended; does not wait for locks. */
export function enqueueSequenceWork(sql: Tx['sql'], now: Date, ended: Statement): Statement {
  return sql`
    insert into sequence_turns (sequence_id, person_id, created_at)
    select source_id, person_id, ${now} from ${ended} where source_kind = 'sequence'`;
}

/**
 * Moves ended sends to the log if the lease still holds them; a late settle changes nothing.
 * Returns the ids of those that were moved.
 */
export async function endSends(
  { sql, now }: Tx,
  leaseId: string,
  ended: EndedSend[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    with settled as (
      delete from sends s using unnest(
        ${ended.map((send) => send.id)}::bigint[],
        ${ended.map((send) => send.status)}::text[],
        ${ended.map((send) => send.provider)}::text[],
        ${ended.map((send) => send.provider_id)}::text[],
        ${ended.map((send) => send.reason)}::text[]
      ) as e (id, ended_status, provider, provider_id, reason), in_hand h
      where s.id = e.id and h.send_id = e.id and ${isHeld(sql, leaseId, 'any')}
        and s.status = 'scheduled'
      returning s.id, s.person_id, s.email_id, s.source_kind, s.source_id, s.step_id, s.run_id,
        e.ended_status, s.attempts + h.attempted::int as attempts, e.provider, e.provider_id, e.reason,
        s.due_at
    ), over as (
      delete from in_hand h
      where h.send_id = any(${ended.map((send) => send.id)}::bigint[])
        and ${isHeld(sql, leaseId, 'any')} and (select count(*) from settled) >= 0
    ), turns as (${enqueueSequenceWork(sql, now, sql`settled`)}
    ), counted as (${countEnded(sql, now, sql`settled`)})
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, provider, provider_id, reason, due_at, ended_at)
    select id, person_id, email_id, source_kind, source_id, step_id, run_id, ended_status,
      attempts, provider, provider_id, reason, due_at, ${now} from settled
    returning id`;
  return idsIn(rows);
}

function idsIn(rows: readonly { id: number }[]): Set<number> {
  return new Set(rows.map(({ id }) => id));
}

/**
 * Puts sends back into the queue if the lease still holds them, or if they are in doubt since it was
 * swept: the process that had them knows that they did not arrive (HANDOFF-06). Returns the ids of
 * those that went back.
 */
export async function deferSends(
  { sql }: Tx,
  leaseId: string,
  deferred: DeferredSend[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    with deferred as (
      update sends s set status = 'scheduled', lease_token = null, hold_reason = null,
        due_at = d.due_at, attempts = d.attempts, last_error = d.last_error
      from unnest(
        ${deferred.map((send) => send.id)}::bigint[],
        ${deferred.map((send) => send.due_at.toISOString())}::timestamptz[],
        ${deferred.map((send) => send.attempts)}::int[],
        ${deferred.map((send) => send.last_error)}::text[]
      ) as d (id, due_at, attempts, last_error)
      left join in_hand h on h.send_id = d.id and ${isHeld(sql, leaseId, 'any')}
      where s.id = d.id and (h.send_id is not null
        or s.status = 'uncertain' and s.lease_token = ${leaseId}::uuid)
      returning s.id
    ), over as (${letGo(sql, sql`deferred`)})
    select id from deferred`;
  return idsIn(rows);
}

/**
 * Marks sends whose acceptance is unknown; an operator decides on them (contract §4.10). Returns the
 * ids of those that the lease still held.
 */
export async function markSendsUncertain(
  { sql, now }: Tx,
  leaseId: string,
  doubted: { id: number; last_error: string }[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    with unsure as (
      update sends s set status = 'uncertain', hold_reason = null, attempts = s.attempts + 1,
        last_error = d.last_error
      from unnest(
        ${doubted.map((send) => send.id)}::bigint[],
        ${doubted.map((send) => send.last_error)}::text[]
      ) as d (id, last_error), in_hand h
      where s.id = d.id and h.send_id = d.id and ${isHeld(sql, leaseId, 'attempted')}
        and s.status = 'scheduled'
      returning s.id, s.source_kind, s.source_id, s.person_id
    ), over as (${letGo(sql, sql`unsure`)}
    ), turns as (${enqueueSequenceWork(sql, now, sql`unsure`)})
    select id from unsure`;
  return idsIn(rows);
}

/** Holds claimed sends, with the reason that the queue shows. */
export async function holdSends(
  { sql }: Tx,
  leaseId: string,
  ids: number[],
  reason: string,
): Promise<void> {
  await sql`
    with held as (
      update sends s set status = 'holding', hold_reason = ${reason} from in_hand h
      where s.id = any(${ids}::bigint[]) and h.send_id = s.id and ${isHeld(sql, leaseId, 'claimed')}
      returning s.id
    )
    ${letGo(sql, sql`held`)}`;
}

/** A send that waits by itself, with the reason that the queue shows. */
export interface HeldSend {
  id: number;
  due_at: Date;
  reason: string;
}

/**
 * Defers claimed sends, such as until their window opens. Only these scheduled sends have a
 * hold_reason; the queue shows it until the next attempt.
 */
export async function holdUntil(
  { sql }: Tx,
  leaseId: string,
  held: readonly HeldSend[],
): Promise<void> {
  await sql`
    with held as (
      update sends s set hold_reason = w.reason, due_at = w.due_at
      from unnest(
        ${held.map((send) => send.id)}::bigint[],
        ${held.map((send) => send.due_at.toISOString())}::timestamptz[],
        ${held.map((send) => send.reason)}::text[]
      ) as w (id, due_at, reason), in_hand h
      where s.id = w.id and h.send_id = w.id and ${isHeld(sql, leaseId, 'claimed')}
      returning s.id
    )
    ${letGo(sql, sql`held`)}`;
}

/**
 * Makes mail of people due again that a frequency cap holds: mail that it counted while that was
 * handed over has not gone.
 */
export async function reopenCapped({ sql, now }: Tx, people: readonly number[]): Promise<void> {
  await sql`
    update sends set due_at = ${now}
    where person_id = any(${[...people]}::bigint[]) and status = 'scheduled' and due_at > ${now}
      and starts_with(hold_reason, ${frequencyCapPrefix})`;
}

/** Makes sends that wait for a window or a cap due, so that they are judged again; returns how many. */
export async function reopenWindows({ sql, now }: Tx): Promise<number> {
  const rows = await sql`
    update sends set due_at = ${now}
    where status = 'scheduled' and hold_reason is not null and due_at > ${now} returning 1`;
  return rows.length;
}

/** The same for the sends of an email that wait so, or for a sender. */
export async function reopenEmail({ sql, now }: Tx, emailId: number): Promise<number> {
  const rows = await sql`
    update sends set due_at = ${now}
    where email_id = ${emailId} and status = 'scheduled' and hold_reason is not null
      and due_at > ${now}
    returning 1`;
  return rows.length;
}

/** The same for the sends of people that wait for a window, which may be one of their time zone. */
export async function reopenWindowsOf(
  { sql, now }: Tx,
  people: readonly number[],
): Promise<number> {
  const rows = await sql`
    update sends set due_at = ${now}
    where person_id = any(${[...people]}::bigint[]) and status = 'scheduled' and due_at > ${now}
      and hold_reason = ${holdReasons.outsideWindow}
    returning 1`;
  return rows.length;
}

/**
 * Holds every send of a source that is not in hand-over. One that waits for a window, a cap or a sender
 * was due before, and is due again at its release, so that it is judged then and has its reason again.
 * The caller has locked the source.
 */
export async function holdSource(
  tx: Tx,
  source: { kind: SourceKind; id: number },
  reason: string,
): Promise<void> {
  const { sql, now } = tx;
  await sql`
    update sends set status = 'holding', hold_reason = ${reason},
      due_at = case when hold_reason is null then due_at else least(due_at, ${now}) end
    where source_kind = ${source.kind} and source_id = ${source.id} and status = 'scheduled'
      and ${notAttempted(sql, sql`id`)}`;
  await takeClaimsOf(tx, source);
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
  await sql`delete from in_hand h where ${isHeld(sql, leaseId, 'claimed')}`;
}
