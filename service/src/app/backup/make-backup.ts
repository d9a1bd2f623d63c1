import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { version } from '@postroad/core/platform/version';
import { databaseBytes } from '@postroad/store/account/backups';
import { dump } from '@postroad/store/platform/backup/dump';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import { pulled } from './pulled.ts';

interface BackupDeps {
  database: Database;
  config: { dataDir: string; testClock: boolean };
}

/** The bytes of a backup. All that was committed before the first is taken is in it. */
export async function* backupBytes(deps: BackupDeps): AsyncGenerator<Buffer> {
  if (deps.database.kind === 'server') yield* streamed(deps);
  else yield* spooled(deps);
}

/** A server serves others meanwhile, so the backup lasts as long as its reader takes. */
async function* streamed({ database, config }: BackupDeps): AsyncGenerator<Buffer> {
  yield* pulled<Buffer>((give) =>
    transaction(database, { readOnly: true, testClock: config.testClock }, async (tx) => {
      for await (const piece of dump(tx, { version })) await give(piece);
    }),
  );
}

/**
 * Others wait for the one connection of the embedded database, so everything is first written to a
 * file as fast as the disk takes it. The file has no name, so that nothing is left of it after a kill.
 */
async function* spooled({ database, config }: BackupDeps): AsyncGenerator<Buffer> {
  const { dataDir, testClock } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await refuseWithoutRoom(database, dataDir);
  const path = join(dataDir, `backup-${randomBytes(6).toString('hex')}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    await transaction(database, { readOnly: true, testClock }, async (tx) => {
      for await (const piece of dump(tx, { version })) await file.appendFile(piece);
    });
    yield* file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await file.close();
  }
}

/** A backup must not fill the disk that the database needs. */
async function refuseWithoutRoom(database: Database, dataDir: string): Promise<void> {
  const needed = await transaction(database, { readOnly: true }, databaseBytes);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= needed + limits.embeddedRoomBytes) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  throw new Refusal(
    'unavailable',
    `A backup may need ${megabytes(needed)} MB in DATA_DIR while it is made, and the disk has ${megabytes(bavail * bsize)} MB. Make room, or move DATA_DIR to a larger disk.`,
  );
}
