import { type ChangeSet, encodeInOrder } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import { encodePresences, type Presence } from '@postroad/core/platform/live/presence';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import type { Database } from '@postroad/store/platform/connection/database';
import { notify } from '@postroad/store/platform/listen';
import type { Log } from '../log.ts';

/** After a failure, the next try is made after this time. */
const retryMs = 1_000;

/**
 * Tells every process what this one committed: at once, and then in one statement for each
 * `limits.noticesEveryMs`. It is no part of the commits, since those that notify wait for each other
 * (docs/decisions/0060).
 */
export class Notices {
  readonly #database: Database;
  readonly #log: Log;
  #changes: ChangeSet[] = [];
  #signals = new Set<WakeSignal>();
  /** By page and record; a later announcement replaces an earlier one. */
  #presences = new Map<string, Presence>();
  #missed = false;
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;
  #closed = false;
  #waiting: (() => void)[] = [];

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  tell(changes: ChangeSet): void {
    this.#changes.push(changes);
    this.#plan();
  }

  present(presence: Presence): void {
    const key = `${presence.editor} ${presence.noun} ${presence.record}`;
    if (!this.#presences.has(key) && this.#presences.size >= limits.presencesWaiting) return;
    this.#presences.set(key, presence);
    this.#plan();
  }

  missed(): void {
    this.#missed = true;
    this.#plan();
  }

  wake(signals: readonly WakeSignal[]): void {
    for (const signal of signals) this.#signals.add(signal);
    this.#plan();
  }

  /** Resolves once all that is kept now has been announced, or could not be. */
  async told(): Promise<void> {
    if (this.#isEmpty()) await this.#telling;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Tells what is kept, and then nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#telling;
    if (!this.#isEmpty()) await this.#tell();
  }

  #isEmpty(): boolean {
    const isQuiet = this.#signals.size === 0 && this.#presences.size === 0;
    return this.#changes.length === 0 && isQuiet && !this.#missed;
  }

  #plan(waitMs = this.#toldAt + limits.noticesEveryMs - performance.now()): void {
    if (this.#timer !== null || this.#telling !== null || this.#closed) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#telling = this.#tell();
      },
      Math.max(0, waitMs),
    );
  }

  async #tell(): Promise<void> {
    const changes = this.#changes;
    const signals = this.#signals;
    const presences = this.#presences;
    const missed = this.#missed;
    const waiting = this.#waiting;
    this.#changes = [];
    this.#signals = new Set();
    // They are announced again in a while, so that none is kept where the database is away.
    this.#presences = new Map();
    this.#missed = false;
    this.#waiting = [];
    this.#toldAt = performance.now();
    let waitMs: number | undefined;
    try {
      await notify(this.#database, {
        changes: changes.length > 0 ? encodeInOrder(changes) : null,
        signals: [...signals],
        presences: presences.size > 0 ? encodePresences(presences.values()) : null,
        missed,
      });
    } catch (error) {
      this.#log.warn('Other processes could not be notified of changes; trying again.', { error });
      this.#changes.unshift(...changes);
      for (const signal of signals) this.#signals.add(signal);
      this.#missed ||= missed;
      waitMs = retryMs;
    } finally {
      this.#telling = null;
      for (const resolve of waiting) resolve();
      if (!this.#isEmpty()) this.#plan(waitMs);
    }
  }
}
