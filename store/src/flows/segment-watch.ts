import { type Audience, members } from '../people/audience.ts';
import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Fragment } from '../platform/fragment.ts';
import type { Tx } from '../platform/transaction.ts';
import type { Session } from '../platform/unit-of-work.ts';
import { withoutPrepare } from '../platform/unprepared.ts';
import type { ChangedPerson } from './gate-wakeups.ts';

/** A segment whose members are kept, since flows start as somebody enters or leaves it. */
export interface WatchedSegment {
  segment_id: number;
  key: string;
  /** Up to whom everybody was compared since its members were taken. */
  after_person_id: number;
  last_person_id: number;
  /** Numbers the times that its members were taken. */
  taking: number;
}

/** Whether somebody is in a watched segment, and when time alone may change that. */
export interface Membership {
  segment_id: number;
  person_id: number;
  inside: boolean;
  recheck_at: Date | null;
  /** When the members were taken to which it belongs; it says nothing of a later taking. */
  taking: number;
}

/** A segment and a person. */
export type WatchedPerson = Pick<Membership, 'segment_id' | 'person_id'>;

/** A person to compare with watched segments, with the flows that led to the change. */
export interface SegmentCheck {
  person_id: number;
  chain: number;
}

/** Queues people who changed, if any segment is watched. Waits for nobody. */
export function noteSegmentChecks(
  { sql, now }: Session,
  changed: readonly ChangedPerson[],
): Fragment {
  return sql`
    insert into segment_checks (person_id, chain, created_at)
    select person_id, max(chain), ${now}
    from unnest(
      ${changed.map((one) => one.person_id)}::bigint[],
      ${changed.map((one) => one.chain)}::int[]
    ) as c (person_id, chain)
    where exists (select from watched_segments)
    group by person_id`;
}

/** Waits until no round compares people, and keeps others out until the transaction ends. */
export async function lockSegmentWatch({ sql }: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.segmentWatch})`;
}

/** The same where nobody has it; false where another process does. */
export async function tryLockSegmentWatch({ sql }: Tx): Promise<boolean> {
  const [row] = await sql<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(${advisoryLocks.segmentWatch}) as locked`;
  return row.locked;
}

/** In order of segment; without those that are being forgotten. */
export async function listWatched({ sql }: Tx): Promise<WatchedSegment[]> {
  return await sql<WatchedSegment[]>`
    select w.segment_id, s.key, w.after_person_id, w.last_person_id, w.taking
    from watched_segments w join segments s on s.id = w.segment_id
    where w.unwatched_at is null order by w.segment_id`;
}

/**
 * Takes the members of a segment as they are now: people who are inside have not entered. One bit is
 * noted for each. Everybody is compared once more afterwards, which makes the rows of the members, and
 * finds those who changed meanwhile, and when time alone moves them.
 */
export async function watchSegment(tx: Tx, segmentId: number, audience: Audience): Promise<void> {
  const { sql, now } = tx;
  const [watched] = await sql<[{ through: number }]>`
    insert into watched_segments (segment_id, after_person_id, last_person_id, watched_at)
    values (${segmentId}, 0, coalesce((select max(id) from people), 0), ${now})
    on conflict (segment_id) do update set after_person_id = 0, unwatched_at = null,
      last_person_id = excluded.last_person_id, watched_at = excluded.watched_at,
      taking = watched_segments.taking + 1
    returning last_person_id as through`;
  const range = { after: null, through: watched.through };
  await sql`delete from segment_snapshots where segment_id = ${segmentId}`;
  await withoutPrepare(sql`
    insert into segment_snapshots (segment_id, block, members)
    select ${segmentId}::bigint, p.id >> 6, bit_or(1::bigint << (p.id & 63)::int)
    from ${members(sql, audience, range)} group by p.id >> 6`);
}

/** Stops to watch segments; what is kept of them is forgotten in portions. */
export async function unwatchSegments(
  { sql, now }: Tx,
  segmentIds: readonly number[],
): Promise<void> {
  await sql`
    update watched_segments set unwatched_at = ${now}
    where segment_id = any(${[...segmentIds]}::bigint[])`;
}

/** Forgets the next `limit` people of a segment that is watched no more; answers how many it forgot. */
export async function forgetMembers({ sql }: Tx, limit: number): Promise<number> {
  const [idle] = await sql<{ segment_id: number }[]>`
    select segment_id from watched_segments where unwatched_at is not null
    order by segment_id limit 1`;
  if (!idle) return 0;
  const { count } = await sql`
    delete from segment_people where ctid = any(array(
      select ctid from segment_people where segment_id = ${idle.segment_id} limit ${limit}))`;
  if (count === limit) return count;
  await sql`delete from watched_segments where segment_id = ${idle.segment_id}`;
  return Math.max(1, count);
}

