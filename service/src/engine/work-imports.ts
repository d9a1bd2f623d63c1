import { limits } from '@postroad/core/limits';
import {
  claimImport,
  countWritten,
  endImport,
  type ImportRow,
  insertImportErrors,
  takeChunk,
} from '@postroad/store/import';
import { isPassing, type Tx, transaction } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';
import { type Entry, writeRows } from './write-import.ts';

/** Rows that changed under a chunk: somebody took an external id, or was erased. */
const passingCodes = new Set(['23505', '23503']);
const tries = 3;

function mayPass(error: unknown): boolean {
  return isPassing(error) || passingCodes.has(String((error as { code?: unknown } | null)?.code));
}

async function writeChunk(
  tx: Tx,
  deps: Deps,
  found: ImportRow,
  chunk: { number: number; rows: string },
): Promise<void> {
  const entries = JSON.parse(chunk.rows) as Entry[];
  const once = { ...found, new_fields: chunk.number === 0 ? found.new_fields : [] };
  const { errors, counts } = await writeRows(tx, deps, once, entries);
  const kept = errors.slice(0, Math.max(0, limits.importErrorsKept - found.errors_kept));
  if (kept.length > 0) await insertImportErrors(tx, found.id, kept);
  await countWritten(tx, found.id, { ...counts, kept: kept.length });
  tx.afterCommit(() => deps.counters.add('rows_imported', entries.length));
}

/** One chunk in one transaction; null where no import waits that nobody else is at. */
async function workChunk(deps: Deps, id: number | null): Promise<number | null> {
  const { database, config } = deps;
  let claimed: number | null = null;
  try {
    return await transaction(database, { testClock: config.testClock }, async (tx) => {
      const found = await claimImport(tx, id);
      if (found === null) return null;
      claimed = found.id;
      const chunk = await takeChunk(tx, found.id);
      if (chunk === null) await endImport(tx, found.id, 'done');
      else await writeChunk(tx, deps, found, chunk);
      return found.id;
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
}

const faultReason =
  'The service met a fault of its own and logged it. The rows before it are imported; send the file again for the others.';

/**
 * Writes one chunk of the oldest import, or of the one named; true where there was one. A chunk
 * that can never be written ends its import, so that it holds up no other.
 */
export async function workImports(deps: Deps, id: number | null = null): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await workChunk(deps, id)) !== null;
    } catch (error) {
      if (!(error instanceof ChunkFailed)) throw error;
      if (mayPass(error.cause)) {
        if (attempt < tries) continue;
        throw error.cause;
      }
      deps.log.error('A chunk of an import could not be written.', { error: error.cause });
      await transaction(deps.database, { testClock: deps.config.testClock }, (tx) =>
        endImport(tx, error.id, 'failed', faultReason),
      );
      return true;
    }
  }
}
