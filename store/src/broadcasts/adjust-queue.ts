import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import { notAttempted, takeClaimsOf } from '../queue/claims.ts';
import {
  type ExperimentColumns,
  emailOfRest,
  inSample,
  type VariantColumns,
} from './experiment.ts';

/** A sending or paused broadcast whose queued mail has to be held or given other due times. */
export interface AdjustedBroadcast
  extends VariantColumns,
    Pick<ExperimentColumns, 'experiment_status' | 'winner_variant'> {
  id: number;
  email_id: number;
  status: 'sending' | 'paused';
  effective_emails_per_hour: number;
  /** When the next mail is due at its pace. */
  next_due_at: Date;
  adjusted_person_id: number;
}

/** The caller holds the row (`lockBroadcast`), so no attempt of its mail is starting. */
export async function pauseBroadcast({ sql, now }: Tx, id: number): Promise<void> {
  await sql`
    update broadcasts set status = 'paused', adjusted_person_id = 0, updated_at = ${now}
    where id = ${id}`;
}

/** Its mail gets due times from now on, at its pace. The caller holds the row. */
export async function resumeBroadcast({ sql, now }: Tx, id: number): Promise<void> {
  await sql`
    update broadcasts set status = 'sending', adjusted_person_id = 0, booked_times = '[]', next_due_at = ${now},
      updated_at = ${now}
    where id = ${id}`;
}

/**
 * Sets the pace of a broadcast that has begun. Mail of one that is sending gets due times from now on.
 * The caller holds the row.
 */
export async function changePace({ sql, now }: Tx, id: number, pace: number): Promise<void> {
  await sql`
    update broadcasts set effective_emails_per_hour = ${pace}, updated_at = ${now},
      next_due_at = case status when 'sending' then ${now}::timestamptz else next_due_at end,
      adjusted_person_id = case status when 'sending' then 0 else adjusted_person_id end,
      booked_times = '[]'
    where id = ${id}`;
}

/**
 * Locks a broadcast whose queue has to be adjusted, so that no attempt of its mail begins until the
 * transaction ends. Null if none is free.
 */
export async function lockAdjusting(
  { sql }: Tx,
  only: number | null,
): Promise<AdjustedBroadcast | null> {
  const [free] = await sql<{ id: number }[]>`
    select id from broadcasts
    where adjusted_person_id is not null and (${only}::bigint is null or id = ${only})
    order by id limit 1 for no key update skip locked`;
  if (!free) return null;
  // Attempts have a lock that is shared with the first one, and are waited for.
  const [row] = await sql<AdjustedBroadcast[]>`
    select id, status, effective_emails_per_hour, next_due_at, adjusted_person_id, email_id,
      variant_names, variant_email_ids, variant_weights, winner_rule, experiment_status,
      winner_variant
    from broadcasts where id = ${free.id} for update`;
  return row ?? null;
}

/**
 * Holds the next part of the queued mail of a paused broadcast, or gives that of a sending one due times
 * one after the other from `from`. Mail that is being handed over, or may have been, is left as it is.
 * Mail that waits for a decision stays as it is; once there is one, it gets the email of the winner
 * (EXP-03). The caller holds the row. Answers the last person of the part, if it has any, and whether
 * there may be more.
 */
export async function adjustQueue(
  tx: Tx,
  broadcast: AdjustedBroadcast,
  { from, limit }: { from: Date; limit: number },
): Promise<{ through: number | null; more: boolean }> {
  const { sql } = tx;
  const { id, adjusted_person_id: after } = broadcast;
  const isWaiting = broadcast.experiment_status === 'sampling';
  const stepMs = 3_600_000 / broadcast.effective_emails_per_hour;
  const dueAt = sql`${from}::timestamptz + place * ${stepMs}::float8 * interval '1 millisecond'`;
  const change =
    broadcast.status === 'paused'
      ? sql`status = 'holding', hold_reason = ${holdReasons.broadcastPaused}`
      : sql`status = 'scheduled', hold_reason = null, ${emailChange(sql, broadcast)}
          due_at = case when s.attempts > 0 then greatest(s.due_at, ${dueAt}) else ${dueAt} end`;
  const [part] = await sql<[{ through: number | null; count: number }]>`
    with held as (
      select id, person_id from sends
      where source_kind = 'broadcast' and source_id = ${id} and person_id > ${after}
        and status in ('scheduled', 'holding') and ${notAttempted(sql, sql`id`)}
        and ${isWaiting ? inSample(sql, broadcast, sql`person_id`) : sql`true`}
      order by person_id limit ${limit} for update
    ), part as (
      select id, person_id, row_number() over (order by person_id) - 1 as place from held
    ), changed as (
      update sends s set ${change} from part where s.id = part.id returning 1
    )
    select max(person_id) as through, count(*)::bigint as count from part`;
  await takeClaimsOf(tx, { kind: 'broadcast', id });
  const more = part.count === limit;
  const nextDueAt =
    broadcast.status === 'paused'
      ? broadcast.next_due_at
      : new Date(from.getTime() + part.count * stepMs);
  await sql`
    update broadcasts set adjusted_person_id = ${more ? part.through : null},
      next_due_at = ${nextDueAt}
    where id = ${id}`;
  return { through: part.through, more };
}

/** Mail outside the sample gets the email that was decided upon. */
function emailChange(sql: Tx['sql'], broadcast: AdjustedBroadcast): Fragment {
  const isDecided =
    broadcast.experiment_status === 'decided' || broadcast.experiment_status === 'undecided';
  if (!isDecided) return sql``;
  return sql`email_id = case when ${inSample(sql, broadcast, sql`s.person_id`)} then s.email_id
    else ${emailOfRest(broadcast)}::bigint end,`;
}
