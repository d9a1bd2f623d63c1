import type { Code } from '../platform/codes.ts';
import { type IdPage, idPage } from '../platform/id-page.ts';
import { readLiveCounts } from '../platform/live-counts.ts';
import type { Tx } from '../platform/transaction.ts';

export type RepeatMode = Code<'sequences.repeat_mode'>;

export interface SequenceRow {
  id: number;
  /** Never changes; unique. */
  key: string;
  name: string;
  description: string;
  repeat_mode: RepeatMode;
  enabled: boolean;
  revision: number;
  created_at: Date;
  updated_at: Date;
}

export type SequenceContent = Pick<SequenceRow, 'name' | 'description' | 'repeat_mode'>;

/** At most `limit` sequences in order of creation; all if `limit` is null. */
export async function listSequenceNames(
  { sql }: Tx,
  limit: number | null,
): Promise<Pick<SequenceRow, 'id' | 'key' | 'name' | 'enabled'>[]> {
  return await sql<Pick<SequenceRow, 'id' | 'key' | 'name' | 'enabled'>[]>`
    select id, key, name, enabled from sequences order by id limit ${limit}::bigint`;
}

/** Whether each existing sequence is on. */
export async function findSequenceStates(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, { enabled: boolean }>> {
  const rows = await sql<{ id: number; enabled: boolean }[]>`
    select id, enabled from sequences where id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** In order of creation; `after` is the id of the last row shown. */
export async function listSequences(
  tx: Tx,
  { key, ...page }: IdPage & { key: string | null },
): Promise<SequenceRow[]> {
  const { sql } = tx;
  const { behind, order } = idPage(tx, page);
  return await sql<SequenceRow[]>`
    select * from sequences
    where ${key === null ? sql`true` : sql`key = ${key}`} ${behind} ${order}`;
}

export async function findSequences({ sql }: Tx, ids: number[]): Promise<SequenceRow[]> {
  return await sql<SequenceRow[]>`
    select * from sequences where id = any(${ids}::bigint[]) order by id`;
}

/** Locks the row if the sequence, its steps or its queued sends will be changed. */
export async function findSequence(
  { sql }: Tx,
  id: number,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<SequenceRow | null> {
  const [row] = await sql<SequenceRow[]>`
    select * from sequences where id = ${id} ${lock === 'for update' ? sql`for update` : sql``}`;
  return row ?? null;
}

/**
 * Shares sequences in order of id until the transaction ends; call it after flows and before
 * people.
 */
export async function lockSequencesShared(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, SequenceRow>> {
  const rows = await sql<SequenceRow[]>`
    select * from sequences where id = any(${ids}::bigint[]) order by id for share`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Takes a free id and key from `makeSequence`. */
export async function insertSequence(
  { sql, now }: Tx,
  { id, key }: { id: number; key: string },
  { name, description, repeat_mode }: SequenceContent,
): Promise<SequenceRow> {
  const [row] = await sql<[SequenceRow]>`
    insert into sequences (id, key, name, description, repeat_mode, enabled, created_at, updated_at)
    overriding system value
    values (${id}, ${key}, ${name}, ${description}, ${repeat_mode}, false, ${now}, ${now})
    returning *`;
  return row;
}

export async function updateSequence(
  { sql, now }: Tx,
  id: number,
  { name, description, repeat_mode, enabled }: SequenceContent & { enabled: boolean },
): Promise<SequenceRow> {
  const [row] = await sql<[SequenceRow]>`
    update sequences set name = ${name}, description = ${description},
      repeat_mode = ${repeat_mode}, enabled = ${enabled}, updated_at = ${now}
    where id = ${id} returning *`;
  return row;
}

/** The caller holds the row and has checked that nobody is on the sequence. */
export async function deleteSequence({ sql }: Tx, id: number): Promise<void> {
  await sql`delete from sequences where id = ${id}`;
}

export interface InsideCount {
  sequence_id: number;
  /** The queued step; null if none is queued. */
  step_id: number | null;
  people: number;
}

/** Number of people partway through, by the step they wait for. */
export async function countInside({ sql }: Tx, ids: number[]): Promise<InsideCount[]> {
  return await sql<InsideCount[]>`
    select sequence_id, next_step_id as step_id, count(*)::bigint as people
    from sequence_runs where sequence_id = any(${ids}::bigint[]) and finished_at is null
    group by sequence_id, next_step_id`;
}

/** The same as it is kept, for answers that show it. */
export async function keptInside(tx: Tx, ids: number[]): Promise<InsideCount[]> {
  const counts = await readLiveCounts(tx, 'sequence', ids);
  return counts
    .filter(({ measure }) => measure === 'inside')
    .map(({ subject_id, step_id, count }) => {
      return { sequence_id: subject_id, step_id: step_id === 0 ? null : step_id, people: count };
    });
}

export async function isAnyoneInside({ sql }: Tx, id: number): Promise<boolean> {
  const rows = await sql`
    select from sequence_runs where sequence_id = ${id} and finished_at is null limit 1`;
  return rows.length > 0;
}

export interface SequenceStart {
  sequence_id: number;
  person_id: number;
  /** Number of flows that led to the start without a wait. */
  chain: number;
}

/**
 * Starts people on sequences that are on (RUN-07, SEQ-13) and enqueues them for a check. A person
 * on the sequence stays as they are; a person who finished it starts again unless it is
 * `single_run` (SEQ-06). Returns the people who started. The caller has locked the people.
 */
export async function startSequences(
  { sql, now }: Tx,
  starts: readonly SequenceStart[],
): Promise<Omit<SequenceStart, 'chain'>[]> {
  return await sql<Omit<SequenceStart, 'chain'>[]>`
    with on_now as (
      select id, repeat_mode, enabled from sequences
      where id = any(${starts.map((start) => start.sequence_id)}::bigint[]) order by id for share
    ), started as (
      insert into sequence_runs (sequence_id, person_id, started_at, last_step_ended_at, chain)
      select s.id, w.person_id, ${now}, ${now}, w.chain
      from (
        select sequence_id, person_id, max(chain) as chain
        from unnest(${starts.map((start) => start.sequence_id)}::bigint[],
          ${starts.map((start) => start.person_id)}::bigint[],
          ${starts.map((start) => start.chain)}::int[]) as w (sequence_id, person_id, chain)
        group by sequence_id, person_id
      ) w
      join on_now s on s.id = w.sequence_id and s.enabled
      where not exists (
        select from sequence_runs r where r.sequence_id = s.id and r.person_id = w.person_id
          and (r.finished_at is null or s.repeat_mode = 'single_run'))
      order by s.id, w.person_id
      on conflict do nothing
      returning sequence_id, person_id
    ), turns as (
      insert into sequence_turns (sequence_id, person_id, created_at)
      select sequence_id, person_id, ${now} from started
    )
    select sequence_id, person_id from started`;
}
