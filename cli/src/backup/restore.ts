import { join, resolve } from 'node:path';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import { unpacked, unpackedFile } from '@postroad/service/app/backup/backup-file';
import {
  type RestoreReport,
  restoreBackup,
  type SafetyReport,
  takeOverRestored,
} from '@postroad/service/app/backup/restore-backup';
import { type Config, erasuresName } from '@postroad/service/app/config/config';
import { noServer } from '@postroad/service/app/config/variables';
import { quietConfig } from '../connection/local-connection.ts';
import { pathOf } from '../files/whole-file.ts';
import { exitCodes, UsageError } from '../output/exit-codes.ts';
import { pluralize } from '../output/pluralize.ts';
import { reportFailure } from '../output/report.ts';
import { stoppable } from '../output/stoppable.ts';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';

export interface RestoreCommandOptions {
  dataDir?: string;
  erasures?: string[];
  stoppedAt?: string;
  inPlace?: boolean;
}

function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = /(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? parseTimestamp(text, new ZoneClock('UTC')) : null;
  if (at !== null && at.getTime() <= Date.now()) return at;
  throw new UsageError(
    '--stopped-at takes a time that has passed, with its offset, such as 2026-05-01T12:00:00Z.',
  );
}

/** By which lists people were erased again, and where the one may be that was not found (BACK-06). */
function erasureLines(
  { lists, erased }: SafetyReport,
  { dataDir, erasuresFile }: Config,
  given: string | undefined,
): string[] {
  const place = given === undefined ? '' : ` --data-dir ${given}`;
  const remedy = `run "postroad restore --in-place${place} --erasures <file>"`;
  if (lists.length === 0) {
    return [
      `No list of erasures was found, and none at ${erasuresFile}. People who were erased after the backup are there again. The lost service wrote the list to its ERASURES_FILE, or to ${erasuresName} in its DATA_DIR: ${remedy}, or erase them.`,
    ];
  }
  const found = `Erased again: ${pluralize(erased, 'person', 'people')}, by ${lists.join(' and ')}.`;
  const isNamed = erasuresFile !== join(dataDir, erasuresName);
  return isNamed && !lists.includes(erasuresFile)
    ? [
        found,
        `ERASURES_FILE names ${erasuresFile}, where nothing is. If the list is elsewhere, ${remedy}.`,
      ]
    : [found];
}

/** What is left to an operator. */
function safetyLines(
  report: SafetyReport,
  config: Config,
  { dataDir }: RestoreCommandOptions,
): string[] {
  const { doubted, lostKeys } = report;
  return [
    ...erasureLines(report, config, dataDir),
    doubted === 0
      ? 'Uncertain: no mail. None was due or in hand that may have been sent after the backup.'
      : `Uncertain: ${pluralize(doubted, 'mail')} that may have been sent after the backup. Retry or dismiss them: "postroad queue list --status uncertain".`,
    ...(lostKeys > 0
      ? [
          `Links in mail that was sent do not work: ${pluralize(lostKeys, 'key that signed them is', 'keys that signed them are')} missing. Set SECRET_KEY, or SECRET_KEY_PREVIOUS, to what it was.`,
        ]
      : []),
    'Tokens that were revoked after the backup are valid again. Sending is held: look at the queue, then run "postroad sending release".',
  ];
}

/** Where the rows are now: an operator may have forgotten a variable, or an option that counts before it. */
function placeOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === null
    ? `the embedded database in ${dataDir}`
    : 'the database of DATABASE_URL';
}

/** A signal may come while the last of it is committed. */
const stoppedRestore =
  'Stopped before the end. A restore is one transaction, so nothing of the backup is there, or all of it. Run the same command again: it restores, or says that the database is not empty.';

function restoredLines({ header, tables, leftOut }: RestoreReport, where: string): string[] {
  return [
    `Restored the backup of ${header.made_at} into ${where}: ${pluralize(tables, 'table')}, made by version ${header.version}.`,
    ...leftOut.map((table) => `Left out: ${table}, which is no table of Postroad.`),
  ];
}

/**
 * `postroad restore <file>`: fills an empty database with a backup. With --in-place, a database that
 * other tools have restored gets what such a restore does besides.
 */
export async function restore(
  file: string | undefined,
  options: RestoreCommandOptions,
  terminal: Terminal,
): Promise<number> {
  try {
    const { env, cwd } = terminal;
    const { dataDir, erasures = [] } = options;
    const own = dataDir === undefined ? env : { ...env, ...noServer, DATA_DIR: dataDir };
    const shared = {
      erasures: erasures.map((list) => resolve(cwd, list)),
      stoppedAt: timeOf(options.stoppedAt),
      onWait: (text: string) => terminal.err(`${text}\n`),
    };
    const config = quietConfig(own);
    if ((file === undefined) === (options.inPlace !== true)) {
      throw new UsageError('Give either the file of a backup, or --in-place.');
    }
    if (file === undefined) {
      const report = await takeOverRestored(config, { ...shared, path: null });
      terminal.out(`${safetyLines(report, config, options).map(screenLine).join('\n')}\n`);
      return exitCodes.ok;
    }
    const path = pathOf(file, terminal);
    const bytes = path === null ? unpacked(terminal.stdinBytes()) : unpackedFile(path);
    const report = await stoppable(
      terminal,
      bytes,
      () => stoppedRestore,
      (pieces) => restoreBackup(config, pieces, { ...shared, path }),
    );
    const lines = [
      ...restoredLines(report, placeOf(config)),
      ...safetyLines(report, config, options),
    ];
    terminal.out(`${lines.map(screenLine).join('\n')}\n`);
    return exitCodes.ok;
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
