import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@postroad/store/platform/connection/database';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import {
  closeLease,
  leaseSeconds,
  openLease,
  renewLease,
  sweepLeases,
} from '@postroad/store/queue/lease';
import {
  type ClaimedSend,
  releaseClaims,
  restoreUnstarted,
  sendsInHand,
} from '@postroad/store/queue/send';
import type { Log } from '../platform/log.ts';
import type { Wake } from '../platform/wake.ts';
import type { HandOffJournal, HandOffJournals } from './hand-off-journal.ts';

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

/** What hand-offs are noted in, and what settles sends that were accepted by their notes. */
interface Notes {
  journals: HandOffJournals;
  settle(tx: Tx, leaseId: string, sends: readonly ClaimedSend[]): Promise<void>;
}

/**
 * The lease of this process: one row that is renewed while the process lives, and that all its
 * claims refer to. An expired lease is never renewed, so settling too late changes nothing.
 */
export class LeaseKeeper {
  readonly #deps: LeaseDeps;
  readonly #notes: Notes | null;
  #leaseId: string | null = null;
  /** The journals of this process by lease; one that was given up may still be written to. */
  readonly #open = new Map<string, HandOffJournal>();
  #opening: Promise<string> | null = null;
  #renewedAt = 0;
  /** When the last renewal that succeeded began, on the monotonic clock. */
  #heldAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: LeaseDeps, notes: Notes | null = null) {
    this.#deps = deps;
    this.#notes = notes;
  }

  /** Where hand-offs under the lease are noted; null if this process keeps no journal. */
  journalOf(leaseId: string): HandOffJournal | null {
    return this.#open.get(leaseId) ?? null;
  }

  /** The id of the lease, under which claims are made; renews the lease if that is due. */
  async id(): Promise<string> {
    await this.renew();
    if (this.#leaseId !== null) return this.#leaseId;
    this.#opening ??= this.#openLease().finally(() => {
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
    const isInTime = this.#leaseId === leaseId && age < leaseSeconds * 1000 - marginMs;
    // A process that takes over an embedded database releases all leases in it at once.
    return isInTime && this.#deps.database.mayWrite();
  }

  async #openLease(): Promise<string> {
    const leaseId = randomUUID();
    const begun = performance.now();
    await transaction(this.#deps.database, {}, (tx) =>
      openLease(tx, leaseId, `${hostname()} ${process.pid}`),
    );
    const journal = this.#notes?.journals.open(leaseId);
    if (journal) this.#open.set(leaseId, journal);
    this.#leaseId = leaseId;
    this.#renewedAt = begun;
    this.#heldAt = begun;
    this.#keepAlive();
    return leaseId;
  }

  /** A provider can take longer over one mail than a lease lasts, so renewing has its own timer. */
  #keepAlive(): void {
    this.#timer ??= setInterval(() => {
      // One line of the log has said so (SEC-35).
      if (this.#deps.database.fault() !== null) return;
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

  /** Releases the claims of dead processes, and their attempts of which nothing has left. */
  async sweep(): Promise<void> {
    const { config, provider, database, log } = this.#deps;
    const attempted =
      provider.deduplicates || config.uncertainSends === 'retry' ? 'scheduled' : 'uncertain';
    const kept = this.#notes?.journals.leaseIds().filter((id) => id !== this.#leaseId) ?? [];
    const { gone, ...swept } = await transaction(database, {}, (tx) =>
      sweepLeases(tx, attempted, {
        leaseIds: kept,
        recover: (leaseId) => this.#recover(tx, leaseId),
      }),
    );
    for (const leaseId of gone) this.#removeJournal(leaseId);
    if (swept.released + swept.doubted > 0) {
      const count = swept.released + swept.doubted;
      log.warn('A process stopped without releasing its claims.', { count });
      this.#deps.wake.call();
    }
  }

  /** Does with the sends of a lease what its journal is sure of. Returns how many go back. */
  async #recover(tx: Tx, leaseId: string): Promise<number> {
    if (this.#notes === null) return 0;
    const { unbegun, accepted } = this.#notes.journals.left(leaseId);
    const sends = await sendsInHand(tx, leaseId, accepted);
    if (sends.length > 0) await this.#notes.settle(tx, leaseId, sends);
    return await restoreUnstarted(tx, leaseId, unbegun);
  }

  #removeJournal(leaseId: string): void {
    this.#open.get(leaseId)?.close();
    this.#open.delete(leaseId);
    this.#notes?.journals.remove(leaseId);
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
    this.#removeJournal(leaseId);
  }
}
