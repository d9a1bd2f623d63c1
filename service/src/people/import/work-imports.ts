import { limits } from '@postroad/core/platform/limits';
import {
  type ClaimedChunk,
  claimChunk,
  endImport,
  finishImport,
  insertImportErrors,
  settleChunk,
} from '@postroad/store/people/import';
import { passingFault, retry } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { AccountTime } from '../../platform/account-clock.ts';
import type { Counters } from '../../platform/counters.ts';
import type { Log } from '../../platform/log.ts';
import type { TransactionDeps } from '../../platform/transaction-deps.ts';
import type { PeopleDeps } from '../change-people.ts';
import { rowToCorrect } from './rows-to-correct.ts';
import { type Entry, writeRows } from './write-import.ts';

const tries = 3;

const strandsMost = 2;
/** Chunks of a strand in one round, so that the lane notices a stop. */
const chunksMost = 20;

/** The parts of the service that writing imports needs. */
export interface ImportDeps extends PeopleDeps, TransactionDeps, AccountTime {
  counters: Counters;
  log: Log;
}

async function writeChunk(tx: Tx, deps: ImportDeps, chunk: ClaimedChunk): Promise<void> {
  const entries = JSON.parse(chunk.rows) as Entry[];
  const { errors, counts } = await writeRows(tx, deps, chunk, entries);
  if (errors.length > 0) {
    const kept = errors.map((error) => rowToCorrect(error, chunk));
    await insertImportErrors(tx, chunk.import_id, kept, limits.importErrorsKept);
  }
  await settleChunk(tx, chunk, counts);
  tx.work.afterCommit(() => deps.counters.add('rows_imported', entries.length));
}

/** Writes one chunk, or ends an import, in one transaction; false if there is nothing to do. */
async function workChunk(deps: ImportDeps, id: number | null): Promise<boolean> {
  const { database, config } = deps;
  let claimed: number | null = null;
  try {
    return await transaction(database, { testClock: config.testClock }, async (tx) => {
      const chunk = await claimChunk(tx, id);
      claimed = chunk?.import_id ?? null;
      if (chunk !== null) await writeChunk(tx, deps, chunk);
      const worked = claimed ?? (await finishImport(tx, id));
      if (worked === null) return false;
      tx.work.tell({ resource: 'imports', id: worked, action: 'updated' });
      return true;
    });
  } catch (error) {
    if (claimed === null) throw error;
    throw new ChunkFailed(claimed, error);
  }
}

class ChunkFailed extends Error {
  readonly id: number;

  constructor(id: number, cause: unknown) {
    super('A chunk of an import could not be written.', { cause });
    this.name = 'ChunkFailed';
    this.id = id;
  }

  /**
   * Rows can change before their chunk is written: another person may get an external id, or be
   * erased.
   */
  get isPassing(): boolean {
    return passingFault(this.cause) !== null;
  }
}

const faultReason =
  'The service met a fault of its own and logged it. The rows before it are imported; send the file again for the others.';

/**
 * One round of the lane: chunks in parallel on a server, one after the other on the single
 * connection of the embedded database. Returns how many.
 */
export async function importRound(deps: ImportDeps, stopping: () => boolean): Promise<number> {
  const strands = deps.database.kind === 'server' ? strandsMost : 1;
  const works = Array.from({ length: strands }, async () => {
    let worked = 0;
    while (worked < chunksMost && !stopping() && (await workImports(deps))) worked += 1;
    return worked;
  });
  return (await Promise.all(works)).reduce((sum, worked) => sum + worked, 0);
}

/**
 * Writes one chunk of the oldest import, or of the given one; true if there was one. A chunk that
 * can never be written ends its import, so that it blocks no other.
 */
export async function workImports(deps: ImportDeps, id: number | null = null): Promise<boolean> {
  const after = (error: unknown) => error instanceof ChunkFailed && error.isPassing;
  try {
    return await retry({ tries, after }, () => workChunk(deps, id));
  } catch (error) {
    if (!(error instanceof ChunkFailed)) throw error;
    if (error.isPassing) throw error.cause;
    deps.log.error('A chunk of an import could not be written.', { error: error.cause });
    await transaction(deps.database, { testClock: deps.config.testClock }, async (tx) => {
      await endImport(tx, error.id, 'failed', faultReason);
      tx.work.tell({ resource: 'imports', id: error.id, action: 'updated' });
    });
    return true;
  }
}
