import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { findLastBackup } from '@postroad/store/account/backups';
import type { Tx } from '@postroad/store/platform/transaction';

const dayMs = 86_400_000;

/** When the last backup was made, and whether another one is overdue (BACK-07). */
export async function backupState(tx: Tx): Promise<OperationOutput<'get_backups'>['backups']> {
  const last = await findLastBackup(tx);
  return {
    last_made_at: last?.toISOString() ?? null,
    overdue: last === null || last.getTime() < tx.now.getTime() - limits.backupDays * dayMs,
  };
}
