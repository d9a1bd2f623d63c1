import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '@postroad/core/platform/refusal';
import { findSecretKey } from '@postroad/store/account/instance-keys';
import { deleteAllSessions } from '@postroad/store/account/session';
import { erasePerson, lockForErasure } from '@postroad/store/people/erase';
import { addErasures, type Erasure, findErasedPeople } from '@postroad/store/people/erasure';
import { forgetFiltersOf } from '@postroad/store/people/tagging';
import {
  BackupFault,
  type BackupHeader,
  BackupReader,
} from '@postroad/store/platform/backup/backup-format';
import {
  analyze,
  isEmptyDatabase,
  type Restored,
  restore,
  restoredClock,
} from '@postroad/store/platform/backup/restore';
import { connect } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { codeOf } from '@postroad/store/platform/connection/database-away';
import { filesIn, hasFiles } from '@postroad/store/platform/connection/embedded';
import { sqlStates } from '@postroad/store/platform/connection/sql-states';
import { migrate } from '@postroad/store/platform/migrate';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import { findLiveProcess } from '@postroad/store/queue/lease';
import { doubtQueue, passOverIds } from '@postroad/store/queue/restored';
import { writeSendingHold } from '@postroad/store/queue/sending-control';
import { countLostKeys, secretKeysOf } from '../../account/secret-keys.ts';
import { databaseShort } from '../../platform/database-unavailable.ts';
import { type Config, erasuresName } from '../config/config.ts';
import { restoringName } from '../config/data-dir.ts';
import { type DataDirLock, lockDataDir } from '../config/data-dir-lock.ts';
import { readErasures } from './read-erasures.ts';

export interface RestoreOptions {
  /** The file of the backup, beside which lists of erasures are looked for; null for a stream. */
  path: string | null;
  /** Further lists of erasures, or later backups. */
  erasures: readonly string[];
  /** When the service stopped that the backup is of; null if it may have run until now. */
  stoppedAt: Date | null;
  onWait?: (text: string) => void;
}

/** What was done so that the restored database is safe to work on. */
export interface SafetyReport {
  /** The lists of erasures that were taken. */
  lists: string[];
  /** People who were erased again. */
  erased: number;
  /** Mail that may have been sent after the backup. */
  doubted: number;
  /** Keys that signed links in mail, and that this environment does not have. */
  lostKeys: number;
}

export interface RestoreReport extends Restored, SafetyReport {
  header: BackupHeader;
}

/** The reason of the hold; `POST sending/release` ends it (BACK-04). */
const restoredReason = 'Restored from a backup';

/** What may be in a data directory beside the database that a backup fills. */
const harmless = /^(?:lock\..*|api-token|pgdata(?:\.new)?|restoring|lost\+found)$/;

/** Throws unless the folder holds nothing that a restore would mix with. */
async function requireEmptyFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const other = names.find((name) => !harmless.test(name) && name !== erasuresName);
  if (other === undefined) return;
  throw new Refusal(
    'conflict',
    `${dataDir} is not empty: it has ${other}. Name a new folder with --data-dir or DATA_DIR, or move what is there away.`,
  );
}

const notEmptyDatabase = (config: Config) =>
  config.databaseUrl === null
    ? `The database in ${config.dataDir} is not empty. Name a new folder with --data-dir or DATA_DIR.`
    : 'The database of DATABASE_URL is not empty. If a restore filled it, all of the backup is there, since a restore is one transaction: start a server on it. Otherwise create a new one, as with createdb, and set DATABASE_URL to it.';

/** Lists that lie where they are kept, beside those that the caller names. */
function listsFor(config: Config, { path, erasures }: RestoreOptions): string[] {
  const beside = path === null ? [] : [join(dirname(path), erasuresName)];
  const kept = [config.erasuresFile, join(config.dataDir, erasuresName), ...beside];
  return [...new Set([...erasures, ...kept.filter((list) => existsSync(list))])];
}

/**
 * Fills an empty database with a backup (BACK-01). All of it is one transaction, so nothing is left of
 * a restore that fails. Sending is held afterwards, and mail that may have been sent is in doubt.
 */
export async function restoreBackup(
  config: Config,
  bytes: AsyncIterable<Uint8Array>,
  options: RestoreOptions,
): Promise<RestoreReport> {
  try {
    return await fill(config, bytes, options);
  } catch (error) {
    if (error instanceof BackupFault) throw new Refusal('validation_failed', error.message);
    if (codeOf(error) === sqlStates.diskFull) throw databaseShort(true);
    throw error;
  }
}

async function fill(
  config: Config,
  bytes: AsyncIterable<Uint8Array>,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const lists = listsFor(config, options);
  const erasures = (await Promise.all(lists.map(readErasures))).flat();
  const reader = new BackupReader(bytes);
  const header = await reader.header();
  const opened = await openEmpty(config, options);
  const { database } = opened;
  try {
    const restored = await transaction(database, {}, async (tx) => {
      const found = await restore(tx, database, header, reader);
      return { ...found, ...(await makeSafe(tx, config, erasures, options)) };
    });
    await transaction(database, {}, analyze);
    return { header, lists, ...restored };
  } catch (error) {
    opened.failed = true;
    throw error;
  } finally {
    await opened.close();
  }
}

