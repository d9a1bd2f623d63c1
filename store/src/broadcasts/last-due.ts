import type { Tx } from '../platform/transaction.ts';

/** Entries of the index that are read for a broadcast: held mail, such as that of a winner, is among them. */
const readMost = 1_000;

/**
 * When the last email of each of these broadcasts is due: by its pace, or later, where it waits for a
 * send window, a frequency cap or another attempt. None where more held mail than is read comes after it.
 */
export async function lastDueOfBroadcasts(
  { sql }: Tx,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; due_at: Date }[]>`
    select b.id, s.due_at from unnest(${[...ids]}::bigint[]) as b (id)
    cross join lateral (
      select due_at from (
        select status, due_at from sends
        where source_kind = 'broadcast' and source_id = b.id and status in ('scheduled', 'holding')
        order by due_at desc limit ${readMost}) last
      where status = 'scheduled' order by due_at desc limit 1) s`;
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}
