import type { Code, LiveSendStatus } from '../platform/codes.ts';
import { endedMail } from '../platform/ended-mail.ts';
import type { Tx } from '../platform/transaction.ts';
import { isAttempted, notInHand, takeClaims } from '../queue/claims.ts';

/** A person on a sequence. */
export interface OnSequence {
  sequence_id: number;
  person_id: number;
}

export interface SequenceRunRow extends OnSequence {
  id: number;
  /** Steps that ended for the person. */
  ended_step_ids: number[];
  /** When the last of them ended, otherwise the start. */
  last_step_ended_at: Date;
  next_step_id: number | null;
  send_id: number | null;
  due_at: Date | null;
  /** Number of flows that led to the start without a wait; 0 after a delay. */
  chain: number;
}

/** Takes people who are due for a check; passes over those that another worker has. */
export async function takeTurns({ sql }: Tx, limit: number): Promise<OnSequence[]> {
  return await sql<OnSequence[]>`
    delete from sequence_turns where id = any(array(
      select id from sequence_turns order by id limit ${limit} for update skip locked))
    returning sequence_id, person_id`;
}

/** Requests a check of everybody on a sequence. */
export async function addSequenceCheck({ sql, now }: Tx, sequenceId: number): Promise<void> {
  await sql`
    insert into sequence_checks (sequence_id, created_at) values (${sequenceId}, ${now})`;
}

/**
 * The next people of the oldest check, which ends after its last person. Returns null if no check
 * is free.
 */
export async function takeCheck({ sql }: Tx, limit: number): Promise<OnSequence[] | null> {
  const [check] = await sql<{ id: number; sequence_id: number; after_run: number }[]>`
    select id, sequence_id, after_run from sequence_checks
    order by id limit 1 for update skip locked`;
  if (!check) return null;
  const rows = await sql<(OnSequence & { id: number })[]>`
    select id, sequence_id, person_id from sequence_runs
    where sequence_id = ${check.sequence_id} and finished_at is null and id > ${check.after_run}
    order by id limit ${limit}`;
  if (rows.length < limit) await sql`delete from sequence_checks where id = ${check.id}`;
  else {
    const last = rows.at(-1)?.id ?? 0;
    await sql`update sequence_checks set after_run = ${last} where id = ${check.id}`;
  }
  return rows;
}

/** Locks the active runs of these people in order of id; the caller already holds the people. */
export async function lockSequenceRuns(
  { sql }: Tx,
  wanted: readonly OnSequence[],
): Promise<SequenceRunRow[]> {
  return await sql<SequenceRunRow[]>`
    select id, sequence_id, person_id, ended_step_ids, last_step_ended_at, next_step_id, send_id,
      due_at, chain::int as chain
    from sequence_runs
    where finished_at is null and (sequence_id, person_id) in (
      select sequence_id, person_id
      from unnest(${wanted.map((one) => one.sequence_id)}::bigint[],
        ${wanted.map((one) => one.person_id)}::bigint[]) as w (sequence_id, person_id))
    order by id for update`;
}

