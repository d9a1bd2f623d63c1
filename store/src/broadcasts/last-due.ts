import type { Tx } from '../platform/transaction.ts';

/**
 * When the last email of each of these broadcasts is due: by its pace, or later, where it waits for a
 * send window, a frequency cap or another attempt. Reads one entry of an index for each.
 */
export async function lastDueOfBroadcasts(
  { sql }: Tx,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; due_at: Date }[]>`
    select b.id, s.due_at from unnest(${[...ids]}::bigint[]) as b (id)
    cross join lateral (
      select due_at from sends
      where source_kind = 'broadcast' and source_id = b.id and status = 'scheduled'
      order by due_at desc limit 1) s`;
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}
