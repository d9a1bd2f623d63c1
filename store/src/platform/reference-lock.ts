import { advisoryLocks } from './advisory-locks.ts';
import type { Tx } from './transaction.ts';

/**
 * Locks references until the transaction ends. A change of a segment takes the lock alone, because a
 * circle can involve any of them, and so does the deletion of a record that others can name. Every
 * write that can name a record shares it, so that the records it names cannot be deleted meanwhile.
 * Take it before any row lock.
 */
export async function lockReferences({ sql }: Tx, mode: 'shared' | 'alone'): Promise<void> {
  if (mode === 'shared')
    await sql`select pg_advisory_xact_lock_shared(${advisoryLocks.references}::bigint)`;
  else await sql`select pg_advisory_xact_lock(${advisoryLocks.references}::bigint)`;
}
