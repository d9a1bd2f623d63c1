import { AddressSet } from '@postroad/core/people/import/address-set';
import type { FileRow } from '@postroad/core/people/import/people-file';
import type { RefusedRow } from '@postroad/core/people/import/refused-row';
import { limits } from '@postroad/core/platform/limits';
import type { KeptErrorRow } from '@postroad/store/people/import';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Entry } from './write-import.ts';

/** Rows that are stored and written together. */
export interface Chunk {
  entries: readonly Entry[];
  errors: readonly KeptErrorRow[];
  /** Entries of which bad cells were left out. */
  cells: readonly KeptErrorRow[];
  /** Whether a person in it may also be in an earlier chunk. */
  ordered: boolean;
}

/** Receives rows as they arrive. */
export interface Sink {
  /** Called for one chunk after another. */
  take(chunk: Chunk): Promise<void>;
  /** Called from time to time while no chunk is full. */
  heard(): Promise<void>;
}

const heardEveryMs = 10_000;

/**
 * Rows of a chunk: few on the embedded database, where everybody waits for the transaction that
 * writes it.
 */
export function chunkRows(kind: Database['kind']): number {
  return kind === 'server' ? limits.importChunkRows : limits.importChunkRowsEmbedded;
}

/** A refused row as it is stored and answered. */
function errorRow(
  { row, issue, excerpt, email, values }: RefusedRow,
  left_out: KeptErrorRow['left_out'],
): KeptErrorRow {
  const column = issue.path === '' ? null : issue.path;
  return { row, column, message: issue.message, excerpt, left_out, email, values };
}

/** Collects rows into chunks, and writes one while the next is read. */
export class Chunker {
  readonly #sink: Sink;
  /** Rows of a chunk at most. */
  readonly #rows: number;
  readonly #known = new AddressSet(limits.importAddressesKnown);
  #entries: Entry[] = [];
  #ordered = false;
  #errors: KeptErrorRow[] = [];
  #cells: KeptErrorRow[] = [];
  #chars = 0;
  #writing: Promise<void> = Promise.resolve();
  #fault: unknown = null;
  #heardAt = performance.now();

  constructor(sink: Sink, rows: number) {
    this.#sink = sink;
    this.#rows = rows;
  }

  /** `chars` is the length of the text that holds the rows. */
  async add(rows: readonly FileRow[], chars: number): Promise<void> {
    this.#chars += chars;
    for (const found of rows) {
      if ('person' in found) {
        const repeat = this.#known.has(found.person.email);
        this.#ordered ||= repeat || this.#known.isFull;
        this.#entries.push({ row: found.row, repeat, person: found.person });
        if (found.left !== undefined) this.#cells.push(errorRow(found.left, 'cell'));
      } else this.#errors.push(errorRow(found, 'row'));
      if (this.#entries.length + this.#errors.length >= this.#rows) await this.#flush();
    }
    if (this.#chars >= limits.importChunkChars && rows.length > 0) await this.#flush();
    const silent = performance.now() - this.#heardAt > heardEveryMs;
    if (silent) await this.#begin(() => this.#sink.heard());
  }

  async end(): Promise<void> {
    if (this.#entries.length + this.#errors.length > 0) await this.#flush();
    await this.settle();
  }

  /** Waits for the running write. Throws its error. */
  async settle(): Promise<void> {
    await this.#writing;
    if (this.#fault !== null) throw this.#fault;
  }

  async #flush(): Promise<void> {
    const chunk = {
      ...{ entries: this.#entries, errors: this.#errors, cells: this.#cells },
      ordered: this.#ordered,
    };
    this.#cells = [];
    this.#entries = [];
    this.#errors = [];
    this.#ordered = false;
    this.#chars = 0;
    await this.#begin(() => this.#sink.take(chunk));
  }

  async #begin(write: () => Promise<void>): Promise<void> {
    await this.settle();
    this.#heardAt = performance.now();
    this.#writing = write().catch((error: unknown) => {
      this.#fault = error;
    });
  }
}