/** The statuses of the queued sends among `sendIds`. */
export async function statusesOf(
  { sql }: Tx,
  sendIds: number[],
): Promise<Map<number, LiveSendStatus>> {
  const rows = await sql<{ id: number; status: LiveSendStatus }[]>`
    select id, case when ${isAttempted(sql, sql`id`)} then 'sending' else status end as status
    from sends where id = any(${sendIds}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row.status]));
}

export interface SendEnd {
  id: number;
  status: Code<'send_log.status'>;
  ended_at: Date;
}

/** How and when the ended sends among `sendIds` ended. */
export async function endsOf({ sql }: Tx, sendIds: number[]): Promise<Map<number, SendEnd>> {
  const rows = await sql<SendEnd[]>`
    select id, status, ended_at from send_log
    where id = any(${sendIds}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A send to queue for a person on a sequence. */
export interface QueuedStep extends OnSequence {
  step_id: number;
  email_id: number;
  due_at: Date;
  /** Why it starts on hold; null if it does not. */
  hold_reason: string | null;
}

/** Queues steps; returns the ids of the sends in order. */
export async function queueSteps(
  { sql, now }: Tx,
  steps: readonly QueuedStep[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into sends (person_id, email_id, source_kind, source_id, step_id, status, hold_reason,
      due_at, created_at)
    select person_id, email_id, 'sequence', sequence_id, step_id,
      case when hold_reason is null then 'scheduled' else 'holding' end, hold_reason,
      due_at, ${now}
    from unnest(
      ${steps.map((step) => step.person_id)}::bigint[],
      ${steps.map((step) => step.email_id)}::bigint[],
      ${steps.map((step) => step.sequence_id)}::bigint[],
      ${steps.map((step) => step.step_id)}::int[],
      ${steps.map((step) => step.hold_reason)}::text[],
      ${steps.map((step) => step.due_at.toISOString())}::timestamptz[]
    ) with ordinality
      as fresh (person_id, email_id, sequence_id, step_id, hold_reason, due_at, place)
    order by place returning id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export interface Retargeted {
  send_id: number;
  step_id: number;
  email_id: number;
  due_at: Date;
}

/**
 * Changes the step or the due time of queued sends; sends in hand-over stay as they are. A retry of
 * the same step keeps its time. Returns the ids of the changed sends.
 */
export async function retargetSends(tx: Tx, targets: readonly Retargeted[]): Promise<Set<number>> {
  const { sql } = tx;
  await takeClaims(
    tx,
    waitingAmong(
      sql,
      targets.map(({ send_id }) => send_id),
    ),
  );
  const rows = await sql<{ id: number }[]>`
    update sends s set step_id = t.step_id, email_id = t.email_id,
      due_at = case when s.attempts > 0 and s.step_id = t.step_id then s.due_at else t.due_at end,
      attempts = case when s.step_id = t.step_id then s.attempts else 0 end,
      last_error = case when s.step_id = t.step_id then s.last_error end,
      hold_reason = case when s.status = 'holding' then s.hold_reason end
    from unnest(
      ${targets.map((target) => target.send_id)}::bigint[],
      ${targets.map((target) => target.step_id)}::int[],
      ${targets.map((target) => target.email_id)}::bigint[],
      ${targets.map((target) => target.due_at.toISOString())}::timestamptz[]
    ) as t (id, step_id, email_id, due_at)
    where s.id = t.id and s.status in ('scheduled', 'holding') and ${notInHand(sql, sql`s.id`)}
    returning s.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Removes sends from the queue that are not in hand-over; returns their ids. */
export async function withdrawSends(tx: Tx, sendIds: number[]): Promise<Set<number>> {
  const { sql } = tx;
  await takeClaims(tx, waitingAmong(sql, sendIds));
  const rows = await sql<{ id: number }[]>`
    delete from sends s
    where ${waitingAmong(sql, sendIds)} and ${notInHand(sql, sql`s.id`)} returning id`;
  return new Set(rows.map(({ id }) => id));
}

const waitingAmong = (sql: Tx['sql'], sendIds: readonly number[]) => sql`
  s.id = any(${[...sendIds]}::bigint[]) and s.status in ('scheduled', 'holding')`;

export interface SequenceRunWrite extends Omit<SequenceRunRow, keyof OnSequence> {
  finished: boolean;
}

export async function writeSequenceRuns(
  { sql, now }: Tx,
  writes: readonly SequenceRunWrite[],
): Promise<void> {
  await sql`
    update sequence_runs r set ended_step_ids = w.ended_step_ids,
      last_step_ended_at = w.last_step_ended_at,
      next_step_id = w.next_step_id, send_id = w.send_id, due_at = w.due_at,
      chain = w.chain,
      finished_at = case when w.finished then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(writes)}::text::jsonb) as w (id bigint,
      ended_step_ids int[], last_step_ended_at timestamptz, next_step_id int, send_id bigint,
      due_at timestamptz, chain smallint, finished boolean)
    where r.id = w.id`;
}

/** A send that might repeat an email to a person. */
export interface MayRepeat {
  id: number;
  person_id: number;
  email_id: number;
}

/**
 * The sends whose person has already received the email, or may be receiving it now (SEQ-05,
 * SEQ-07); tests do not count.
 */
export async function receivedBefore({ sql }: Tx, sends: readonly MayRepeat[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select w.id
    from unnest(${sends.map((send) => send.id)}::bigint[],
      ${sends.map((send) => send.person_id)}::bigint[],
      ${sends.map((send) => send.email_id)}::bigint[]) as w (id, person_id, email_id)
    where exists (
      select from ${endedMail(sql)} l where l.person_id = w.person_id and l.email_id = w.email_id
        and l.status = 'sent' and l.source_kind <> 'test')
    or exists (
      select from sends s where s.person_id = w.person_id and s.email_id = w.email_id
        and s.id <> w.id and s.source_kind <> 'test'
        and (s.status = 'uncertain' or ${isAttempted(sql, sql`s.id`)}))`;
  return rows.map(({ id }) => id);
}

/** People partway through who have come equally far. */
export interface ProgressCount extends Pick<SequenceRunRow, 'ended_step_ids' | 'next_step_id'> {
  people: number;
}

/** How far people on a sequence have come; looks at no more than `most` of them. */
export async function countProgress(
  { sql }: Tx,
  sequenceId: number,
  most: number,
): Promise<ProgressCount[]> {
  return await sql<ProgressCount[]>`
    select ended_step_ids, next_step_id, count(*)::bigint as people from (
      select ended_step_ids, next_step_id from sequence_runs
      where sequence_id = ${sequenceId} and finished_at is null limit ${most}) r
    group by ended_step_ids, next_step_id`;
}

export interface SequenceStanding extends SequenceRunRow {
  sequence_name: string;
  enabled: boolean;
  started_at: Date;
  finished_at: Date | null;
}

/** A person's newest run of each of these sequences. */
export async function newestSequenceRuns(
  { sql }: Tx,
  personId: number,
  sequenceIds: number[],
): Promise<SequenceStanding[]> {
  return await sql<SequenceStanding[]>`
    select distinct on (r.sequence_id) r.*, s.name as sequence_name, s.enabled
    from sequence_runs r join sequences s on s.id = r.sequence_id
    where r.person_id = ${personId} and r.sequence_id = any(${sequenceIds}::bigint[])
    order by r.sequence_id, r.id desc`;
}

/** The people among these who are partway through the given sequence. */
export async function findUnfinishedRuns(
  { sql }: Tx,
  pairs: readonly { sequence_id: number; person_id: number }[],
): Promise<{ sequence_id: number; person_id: number }[]> {
  return await sql<{ sequence_id: number; person_id: number }[]>`
    select r.sequence_id, r.person_id
    from unnest(${pairs.map((pair) => pair.sequence_id)}::bigint[],
      ${pairs.map((pair) => pair.person_id)}::bigint[]) as w (sequence_id, person_id)
    join sequence_runs r on r.sequence_id = w.sequence_id and r.person_id = w.person_id
    where r.finished_at is null`;
}
