import type { Tx } from '../platform/transaction.ts';

/** How far the schedule of a flow is. */
export interface ScheduleRow {
  /** Times up to this one are done with. */
  counted_until_at: Date;
  /** The time whose people are being started; null between times. */
  occurs_at: Date | null;
  /** The last person who was looked at for it. */
  after_person_id: number;
  /** The last person there was when it came. */
  last_person_id: number;
}

/** Lets the times of a schedule count from now on. A time whose people are being started is finished. */
export async function countScheduleFrom({ sql, now }: Tx, flowId: number): Promise<void> {
  await sql`
    insert into flow_schedules (flow_id, counted_until_at) values (${flowId}, ${now})
    on conflict (flow_id) do update set counted_until_at = ${now}`;
}

export async function stopSchedule({ sql }: Tx, flowId: number): Promise<void> {
  await sql`delete from flow_schedules where flow_id = ${flowId}`;
}

/** Locks the row of a flow for this transaction; null if another one has it, or there is none. */
export async function claimSchedule({ sql }: Tx, flowId: number): Promise<ScheduleRow | null> {
  const [row] = await sql<ScheduleRow[]>`
    select counted_until_at, occurs_at, after_person_id, last_person_id from flow_schedules
    where flow_id = ${flowId} for update skip locked`;
  return row ?? null;
}

/** Which of these flows have a row. */
export async function findCounted({ sql }: Tx, flowIds: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ flow_id: number }[]>`
    select flow_id from flow_schedules where flow_id = any(${[...flowIds]}::bigint[])`;
  return new Set(rows.map(({ flow_id }) => flow_id));
}

/** Begins to start the people of a time. */
export async function beginSchedule({ sql }: Tx, flowId: number, at: Date): Promise<void> {
  await sql`
    update flow_schedules set counted_until_at = ${at}, occurs_at = ${at}, after_person_id = 0,
      last_person_id = coalesce((select max(id) from people), 0)
    where flow_id = ${flowId}`;
}

/** Writes down how far it is; null after the last person. */
export async function noteScheduled(
  { sql }: Tx,
  flowId: number,
  through: number | null,
): Promise<void> {
  await sql`
    update flow_schedules set
      after_person_id = coalesce(${through}::bigint, after_person_id),
      occurs_at = case when ${through}::bigint is null then null else occurs_at end
    where flow_id = ${flowId}`;
}
