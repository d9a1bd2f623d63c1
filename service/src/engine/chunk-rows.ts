import { AddressSet } from '@postroad/core/import/address-set';
import type { FileRow } from '@postroad/core/import/people-file';
import { limits } from '@postroad/core/limits';
import type { ImportErrorRow } from '@postroad/store/import';
import type { Entry } from './write-import.ts';

/** Where rows go as they arrive. */
export interface Sink {
  /** Called one after the other. */
  take(
    entries: readonly Entry[],
    errors: readonly ImportErrorRow[],
    chars: string[],
  ): Promise<void>;
  /** Called now and then while no chunk is full. */
  heard(): Promise<void>;
}

const heardEveryMs = 10_000;

/** Collects rows into chunks; one is written while the next is read. */
export class Chunker {
  readonly #sink: Sink;
  readonly #known = new AddressSet(limits.importAddressesKnown);
  #entries: Entry[] = [];
  #texts: string[] = [];
  #errors: ImportErrorRow[] = [];
  #chars = 0;
  #writing: Promise<void> = Promise.resolve();
  #fault: unknown = null;
  #heardAt = performance.now();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async add(rows: readonly FileRow[]): Promise<void> {
    for (const found of rows) {
      if ('person' in found) {
        const repeat = this.#known.has(found.person.email);
        const entry = { row: found.row, repeat, person: found.person };
        const text = JSON.stringify(entry);
        this.#entries.push(entry);
        this.#texts.push(text);
        this.#chars += text.length;
      } else this.#errors.push(found);
      const many = this.#entries.length + this.#errors.length >= limits.importChunkRows;
      if (many || this.#chars >= limits.importChunkChars) await this.#flush();
    }
    if (performance.now() - this.#heardAt > heardEveryMs)
      await this.#begin(() => this.#sink.heard());
  }

  async end(): Promise<void> {
    if (this.#entries.length + this.#errors.length > 0) await this.#flush();
    await this.settle();
  }

  /** Waits for what is being written. Throws what went wrong there. */
  async settle(): Promise<void> {
    await this.#writing;
    if (this.#fault !== null) throw this.#fault;
  }

  async #flush(): Promise<void> {
    const [entries, errors, texts] = [this.#entries, this.#errors, this.#texts];
    this.#entries = [];
    this.#errors = [];
    this.#texts = [];
    this.#chars = 0;
    await this.#begin(() => this.#sink.take(entries, errors, texts));
  }

  async #begin(write: () => Promise<void>): Promise<void> {
    await this.settle();
    this.#heardAt = performance.now();
    this.#writing = write().catch((error: unknown) => {
      this.#fault = error;
    });
  }
}
