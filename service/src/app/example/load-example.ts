import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { parseTimestamp } from '@postroad/core/platform/timestamp';
import { wakeSignals } from '@postroad/core/platform/work-lanes';
import { insertExample } from '@postroad/store/account/example/example-state';
import {
  type Beginning,
  type Played,
  readBeginning,
  writePlayed,
} from '@postroad/store/account/example/played-rows';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Tx } from '@postroad/store/platform/transaction';
import type { SettingDeps } from '../../account/setting-handlers.ts';
import { type AccountTime, clockFor } from '../../platform/account-clock.ts';
import type { Log } from '../../platform/log.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { giveSettings } from './example-settings.ts';
import { exampleView, tellAll, whyNotLoadable } from './example-state.ts';
import { recordsLoaded } from './records-loaded.ts';

type Loaded = OperationOutput<'load_example'>;

const minuteMs = 60_000;

/** Milliseconds after which a folder of an example is one that a killed process left. */
const leftAfterMs = 60 * minuteMs;

const folderPrefix = 'example-';

/**
 * Plays the example on a database of its own, which has what `beginning` says, and leaves its mail in a
 * folder. `goOn` throws to give up.
 */
export type PlayApart = (
  folder: string,
  beginning: Beginning,
  options: { end: Date; goOn: () => void },
) => Promise<Played>;

/** The parts of the service that the example needs. */
export interface ExampleDeps extends SettingDeps, AccountTime {
  database: Database;
  config: { testClock: boolean; mailProvider: string; dataDir: string; outboxDir: string };
  log: Log;
  playApart: PlayApart;
}

async function requireLoadable(tx: Tx): Promise<void> {
  const why = await whyNotLoadable(tx);
  if (why !== null) throw new Refusal('conflict', why);
}

const inTheWay = () =>
  new Refusal(
    'conflict',
    'Records were made while the example was prepared. Nothing was loaded. Try again.',
  );

/**
 * Loads the example. Its five weeks are played by the service itself, on an embedded database of its own
 * with the test clock, and all that came of them is then written into the account by one transaction.
 * Its ids continue those of the account, so nothing in it has to be changed.
 */
export async function loadExample(
  deps: ExampleDeps,
  { endsAt, dryRun, goOn }: { endsAt: string | undefined; dryRun: boolean; goOn: () => void },
): Promise<Loaded> {
  const { database, config } = deps;
  const { testClock } = config;
  const { beginning, end, before } = await retriedTransaction(
    database,
    { readOnly: true, testClock },
    async (tx) => {
      await requireLoadable(tx);
      const end = await endOf(tx, deps, endsAt);
      return { beginning: await readBeginning(tx), end, before: await exampleView(tx) };
    },
  );
  if (dryRun) return { example: before, loaded: recordsLoaded };
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await removeLeftFolders(config.dataDir);
  const folder = await mkdtemp(join(config.dataDir, folderPrefix));
  try {
    const played = await deps.playApart(folder, beginning, { end, goOn });
    const loaded = await retriedTransaction(database, { testClock }, (tx) =>
      keep(tx, deps, played),
    );
    await copyOutbox(join(folder, 'outbox'), config);
    return loaded;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the mail that processes left that were killed while they played. */
async function removeLeftFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(folderPrefix)) continue;
    const path = join(dataDir, name);
    const made = await stat(path).catch(() => null);
    if (made === null || Date.now() - made.mtimeMs < leftAfterMs) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** Throws a Refusal for a time that has not passed. */
async function endOf(tx: Tx, deps: ExampleDeps, given: string | undefined): Promise<Date> {
  if (given === undefined) return new Date(Math.floor(tx.now.getTime() / minuteMs) * minuteMs);
  const end = parseTimestamp(given, await clockFor(tx, deps, [given]));
  if (end !== null && end <= tx.now) return end;
  const message = 'ends_at must be a time that has passed.';
  throw invalid([{ path: 'ends_at', code: 'value_invalid', message }]);
}

async function keep(tx: Tx, deps: ExampleDeps, played: Played): Promise<Loaded> {
  await requireLoadable(tx);
  if (!(await writePlayed(tx, played))) throw inTheWay();
  const row = {
    loaded_at: tx.now,
    id_ranges: Object.fromEntries(
      [...played.drawn].map(([name, range]) => [name.replace(/_id_seq$/, ''), range]),
    ),
    field_keys: played.fieldKeys,
    settings: await giveSettings(tx, deps),
  };
  if (!(await insertExample(tx, row))) throw inTheWay();
  tx.work.wake(...wakeSignals);
  tellAll(tx);
  const example = await exampleView(tx);
  return { example, loaded: example.records.map(({ resource, count }) => ({ resource, count })) };
}

/** Mail of the example is in the mailbox, where mail is written into files. */
async function copyOutbox(
  from: string,
  { mailProvider, outboxDir }: ExampleDeps['config'],
): Promise<void> {
  if (mailProvider !== 'outbox') return;
  await mkdir(outboxDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from)) await copyFile(join(from, name), join(outboxDir, name));
}
