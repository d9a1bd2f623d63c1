import type { Tx } from './transaction.ts';

/** Sequences in order of making, as many as asked for; all where `limit` is null. */
export async function listSequenceNames(
  { sql }: Tx,
  limit: number | null,
): Promise<{ id: number; name: string; enabled: boolean }[]> {
  return await sql<{ id: number; name: string; enabled: boolean }[]>`
    select id, name, enabled from sequences order by id limit ${limit}::bigint`;
}

/** Of those that exist, whether each is on. */
export async function findSequenceStates(
  { sql }: Tx,
  ids: number[],
): Promise<Map<number, { enabled: boolean }>> {
  const rows = await sql<{ id: number; enabled: boolean }[]>`
    select id, enabled from sequences where id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export interface SequenceStart {
  sequence_id: number;
  person_id: number;
}

/**
 * Starts people on sequences (RUN-07). Who is on one already stays where they are; who finished one
 * starts again unless it is `single_run`. Answers who was started. People are locked by the caller.
 */
export async function startSequences(
  { sql, now }: Tx,
  starts: readonly SequenceStart[],
): Promise<SequenceStart[]> {
  return await sql<SequenceStart[]>`
    insert into sequence_runs (sequence_id, person_id, started_at)
    select s.id, w.person_id, ${now}
    from (
      select distinct sequence_id, person_id
      from unnest(${starts.map((start) => start.sequence_id)}::bigint[],
        ${starts.map((start) => start.person_id)}::bigint[]) as w (sequence_id, person_id)
    ) w
    join sequences s on s.id = w.sequence_id
    where not exists (
      select from sequence_runs r where r.sequence_id = s.id and r.person_id = w.person_id
        and (r.finished_at is null or s.repeat_mode = 'single_run'))
    order by s.id, w.person_id
    returning sequence_id, person_id`;
}
