import { packCompile, unpackCompile } from '../content/packed-compile.ts';
import { findEvents } from '../events/event.ts';
import { betweenContents, rangeOfSend } from '../platform/kept-contents.ts';
import type { Tx } from '../platform/transaction.ts';

/** What mails of one compile share. */
export interface SendFrame {
  /** In hex; equal frames have the same. */
  digest: string;
  compiled: object;
  parts: object;
}

/** What one mail is made of besides its frame. */
export interface NewContent {
  send_id: number;
  frame_id: number;
  /** JSON. */
  merge_values: string;
}

/**
 * Stores frames that are not stored yet, and notes that the others are in use. Answers their ids by
 * digest. `fresh`: a frame that was used since then is not noted again.
 */
export async function keepFrames(
  { sql, now }: Tx,
  frames: readonly SendFrame[],
  fresh: Date,
): Promise<Map<string, number>> {
  const digests = frames.map(({ digest }) => digest);
  const find = async () => {
    const rows = await sql<{ id: number; digest: string; used_at: Date }[]>`
      select id, encode(digest, 'hex') as digest, used_at from send_frames
      where digest in (select decode(d, 'hex') from unnest(${digests}::text[]) d)`;
    return new Map(rows.map((row) => [row.digest, row]));
  };
  let known = await find();
  const wanted = frames.filter(({ digest }) => {
    const usedAt = known.get(digest)?.used_at;
    return usedAt === undefined || usedAt < fresh;
  });
  if (wanted.length > 0) {
    // In one order, so that two transactions with the same frames never deadlock.
    await sql`
      insert into send_frames (digest, compiled, parts, created_at, used_at)
      select decode(digest, 'hex'), decode(compiled, 'base64'), parts::jsonb, ${now}, ${now}
      from unnest(
        ${wanted.map(({ digest }) => digest)}::text[],
        ${wanted.map(({ compiled }) => packCompile(compiled))}::text[],
        ${wanted.map(({ parts }) => JSON.stringify(parts))}::text[]
      ) as w (digest, compiled, parts) order by digest
      on conflict (digest) do update set used_at = greatest(send_frames.used_at, excluded.used_at)`;
    known = await find();
  }
  return new Map([...known.values()].map(({ id, digest }) => [digest, id]));
}

/** All that a mail was made of. */
export interface KeptContent<Compiled, Parts, Values> {
  made_at: Date;
  compiled: Compiled;
  parts: Parts;
  /** With the event that they name. */
  values: Values;
  /** Whether they name an event that is no longer there. */
  lacks_event: boolean;
}

/** What the last attempt at a send handed over; null where it is not kept. */
export async function findContent<Compiled, Parts, Values extends { event_id?: number }>(
  tx: Tx,
  sendId: number,
): Promise<KeptContent<Compiled, Parts, Values> | null> {
  const [row] = await tx.sql<
    { made_at: Date; merge_values: string; compiled: Uint8Array; parts: Parts }[]
  >`
    select c.made_at, f.compiled, f.parts,
      split_part(c.merge_values, ${betweenContents}, array_position(c.send_ids, ${sendId}::bigint))
        as merge_values
    from send_contents c join send_frames f on f.id = c.frame_id
    where c.send_range = ${rangeOfSend(tx.sql, tx.sql`${sendId}::bigint`)} and ${sendId}::bigint = any(c.send_ids)
    order by c.id desc limit 1`;
  if (!row) return null;
  const values = JSON.parse(row.merge_values) as Values;
  const { event_id: eventId } = values;
  const event = eventId === undefined ? null : (await findEvents(tx, [eventId])).get(eventId);
  return {
    made_at: row.made_at,
    parts: row.parts,
    compiled: unpackCompile<Compiled>(row.compiled),
    values: event ? { ...values, event } : values,
    lacks_event: event === undefined,
  };
}

/** The addresses to which the last attempts at sends went, by send; those not kept are left out. */
export async function findRecipients(
  { sql }: Tx,
  sendIds: readonly number[],
): Promise<Map<number, string>> {
  if (sendIds.length === 0) return new Map();
  const rows = await sql<{ send_id: number; merge_values: string }[]>`
    select s.id as send_id, c.merge_values
    from unnest(${[...sendIds]}::bigint[]) as s (id)
    cross join lateral (
      select split_part(merge_values, ${betweenContents}, array_position(send_ids, s.id))
        as merge_values
      from send_contents
      where send_range = ${rangeOfSend(sql, sql`s.id`)} and s.id = any(send_ids)
      order by id desc limit 1
    ) c`;
  return new Map(
    rows.flatMap(({ send_id, merge_values }) => {
      const { to, person } = JSON.parse(merge_values) as {
        to?: string;
        person?: { email: string };
      };
      const address = to ?? person?.email;
      return address === undefined ? [] : [[send_id, address]];
    }),
  );
}

/** Deletes the oldest groups of contents from before a moment; answers how many. */
export async function forgetContents({ sql }: Tx, before: Date, most: number): Promise<number> {
  const rows = await sql`
    delete from send_contents where id = any(array(
      select id from send_contents where made_at < ${before}
      order by made_at limit ${most} for update skip locked)) returning 1`;
  return rows.length;
}

/**
 * Deletes frames that no content names: their last use is noted a day too early at most, and `spare`
 * milliseconds before the oldest content that there is. Answers how many.
 */
export async function forgetFrames(
  { sql, now }: Tx,
  { spareMs, most }: { spareMs: number; most: number },
): Promise<number> {
  const rows = await sql`
    delete from send_frames where id = any(array(
      select id from send_frames
      where used_at < least((select min(made_at) from send_contents), ${now})
        - ${spareMs}::bigint * interval '1 millisecond'
      order by used_at limit ${most} for update skip locked)) returning 1`;
  return rows.length;
}
