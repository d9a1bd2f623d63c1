import { limits } from '@postroad/core/limits';
import { forgetIdempotencyKeys } from '@postroad/store/idempotency';
import { transaction } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';
import { advanceRuns } from './advance-runs.ts';
import { flushEventCounts } from './flush-event-counts.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { sendMail } from './send-mail.ts';

const flushEveryMs = 1_000;
const sweepEveryMs = 5_000;
const forgetEveryMs = 600_000;

/** Everything that moves by itself. It works at its own pace, in batches, when it is ticked. */
export class Engine {
  readonly #deps: Deps;
  readonly #leases: LeaseKeeper;
  readonly #lastAt = new Map<string, number>();
  #stopping = false;
  #ticking = new Set<Promise<boolean>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#leases = new LeaseKeeper(deps);
  }

  /** One round; true where there may be more to do at once. */
  async tick(): Promise<boolean> {
    if (this.#stopping) return false;
    const round = this.#round();
    this.#ticking.add(round);
    try {
      return await round;
    } finally {
      this.#ticking.delete(round);
    }
  }

  async #round(): Promise<boolean> {
    await this.#every('sweep', sweepEveryMs, () => this.#leases.sweep());
    await this.#leases.renew();
    // Both are waited for, so that a failure of one never leaves the other running on its own.
    const [runs, sends] = await Promise.allSettled([
      advanceRuns(this.#deps),
      sendMail(this.#deps, this.#leases, () => this.#stopping),
    ]);
    await this.#every('flush', flushEveryMs, () => this.flushCounts());
    await this.#every('forget', forgetEveryMs, () => this.#forget());
    if (runs.status === 'rejected') throw runs.reason;
    if (sends.status === 'rejected') throw sends.reason;
    return runs.value + sends.value > 0;
  }

  async flushCounts(): Promise<void> {
    await flushEventCounts(this.#deps);
  }

  /** Finishes what is being handed over, gives back what is claimed, writes what is counted. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.allSettled([...this.#ticking]);
    await this.#leases.close();
    await this.flushCounts();
  }

  /** Housekeeping is paced by the process's own clock, never by the test clock. */
  async #every(name: string, ms: number, work: () => Promise<void>): Promise<void> {
    const now = performance.now();
    if (now - (this.#lastAt.get(name) ?? Number.NEGATIVE_INFINITY) < ms) return;
    this.#lastAt.set(name, now);
    await work();
  }

  async #forget(): Promise<void> {
    const { database, config } = this.#deps;
    await transaction(database, { testClock: config.testClock }, async (tx) => {
      const before = new Date(tx.now.getTime() - limits.idempotencyHours * 3_600_000);
      await forgetIdempotencyKeys(tx, before);
    });
  }
}
