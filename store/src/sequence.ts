import type { Tx } from './transaction.ts';

/** Sequences in order of making, as many as asked for; all where `limit` is null. */
export async function listSequenceNames(
  { sql }: Tx,
  limit: number | null,
): Promise<{ id: number; name: string }[]> {
  return await sql<{ id: number; name: string }[]>`
    select id, name from sequences order by id limit ${limit}::bigint`;
}
