import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import { schemaState } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import type { Log } from '../../platform/log.ts';

const lookEveryMs = 1_000;

/**
 * Whether a newer version has migrated the database, looked up once a second. This process then claims no
 * more work and takes no more writes, since it does not know what the newer version keeps in the rows
 * (SCHEMA-09).
 */
export class NewerVersion {
  readonly #database: Database;
  readonly #log: Log;
  readonly #meanwhile: () => Promise<void>;
  #isFound = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;

  /** `meanwhile` is done with each look that finds one. */
  constructor({ database, log }: { database: Database; log: Log }, meanwhile: () => Promise<void>) {
    this.#database = database;
    this.#log = log;
    this.#meanwhile = meanwhile;
  }

  /** What the last look found. */
  get isFound(): boolean {
    return this.#isFound;
  }

  async look(): Promise<boolean> {
    // Nobody else opens an embedded database, and so nobody migrates it.
    if (this.#database.kind === 'embedded') return false;
    if (performance.now() - this.#lookedAt >= lookEveryMs) {
      this.#looking ??= this.#lookUp().finally(() => {
        this.#lookedAt = performance.now();
        this.#looking = null;
      });
      await this.#looking;
    }
    return this.#isFound;
  }

  /** Throws a Refusal where a write would lack what the newer version keeps, as far as the last look found. */
  refuseWrites(): void {
    if (!this.#isFound) return;
    throw new Refusal(
      'unavailable',
      'A newer version has migrated the database, so nothing was stored. Try again once this process is stopped.',
    );
  }

  async #lookUp(): Promise<void> {
    const mode = { readOnly: true };
    const state = await transaction(this.#database, mode, ({ sql }) => schemaState(sql)).catch(
      // While the database is away, the work itself says so.
      () => null,
    );
    if (state !== null) this.#found(state === 'newer');
    if (this.#isFound) await this.#meanwhile();
  }

  #found(isFound: boolean): void {
    if (isFound === this.#isFound) return;
    this.#isFound = isFound;
    if (isFound) {
      this.#log.error(
        'A newer version has migrated the database, so this process does no more due work and takes no more writes. Stop it, and start the newer version.',
      );
    } else
      this.#log.warn(
        'The database has the schema of this version again; due work and writes continue.',
      );
  }
}
