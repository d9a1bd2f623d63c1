import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Tx } from '../platform/transaction.ts';

/**
 * Locks content until the transaction ends. An email compiles with its layout and theme, so saving
 * an email shares the lock, and a save that recompiles many emails takes it alone: neither misses a
 * pending change of the other. The lock also guarantees "exactly one default" (THEME-15). Take it
 * before any row lock.
 */
export async function lockContent({ sql }: Tx, mode: 'shared' | 'alone'): Promise<void> {
  if (mode === 'shared')
    await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.library}::bigint)`;
  else await sql`select pg_advisory_xact_lock(${advisoryLocks.library}::bigint)`;
}
