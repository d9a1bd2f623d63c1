import { Refusal } from '@postroad/core/platform/refusal';
import { noteBackup } from '@postroad/store/account/backups';
import { insertActs } from '@postroad/store/account/change';
import { isEmptyDatabase } from '@postroad/store/platform/backup/restore';
import { connect, forCall } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { hasFiles } from '@postroad/store/platform/connection/embedded';
import { isMigrated } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import type { Config } from '../config/config.ts';
import { lockDataDir } from '../config/data-dir-lock.ts';
import { backupBytes } from './make-backup.ts';

/** The database of the environment, opened for a backup alone. */
export interface OpenedForBackup {
  bytes: AsyncIterable<Uint8Array>;
  /** Records that the backup was kept. */
  record(madeAt: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database as it is: a backup before an update must be one of the old schema. Throws
 * DataDirInUse if a server has it.
 */
export async function openForBackup(
  config: Config,
  onWait: (text: string) => void,
): Promise<OpenedForBackup> {
  const isEmbedded = config.databaseUrl === null;
  if (isEmbedded && !hasFiles(config.dataDir)) {
    throw new Refusal(
      'not_found',
      `There is no database in ${config.dataDir}. Name the folder of one with --data-dir or DATA_DIR.`,
    );
  }
  const lock = isEmbedded ? await lockDataDir(config.dataDir, { onWait }) : null;
  let database: Database | null = null;
  const close = async () => {
    await database?.close();
    await lock?.release();
  };
  try {
    database = await connect({
      databaseUrl: config.databaseUrl ?? undefined,
      dataDir: config.dataDir,
      fence: lock?.fence,
      poolSize: 1,
    });
    if (await transaction(database, { readOnly: true }, isEmptyDatabase)) {
      throw new Refusal('not_found', 'The database is empty: there is nothing to back up.');
    }
  } catch (error) {
    await close();
    throw error;
  }
  const opened = database;
  return {
    bytes: backupBytes({ database: opened, config }),
    record: (madeAt) => record(opened, config, madeAt),
    close,
  };
}

async function record(database: Database, { testClock }: Config, madeAt: Date): Promise<void> {
  // An older schema may not know of backups.
  if (!(await transaction(database, { readOnly: true }, ({ sql }) => isMigrated(sql)))) return;
  const call = forCall(database, {
    operation: 'download_backup',
    surface: 'cli',
    actor_kind: 'local',
    actor_name: 'command line',
  });
  await transaction(call, { testClock }, async (tx) => {
    await noteBackup(tx, madeAt);
    const act = { resource: 'backups', recordId: null, recordKey: null, recordName: null } as const;
    tx.work.gather(insertActs, [{ ...act, action: 'done', elseOnly: false }]);
  });
}
