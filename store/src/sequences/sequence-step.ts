import type { Code } from '../platform/codes.ts';
import type { Tx } from '../platform/transaction.ts';
import { notAttempted, notInHand, takeClaims, takeClaimsOf } from '../queue/claims.ts';

export interface SequenceStepRow {
  id: number;
  sequence_id: number;
  /** 1..n without gaps. */
  position: number;
  delay_amount: number;
  delay_unit: Code<'sequence_steps.delay_unit'>;
  status: Code<'sequence_steps.status'>;
  email_id: number;
  /** Steps after it when it became active. */
  later_step_ids: number[];
}

export interface ShownStepRow extends SequenceStepRow {
  email_title: string;
  email_subject: string;
}

const columns = (sql: Tx['sql']) => sql`
  s.id, s.sequence_id, s.position, s.delay_amount, s.delay_unit, s.status, s.email_id,
  s.later_step_ids`;

/** Steps of some sequences, by sequence and position. */
export async function listSequenceSteps(
  { sql }: Tx,
  sequenceIds: number[],
): Promise<SequenceStepRow[]> {
  return await sql<SequenceStepRow[]>`
    select ${columns(sql)} from sequence_steps s where s.sequence_id = any(${sequenceIds}::bigint[])
    order by s.sequence_id, s.position`;
}

/** The same steps with their emails. */
export async function listShownSteps({ sql }: Tx, sequenceIds: number[]): Promise<ShownStepRow[]> {
  return await sql<ShownStepRow[]>`
    select ${columns(sql)}, e.name as email_title, e.subject as email_subject
    from sequence_steps s join emails e on e.id = s.email_id
    where s.sequence_id = any(${sequenceIds}::bigint[])
    order by s.sequence_id, s.position`;
}

export async function findSequenceStep({ sql }: Tx, id: number): Promise<SequenceStepRow | null> {
  const [row] = await sql<SequenceStepRow[]>`
    select ${columns(sql)} from sequence_steps s where s.id = ${id}::bigint`;
  return row ?? null;
}

/** The steps that a sequence had before a change of the history, in order. */
export async function listStepsBefore(
  { sql }: Tx,
  changeId: number,
): Promise<Omit<SequenceStepRow, 'sequence_id' | 'later_step_ids'>[]> {
  return await sql<Omit<SequenceStepRow, 'sequence_id' | 'later_step_ids'>[]>`
    select s.* from changes c, json_to_recordset(c.before -> 'steps') as s (id bigint, position int,
      delay_amount int, delay_unit text, status text, email_id bigint)
    where c.id = ${changeId} order by s.position`;
}

/** Locks the sequence of a step, and thereby all its steps, then reads the step. */
export async function lockSequenceStep(tx: Tx, id: number): Promise<SequenceStepRow | null> {
  const step = await findSequenceStep(tx, id);
  if (!step) return null;
  await tx.sql`select from sequences where id = ${step.sequence_id} for update`;
  return await findSequenceStep(tx, id);
}

export type NewStep = Pick<
  SequenceStepRow,
  'sequence_id' | 'position' | 'delay_amount' | 'delay_unit' | 'email_id'
>;

/** Inserts a draft at its position; later steps move down. The caller has locked the sequence. */
export async function insertStep({ sql, now }: Tx, step: NewStep): Promise<SequenceStepRow> {
  await sql`
    update sequence_steps set position = position + 1
    where sequence_id = ${step.sequence_id} and position >= ${step.position}`;
  const [row] = await sql<[SequenceStepRow]>`
    insert into sequence_steps as s (sequence_id, position, delay_amount, delay_unit, email_id,
      created_at, updated_at)
    values (${step.sequence_id}, ${step.position}, ${step.delay_amount}, ${step.delay_unit},
      ${step.email_id}, ${now}, ${now})
    returning ${columns(sql)}`;
  return row;
}

export async function updateStep(
  { sql, now }: Tx,
  id: number,
  {
    delay_amount,
    delay_unit,
    status,
    later_step_ids,
  }: Omit<SequenceStepRow, keyof NewStep | 'id'> & Pick<NewStep, 'delay_amount' | 'delay_unit'>,
): Promise<void> {
  await sql`
    update sequence_steps set delay_amount = ${delay_amount}, delay_unit = ${delay_unit},
      status = ${status}, later_step_ids = ${later_step_ids}::int[], updated_at = ${now}
    where id = ${id}`;
}