/**
 * Makes safe what other tools have restored, such as PostgreSQL's own: the same as after
 * `restoreBackup`. No process may run on the database.
 */
export async function takeOverRestored(
  config: Config,
  options: RestoreOptions,
): Promise<SafetyReport> {
  const lists = listsFor(config, options);
  const erasures = (await Promise.all(lists.map(readErasures))).flat();
  const { onWait } = options;
  const lock =
    config.databaseUrl === null
      ? await lockDataDir(config.dataDir, onWait ? { onWait } : {})
      : null;
  try {
    const database = await connect({
      databaseUrl: config.databaseUrl ?? undefined,
      ...{ dataDir: config.dataDir, fence: lock?.fence, poolSize: 1 },
    });
    try {
      if (await transaction(database, { readOnly: true }, isEmptyDatabase)) {
        throw new Refusal('not_found', 'The database is empty. Restore it first.');
      }
      await migrate(database);
      return await transaction(database, {}, async (tx) => {
        await refuseWhileServed(tx, database);
        return { lists, ...(await makeSafe(tx, config, erasures, options)) };
      });
    } finally {
      await database.close();
    }
  } finally {
    await lock?.release();
  }
}

/** The embedded database has one process; that of a server may have many. */
async function refuseWhileServed(tx: Tx, { kind }: Pick<Database, 'kind'>): Promise<void> {
  if (kind === 'embedded') return;
  const process = await findLiveProcess(tx);
  if (process === null) return;
  throw new Refusal(
    'conflict',
    `${process} works on this database. Stop every server and worker, and try again in half a minute.`,
  );
}

interface Opened {
  database: Database;
  failed: boolean;
  close(): Promise<void>;
}

/** Opens the database of the environment, which has to be empty, and keeps others out meanwhile. */
async function openEmpty(config: Config, { onWait }: RestoreOptions): Promise<Opened> {
  if (config.databaseUrl !== null) {
    const database = await connect({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: 1,
    });
    return await checked(config, { database, failed: false, close: () => database.close() });
  }
  await requireEmptyFolder(config.dataDir);
  const lock = await lockDataDir(config.dataDir, onWait ? { onWait } : {});
  try {
    return await openFolder(config, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openFolder(config: Config, lock: DataDirLock): Promise<Opened> {
  const { dataDir } = config;
  const marker = join(dataDir, restoringName);
  // The files that a restore has written before it was killed take room, though no row is there.
  const clear = () => rm(filesIn(dataDir), { recursive: true, force: true });
  if (existsSync(marker)) await clear();
  const mark = () => writeFile(marker, '', { mode: 0o600 });
  // Files of others get no mark before it is known that no row is there: the next restore clears what is marked.
  const isNew = !hasFiles(dataDir);
  if (isNew) await mark();
  const database = await connect({ dataDir, fence: lock.fence });
  const opened = {
    database,
    failed: false,
    async close() {
      await database.close();
      if (this.failed) await clear();
      await rm(marker, { force: true });
      await lock.release();
    },
  };
  await checked(config, opened);
  if (!isNew) await mark();
  return opened;
}

async function checked(config: Config, opened: Opened): Promise<Opened> {
  // Read without the clock of the engine, which an empty database has not.
  const isEmpty = await transaction(opened.database, {}, isEmptyDatabase);
  if (isEmpty) return opened;
  await opened.database.close();
  throw new Refusal('conflict', notEmptyDatabase(config));
}

/** What must be so before a service runs on the restored database. */
async function makeSafe(
  tx: Tx,
  config: Config,
  erasures: readonly Erasure[],
  { stoppedAt }: RestoreOptions,
): Promise<Omit<SafetyReport, 'lists'>> {
  await passOverIds(tx);
  // Other tools copy these too, and somebody may have signed out since.
  await deleteAllSessions(tx);
  const at = { ...tx, now: await restoredClock(tx) };
  const erased = await eraseAgain(at, erasures);
  const doubted = await doubtQueue(at, { until: stoppedAt ?? at.now });
  await writeSendingHold(at, {
    held_at: at.now,
    held_by_kind: 'local',
    held_by_name: 'postroad restore',
    reason: restoredReason,
  });
  return { erased, doubted, lostKeys: await lostKeysOf(at, config) };
}

/** Erases those who were erased after the backup was made (BACK-06). */
async function eraseAgain(tx: Tx, erasures: readonly Erasure[]): Promise<number> {
  const unknown = await addErasures(tx, erasures);
  const people = await findErasedPeople(tx, unknown);
  for (const person of people) {
    await forgetFiltersOf(tx, person.id);
    await lockForErasure(tx, person.id);
    await erasePerson(tx, person);
  }
  return people.length;
}

/** Without these keys, links in mail that was sent lead nowhere. */
async function lostKeysOf(tx: Tx, config: Config): Promise<number> {
  const kept = await findSecretKey(tx);
  if (kept === null) return 0;
  const { acceptedKeys } = await secretKeysOf(tx, config, kept);
  return await countLostKeys(tx, acceptedKeys);
}
