import { advisoryLocks } from '../platform/advisory-locks.ts';
import type { Tx } from '../platform/transaction.ts';

/**
 * Held until the transaction ends. What an email compiles to depends on its layout and theme, so
 * saving an email shares the lock, and whatever recompiles many emails has it alone: neither can
 * miss what the other is about to commit. It also makes "exactly one default" hold (THEME-15).
 * Take it before any row lock.
 */
export async function lockContent({ sql }: Tx, mode: 'shared' | 'alone'): Promise<void> {
  if (mode === 'shared')
    await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.library}::bigint)`;
  else await sql`select pg_advisory_xact_lock(${advisoryLocks.library}::bigint)`;
}
