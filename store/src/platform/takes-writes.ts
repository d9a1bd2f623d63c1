import type { Sql } from './connection/database.ts';

/**
 * Whether the server would take a write: it is no standby, and not set to take none, as managed services do
 * where the disk is full. A transaction that is read-only itself may ask.
 */
export async function takesWrites(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ takes: boolean }]>`
    select not pg_is_in_recovery()
      and current_setting('default_transaction_read_only') = 'off' as takes`;
  return row.takes;
}
