import type { BookedTime } from '@postroad/core/broadcasts/local-times';
import type { Tx } from '../platform/transaction.ts';
import { notInHand } from '../queue/claims.ts';
import { inSample, type Split } from './experiment.ts';

/** A broadcast that each recipient gets at a local time. */
export interface LocalBroadcast extends Split {
  send_at_local: string;
  send_at: Date;
  effective_emails_per_hour: number;
  booked_times: BookedTime[];
  /** When it was decided what the rest of it gets; null before, and where nothing is compared. */
  decided_at: Date | null;
}

/** The broadcast, whose row the caller holds; null where all of it goes from one moment on. */
export async function findLocalBroadcast({ sql }: Tx, id: number): Promise<LocalBroadcast | null> {
  const [row] = await sql<LocalBroadcast[]>`
    select id, email_id, variant_email_ids, variant_weights, winner_rule, send_at_local, send_at,
      effective_emails_per_hour, booked_times,
      case when experiment_status in ('decided', 'undecided') then decide_at end as decided_at
    from broadcasts
    where id = ${id} and send_at_local is not null`;
  return row ?? null;
}

/** A queued mail of a broadcast, and the zone of its person. */
export interface ZonedSend {
  id: number;
  timezone: string | null;
  /** False where it waited for the decision. */
  in_sample: boolean;
}

/**
 * The mails of a broadcast to a range of people that were not tried before and are in no hand, in order.
 */
export async function zonedSends(
  { sql }: Tx,
  broadcast: Split,
  { after, through }: { after: number; through: number },
): Promise<ZonedSend[]> {
  return await sql<ZonedSend[]>`
    select s.id, p.timezone, ${inSample(sql, broadcast, sql`s.person_id`)} as in_sample
    from sends s join people p on p.id = s.person_id
    where s.source_kind = 'broadcast' and s.source_id = ${broadcast.id}
      and s.person_id > ${after} and s.person_id <= ${through}
      and s.status = 'scheduled' and s.attempts = 0 and ${notInHand(sql, sql`s.id`)}
    order by s.person_id`;
}

/** Gives mails their due times, in milliseconds since 1970, and keeps what is booked. */
export async function writeLocalTimes(
  { sql }: Tx,
  broadcastId: number,
  sends: readonly ZonedSend[],
  { times, booked }: { times: readonly number[]; booked: readonly BookedTime[] },
): Promise<void> {
  const last = Math.max(...booked.map(({ to }) => to));
  await Promise.all([
    sql`
      update sends s set due_at = 'epoch'::timestamptz + t.due_ms * interval '1 millisecond'
      from unnest(${sends.map(({ id }) => id)}::bigint[], ${[...times]}::float8[]) as t (id, due_ms)
      where s.id = t.id`,
    sql`
      update broadcasts set booked_times = ${JSON.stringify(booked)}::text::json,
        next_due_at = 'epoch'::timestamptz + ${last}::float8 * interval '1 millisecond'
      where id = ${broadcastId}`,
  ]);
}