/** Takes the next people off the queue, each once. */
export async function takeSegmentChecks({ sql }: Tx, limit: number): Promise<SegmentCheck[]> {
  return await sql<SegmentCheck[]>`
    with taken as (
      delete from segment_checks
      where id = any(array(select id from segment_checks order by id limit ${limit}))
      returning person_id, chain
    )
    select person_id, max(chain)::int as chain from taken group by person_id order by person_id`;
}

/** The people whom time alone may have moved by now, the longest due first. */
export async function peopleToRecheck({ sql, now }: Tx, limit: number): Promise<number[]> {
  const rows = await sql<{ person_id: number }[]>`
    select distinct person_id from (
      select person_id from segment_people where recheck_at <= ${now}
      order by recheck_at limit ${limit}) due
    order by person_id`;
  return rows.map(({ person_id }) => person_id);
}

/** The next people to compare with a segment after its members were taken. */
export async function peopleToSweep(
  { sql }: Tx,
  { after_person_id, last_person_id }: WatchedSegment,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from people where id > ${after_person_id} and id <= ${last_person_id}
    order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Notes up to whom everybody was compared. Those who arrived while the members were taken are not noted
 * as changed, so the first note has them compared too.
 */
export async function noteSwept(
  { sql }: Tx,
  { segment_id, after_person_id, last_person_id }: WatchedSegment,
  through: number,
): Promise<void> {
  const last = after_person_id === 0 ? sql`coalesce((select max(id) from people), 0)` : sql`0`;
  await sql`
    update watched_segments
    set after_person_id = ${through}, last_person_id = greatest(last_person_id, ${last})
    where segment_id = ${segment_id}`;
  const passed = through >= last_person_id ? sql`` : sql`and block < (${through}::bigint + 1) >> 6`;
  await sql`delete from segment_snapshots where segment_id = ${segment_id} ${passed}`;
}

/** Locks those who exist, so that they stay, in order of id. */
export async function lockExisting({ sql }: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    select id from people where id = any(${[...ids]}::bigint[]) order by id for key share`;
  return new Set(rows.map(({ id }) => id));
}

export async function findMemberships({ sql }: Tx, ids: readonly number[]): Promise<Membership[]> {
  return await sql<Membership[]>`
    select segment_id, person_id, inside, recheck_at, taking from segment_people
    where person_id = any(${[...ids]}::bigint[])`;
}

/** Who of these people was inside when the members were taken, where the round has not reached them. */
export async function findTaken({ sql }: Tx, ids: readonly number[]): Promise<WatchedPerson[]> {
  return await sql<WatchedPerson[]>`
    select w.segment_id, p.id as person_id
    from watched_segments w
    join unnest(${[...ids]}::bigint[]) p (id) on p.id > w.after_person_id
    join segment_snapshots t on t.segment_id = w.segment_id and t.block = p.id >> 6
      and t.members & (1::bigint << (p.id & 63)::int) <> 0
    where w.after_person_id < w.last_person_id`;
}

/** Writes what changed. */
export async function writeMemberships(
  { sql }: Tx,
  kept: readonly Membership[],
  gone: readonly WatchedPerson[],
): Promise<void> {
  if (kept.length > 0) {
    await sql`
      insert into segment_people (segment_id, person_id, inside, recheck_at, taking)
      select segment_id, person_id, inside = 1, recheck_at, taking
      from unnest(
        ${kept.map((one) => one.segment_id)}::bigint[],
        ${kept.map((one) => one.person_id)}::bigint[],
        ${kept.map((one) => (one.inside ? 1 : 0))}::int[],
        ${kept.map((one) => one.recheck_at?.toISOString() ?? null)}::timestamptz[],
        ${kept.map((one) => one.taking)}::int[]
      ) as w (segment_id, person_id, inside, recheck_at, taking)
      on conflict (person_id, segment_id) do update
        set inside = excluded.inside, recheck_at = excluded.recheck_at, taking = excluded.taking`;
  }
  if (gone.length > 0) {
    await sql`
      delete from segment_people m
      using unnest(
        ${gone.map((one) => one.segment_id)}::bigint[],
        ${gone.map((one) => one.person_id)}::bigint[]
      ) as w (segment_id, person_id)
      where m.segment_id = w.segment_id and m.person_id = w.person_id`;
  }
}
