import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@postroad/store/platform/connection/database';
import { transaction } from '@postroad/store/platform/transaction';
import {
  closeLease,
  leaseSeconds,
  openLease,
  renewLease,
  sweepLeases,
} from '@postroad/store/queue/lease';
import { releaseClaims } from '@postroad/store/queue/send';
import type { Log } from '../platform/log.ts';
import type { Wake } from '../platform/wake.ts';

const renewEveryMs = 5_000;
/** The way to the database and back takes less than this. */
const marginMs = 2_000;

interface LeaseDeps {
  database: Database;
  log: Log;
  wake: Pick<Wake, 'call'>;
  config: { uncertainSends: 'hold' | 'retry' };
  provider: { deduplicates: boolean };
}

/**
 * The lease of this process: one row that is renewed while the process lives, and that all its
 * claims refer to. An expired lease is never renewed, so settling too late changes nothing.
 */
export class LeaseKeeper {
  readonly #deps: LeaseDeps;
  #leaseId: string | null = null;
  #opening: Promise<string> | null = null;
  #renewedAt = 0;
  /** When the last renewal that succeeded began, on the monotonic clock. */
  #heldAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: LeaseDeps) {
    this.#deps = deps;
  }

  /** The id of the lease, under which claims are made; renews the lease if that is due. */
  async id(): Promise<string> {
    await this.renew();
    if (this.#leaseId !== null) return this.#leaseId;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return await this.#opening;
  }

  /**
   * Whether the lease is within its term. It is asked before each step that cannot be taken back,
   * since a process may have been suspended (HANDOFF-06).
   */
  holds(leaseId: string): boolean {
    const age = performance.now() - this.#heldAt;
    return this.#leaseId === leaseId && age < leaseSeconds * 1000 - marginMs;
  }

  async #open(): Promise<string> {
    const leaseId = randomUUID();
    const begun = performance.now();
    await transaction(this.#deps.database, {}, (tx) =>
      openLease(tx, leaseId, `${hostname()} ${process.pid}`),
    );
    this.#leaseId = leaseId;
    this.#renewedAt = begun;
    this.#heldAt = begun;
    this.#keepAlive();
    return leaseId;
  }

  /** A provider can take longer over one mail than a lease lasts, so renewing has its own timer. */
  #keepAlive(): void {
    this.#timer ??= setInterval(() => {
      void this.renew().catch((error: unknown) => {
        this.#deps.log.warn('The lease could not be renewed.', { error });
      });
    }, renewEveryMs).unref();
  }

  /** Called often; writes every few seconds. */
  async renew(): Promise<void> {
    const leaseId = this.#leaseId;
    if (leaseId === null || performance.now() - this.#renewedAt < renewEveryMs) return;
    const begun = performance.now();
    this.#renewedAt = begun;
    const held = await transaction(this.#deps.database, {}, (tx) => renewLease(tx, leaseId));
    if (held) this.#heldAt = begun;
    else if (this.#leaseId === leaseId) {
      this.#deps.log.warn('The lease of this process had run out; it opens a new one.');
      this.#leaseId = null;
    }
  }

  /** Lets a lease expire, so that the sweep releases the claims that a failed round left. */
  abandon(leaseId: string): void {
    if (this.#leaseId === leaseId) this.#leaseId = null;
  }

  /** Releases the claims of dead processes. */
  async sweep(): Promise<void> {
    const { config, provider, database, log } = this.#deps;
    const attempted =
      provider.deduplicates || config.uncertainSends === 'retry' ? 'scheduled' : 'uncertain';
    const swept = await transaction(database, {}, (tx) => sweepLeases(tx, attempted));
    if (swept.released + swept.doubted > 0) {
      log.warn('A process stopped without releasing its claims.', swept);
      this.#deps.wake.call();
    }
  }

  /** Releases claims that were not attempted. */
  async close(): Promise<void> {
    const leaseId = this.#leaseId;
    this.#leaseId = null;
    if (this.#timer) clearInterval(this.#timer);
    if (leaseId === null) return;
    await transaction(this.#deps.database, {}, async (tx) => {
      await releaseClaims(tx, leaseId);
      await closeLease(tx, leaseId);
    });
  }
}
