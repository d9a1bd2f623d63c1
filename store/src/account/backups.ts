import type { Tx } from '../platform/transaction.ts';

/** When the newest backup was made that is known of; null if none is. */
export async function findLastBackup({ sql }: Tx): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select backed_up_at as at from engine_state`;
  return row?.at ?? null;
}

/** Notes a backup; an older one than is known changes nothing. */
export async function noteBackup({ sql }: Tx, madeAt: Date): Promise<void> {
  await sql`update engine_state set backed_up_at = greatest(backed_up_at, ${madeAt})`;
}

export async function databaseBytes({ sql }: Tx): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    select pg_database_size(current_database()) as bytes`;
  return row.bytes;
}
