import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { invalid } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { noteBackup } from '@postroad/store/account/backups';
import type { Tx } from '@postroad/store/platform/transaction';
import { flushEventCounts } from '../../events/flush-event-counts.ts';
import { clockFor } from '../../platform/account-clock.ts';
import { type Handlers, read, stream, transaction } from '../../platform/handler.ts';
import { flushHits } from '../../sending/tracking/keep-hits.ts';
import type { Deps } from '../deps.ts';
import { backupState } from './backup-state.ts';
import { backupBytes } from './make-backup.ts';

async function backupsView(tx: Tx): Promise<OperationOutput<'get_backups'>> {
  return { backups: await backupState(tx) };
}

/** What this process has in memory is part of a backup. */
async function* backupText(deps: Deps): AsyncGenerator<string> {
  await flushEventCounts(deps);
  await flushHits(deps);
  await deps.tokenUses.flush(deps.database);
  await deps.sentMinutes.flush(deps.database);
  const decoder = new TextDecoder();
  for await (const bytes of backupBytes(deps)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

export const backupHandlers: Pick<
  Handlers<Deps>,
  'get_backups' | 'download_backup' | 'record_backup'
> = {
  get_backups: read((_input, { tx }) => backupsView(tx)),
  download_backup: stream({
    page: (_input, { tx }) => backupsView(tx),
    pieces: (_input, deps) => backupText(deps),
  }),
  record_backup: transaction(async ({ made_at: given }, { tx, deps }) => {
    const clock = await clockFor(tx, deps, [given]);
    const madeAt = given === undefined ? tx.now : parseTimestamp(given, clock);
    if (madeAt === null || madeAt > tx.now) {
      const message = 'made_at must be a time that has passed.';
      throw invalid([{ path: 'made_at', code: 'value_invalid', message }]);
    }
    await noteBackup(tx, madeAt);
    return await backupsView(tx);
  }),
};
