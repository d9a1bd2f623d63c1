import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Tx } from '../platform/transaction.ts';

/** How many people are in a segment, as upkeep or a save counted them last (COUNT-05). */
export interface SegmentCount {
  segment_id: number;
  /** Null where counting took too long. */
  people: number | null;
  sendable: number | null;
  counted_at: Date;
}

export async function findSegmentCounts(
  { sql }: Tx,
  segmentIds: readonly number[],
): Promise<Map<number, SegmentCount>> {
  if (segmentIds.length === 0) return new Map();
  const rows = await sql<SegmentCount[]>`
    select segment_id, people, sendable, counted_at from segment_counts
    where segment_id = any(${[...segmentIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.segment_id, row]));
}

/** A segment as it was counted; it may have been changed or deleted since. */
export interface CountedSegment {
  id: number;
  revision: number;
}

/** Keeps a count, unless it is of another definition than the segment has now. */
export async function writeSegmentCount(
  { sql, now }: Tx,
  { id, revision }: CountedSegment,
  counted: { people: number; sendable: number } | null,
): Promise<void> {
  await sql`
    insert into segment_counts as c (segment_id, people, sendable, counted_at)
    select id, ${counted?.people ?? null}, ${counted?.sendable ?? null}, ${now}
    from segments where id = ${id} and revision = ${revision}
    on conflict (segment_id) do update set people = excluded.people, sendable = excluded.sendable,
      counted_at = excluded.counted_at`;
}

/** Forgets the count of a segment whose definition changes; upkeep counts it next. */
export async function forgetSegmentCount({ sql }: Tx, segmentId: number): Promise<void> {
  await sql`delete from segment_counts where segment_id = ${segmentId}`;
}

/**
 * The segment that was counted longest ago, if that was over `everyMs` ago; null if there is none, or
 * another process counts.
 */
export async function lockUncounted(
  { sql, now }: Tx,
  everyMs: number,
): Promise<(CountedSegment & { definition: unknown }) | null> {
  const [row] = await sql<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(${advisoryLocks.segmentCounts}::bigint) as locked`;
  if (!row.locked) return null;
  const [segment] = await sql<(CountedSegment & { definition: unknown })[]>`
    select s.id, s.revision, s.definition
    from segments s left join segment_counts c on c.segment_id = s.id
    where c.counted_at is null or c.counted_at > ${now}
      or c.counted_at <= ${now}::timestamptz - ${everyMs} * interval '1 millisecond'
    order by c.counted_at nulls first, s.id limit 1`;
  return segment ?? null;
}
