import { type SettingKey, type Settings, settingsWith } from '@postroad/core/account/settings';
import { findSettings } from '@postroad/store/account/setting';
import { type Partitioned, partitionedTables } from '@postroad/store/platform/partitions/partition';
import {
  type FullPartition,
  findKeptRun,
  isForgotten,
  listFullPartitions,
  replacePartitions,
} from '@postroad/store/platform/partitions/replace';
import { lockRetention } from '@postroad/store/platform/retention';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import { changePartitions } from './partitions.ts';

const dayMs = 86_400_000;

/** By which settings rows of a table go. */
const settingsOf: Readonly<Record<Partitioned, readonly SettingKey[]>> = {
  send_log: ['retention.sends_days'],
  send_feedback: ['retention.sends_days'],
  tracking_hits: ['retention.hits_days', 'retention.sends_days'],
  run_steps: ['retention.runs_days'],
};

/** Most accounts keep everything, so one look at all settings spares a transaction for each. */
export async function readSettings({ database, config }: TransactionDeps): Promise<Settings> {
  const reading = { testClock: config.testClock, readOnly: true };
  return await transaction(database, reading, async (tx) => settingsWith(await findSettings(tx)));
}

/**
 * Drops partitions that hold nothing any more (PART-05). Nothing stays of the steps of runs, so these go
 * with their partition, once all its runs have ended before what is kept. Of mail something stays, row
 * by row; what was written for its rows lets their partition go, and the disk has its room back at once.
 */
export class OldPartitions {
  /** The run for which a partition stayed, so that those before it are not read again. */
  readonly #keptFor = new Map<string, number>();
  #days = 0;

  async drop(deps: TransactionDeps): Promise<void> {
    const settings = await readSettings(deps);
    const going = partitionedTables.filter((table) =>
      settingsOf[table].some((key) => Number(settings[key]) > 0),
    );
    for (const table of going)
      while ((await changePartitions(deps, (tx) => this.#dropSome(tx, table))) === true);
  }

  /** Drops partitions that lie side by side; answers whether it did. */
  async #dropSome(tx: Tx, table: Partitioned): Promise<boolean> {
    const settings = settingsWith(await findSettings(tx, [...settingsOf[table]]));
    const days = settingsOf[table].map((key) => Number(settings[key])).filter((count) => count > 0);
    if (days.length === 0 || !(await lockRetention(tx))) return false;
    let adjacent: FullPartition[] = [];
    for (const partition of await listFullPartitions(tx, table)) {
      if (await this.#isOver(tx, table, partition, Math.min(...days))) adjacent.push(partition);
      else if (isWorthIt(adjacent)) break;
      else adjacent = [];
    }
    if (!isWorthIt(adjacent)) return false;
    await replacePartitions(tx, table, adjacent);
    return true;
  }

  async #isOver(
    tx: Tx,
    table: Partitioned,
    partition: FullPartition,
    days: number,
  ): Promise<boolean> {
    if (partition.bytes === 0) return true;
    if (table !== 'run_steps') return await isForgotten(tx, table, partition);
    if (days !== this.#days) this.#keptFor.clear();
    this.#days = days;
    const start = this.#keptFor.get(partition.name) ?? 0;
    const before = new Date(tx.now.getTime() - days * dayMs);
    const kept = await findKeptRun(tx, partition, { before, start });
    if (kept === null) this.#keptFor.delete(partition.name);
    else this.#keptFor.set(partition.name, kept);
    return kept === null;
  }
}

/** One that is empty already stays as it is, until another beside it is. */
function isWorthIt(partitions: readonly FullPartition[]): boolean {
  return partitions.length > 1 || partitions.some(({ bytes }) => bytes > 0);
}
