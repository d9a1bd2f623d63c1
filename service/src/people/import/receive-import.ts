import type { PeopleFile } from '@postroad/core/people/import/people-file';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import { ensureFields } from '@postroad/store/people/field';
import {
  type Arrived,
  deleteImport,
  endImport,
  insertImport,
  insertImportErrors,
  type KeptErrorRow,
  keepArrived,
  openImport,
} from '@postroad/store/people/import';
import { transaction } from '@postroad/store/platform/transaction';
import type { Log } from '../../platform/log.ts';
import { type Chunk, Chunker, chunkRows, type Sink } from './chunk-rows.ts';
import { type ImportOrder, type OpenDeps, openFile, readInto } from './read-file.ts';

/** A file that has arrived. None of its rows are written before `open`. */
export interface Received {
  /** Digest of all bytes, for an idempotency key. */
  digest: string;
  id: number;
  /** Lets its rows be written. Throws a 409 if the import was canceled meanwhile. */
  open(): Promise<void>;
  drop(): Promise<void>;
}

function wasCanceled(): Refusal {
  return new Refusal('conflict', 'The import was canceled. Nothing of the file is imported.');
}

/** The parts of the service that receiving a file needs. */
interface ReceiveDeps extends OpenDeps {
  log: Log;
}

/** Stores arriving rows in the database; the import is created with the first of them. */
class DatabaseSink implements Sink {
  readonly #deps: ReceiveDeps;
  readonly #order: ImportOrder;
  #id: number | null = null;
  #next = 0;

  constructor(deps: ReceiveDeps, order: ImportOrder) {
    this.#deps = deps;
    this.#order = order;
  }

  get id(): number | null {
    return this.#id;
  }

  async #made(): Promise<number> {
    const { database, config } = this.#deps;
    this.#id ??= await transaction(database, { testClock: config.testClock }, (tx) =>
      insertImport(tx, this.#order),
    );
    return this.#id;
  }

  async take({ entries, errors, cells, ordered }: Chunk) {
    const id = await this.#made();
    const rows = JSON.stringify(entries);
    const chunk = entries.length > 0 ? { number: this.#next, rows, ordered } : null;
    await this.#keep(
      id,
      {
        ...{ chunk, received: entries.length + errors.length },
        ...{ invalid: errors.length, withoutCells: cells.length },
      },
      [...errors, ...cells],
    );
    if (chunk !== null) this.#next += 1;
  }

  async heard() {
    if (this.#id !== null) {
      await this.#keep(this.#id, { chunk: null, received: 0, invalid: 0, withoutCells: 0 }, []);
    }
  }

  async #keep(id: number, arrived: Arrived, errors: readonly KeptErrorRow[]): Promise<void> {
    await transaction(this.#deps.database, {}, async (tx) => {
      if (!(await keepArrived(tx, id, arrived))) throw wasCanceled();
      if (errors.length > 0) await insertImportErrors(tx, id, errors, limits.importErrorsKept);
    });
  }

  /** A file without rows is an import too. */
  async finish(): Promise<number> {
    return await this.#made();
  }
}

export const brokenOff = 'The upload broke off. Nothing of it is imported; send the file again.';

/** A refused file leaves nothing behind; a broken upload stays in the list. */
async function giveUp(deps: ReceiveDeps, id: number, error: unknown): Promise<void> {
  const { database, config, log } = deps;
  const canceled = error instanceof Refusal && error.code === 'conflict';
  if (canceled) return;
  try {
    await transaction(database, { testClock: config.testClock }, async (tx) => {
      if (error instanceof Refusal) return await deleteImport(tx, id);
      await endImport(tx, id, 'failed', brokenOff);
      tx.work.tell({ resource: 'imports', id, action: 'updated' });
    });
  } catch (fault) {
    // The sweep ends it later, as an import that has been silent for too long.
    log.warn('A broken upload could not be marked as such.', { error: fault });
  }
}

/**
 * Receives a file into the database as it arrives, some thousand rows at a time. Throws a 422 if
 * the file as a whole cannot be parsed, a 409 if the import is canceled meanwhile, and whatever
 * `body` throws; in each case nothing of the file is imported.
 */
export async function receiveImport(
  deps: ReceiveDeps,
  order: ImportOrder,
  body: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const file = await openFile(deps, order);
  const sink = new DatabaseSink(deps, order);
  const chunker = new Chunker(sink, chunkRows(deps.database.kind));
  try {
    const digest = await readInto(file, body, chunker);
    const id = await sink.finish();
    return {
      digest,
      id,
      open: () => openReceived(deps, id, file),
      drop: () => transaction(deps.database, {}, (tx) => deleteImport(tx, id)),
    };
  } catch (error) {
    await chunker.settle().catch(() => {});
    if (sink.id !== null) await giveUp(deps, sink.id, error);
    throw error;
  }
}

async function openReceived(deps: ReceiveDeps, id: number, file: PeopleFile): Promise<void> {
  const fields = [...file.newFields()].map(([key, type]) => ({ key, type }));
  const clock = { testClock: deps.config.testClock };
  const opened = await transaction(deps.database, clock, async (tx) => {
    const found = await openImport(tx, id, file.columns());
    if (found && fields.length > 0) await ensureFields(tx, fields);
    if (found) tx.work.wake('imports');
    return found;
  });
  if (!opened) throw wasCanceled();
}