/** Puts all steps of a sequence in this order. The caller has locked the sequence. */
export async function placeSteps({ sql, now }: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update sequence_steps s set position = wanted.position, updated_at = ${now}
    from unnest(${[...ids]}::int[]) with ordinality as wanted (id, position)
    where s.id = wanted.id and s.position <> wanted.position`;
}

/** Swaps the positions of two steps. */
export async function swapSteps(
  { sql, now }: Tx,
  one: SequenceStepRow,
  other: SequenceStepRow,
): Promise<void> {
  await sql`
    update sequence_steps set updated_at = ${now},
      position = case id when ${one.id} then ${other.position}::int else ${one.position}::int end
    where id in (${one.id}, ${other.id})`;
}

/** Changes the email of a step, also in queued sends. The caller has locked the sequence. */
export async function setStepEmail(tx: Tx, id: number, emailId: number): Promise<void> {
  const { sql, now } = tx;
  const [row] = await sql<{ sequence_id: number }[]>`
    update sequence_steps set email_id = ${emailId}, updated_at = ${now}
    where id = ${id} returning sequence_id`;
  if (!row) return;
  await sql`
    update sends s set email_id = ${emailId}
    where ${queuedOf(sql, { id, sequence_id: row.sequence_id })} and ${notAttempted(sql, sql`s.id`)}`;
  await takeClaimsOf(tx, { kind: 'sequence', id: row.sequence_id });
}

/**
 * Deletes a step, closes the gap and cancels its queued sends (SEQ-21). Returns the number of
 * sends. The caller has locked the sequence.
 */
export async function deleteStep(tx: Tx, step: SequenceStepRow): Promise<number> {
  const { sql, now } = tx;
  await takeClaims(tx, queuedOf(sql, step));
  const pulled = await sql`
    with pulled as (
      delete from sends s where ${queuedOf(sql, step)} and ${notInHand(sql, sql`s.id`)} returning *
    )
    insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id, status,
      attempts, reason, due_at, ended_at)
    select id, person_id, email_id, source_kind, source_id, step_id, run_id,
      'canceled', attempts, 'The step was deleted from its sequence', due_at, ${now}
    from pulled returning 1`;
  await sql`delete from sequence_steps where id = ${step.id}`;
  await sql`
    update sequence_steps set position = position - 1
    where sequence_id = ${step.sequence_id} and position > ${step.position}`;
  return pulled.length;
}

/** Removes the queued sends of a step that became a draft, without a trace in the log. */
export async function withdrawStep(tx: Tx, step: SequenceStepRow): Promise<void> {
  const { sql } = tx;
  await takeClaims(tx, queuedOf(sql, step));
  await sql`
    delete from sends s where ${queuedOf(sql, step)} and ${notInHand(sql, sql`s.id`)}`;
}

/** Whether mail `s` of the queue is of a step. */
const queuedOf = (sql: Tx['sql'], step: Pick<SequenceStepRow, 'id' | 'sequence_id'>) => sql`
  s.source_kind = 'sequence' and s.source_id = ${step.sequence_id} and s.step_id = ${step.id}
    and s.status in ('scheduled', 'holding')`;

/** Number of sends of a sequence on hold for this reason. */
export async function countHeld({ sql }: Tx, sequenceId: number, reason: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::bigint as count from sends
    where source_kind = 'sequence' and source_id = ${sequenceId}
      and status = 'holding' and hold_reason = ${reason}`;
  return row.count;
}

export interface StepOfEmail {
  email_id: number;
  /** Id of the sequence. */
  id: number;
  name: string;
  position: number;
}

/** The steps that send one of the emails, by sequence and position. */
export async function listStepsOfEmails({ sql }: Tx, emailIds: number[]): Promise<StepOfEmail[]> {
  return await sql<StepOfEmail[]>`
    select s.email_id, q.id, q.name, s.position
    from sequence_steps s join sequences q on q.id = s.sequence_id
    where s.email_id = any(${emailIds}::bigint[]) order by q.id, s.position`;
}
