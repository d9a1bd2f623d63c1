import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@postroad/store/platform/connection/database';
import { isPassing, type Retry, retry } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import {
  closeLease,
  type Journals,
  leaseSeconds,
  openLease,
  renewLeases,
  sweepLeases,
  type TakenBack,
  takeBack,
} from '@postroad/store/queue/lease';
import {
  type ClaimedSend,
  releaseClaims,
  restoreUnstarted,
  sendsInHand,
} from '@postroad/store/queue/send';
import type { Log } from '../platform/log.ts';
import type { Wake } from '../platform/notices/wake.ts';
import type { HandOffJournal, HandOffJournals } from './hand-off-journal.ts';

const renewEveryMs = 5_000;
/** The way to the database and back takes less than this. */
const marginMs = 2_000;

/** Right after a connection was lost, others turn out to be lost too. */
const takingBack: Retry = { tries: 4, pauseMs: 500, after: isPassing };

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
 *
 * When a connection to the database is lost, or the server is another one, the process gives its lease
 * up and takes a new one: after a failover the new server may lack what was settled under it, and only
 * the end of a lease takes back what it holds (POOL-08).
 */
export class LeaseKeeper {
  readonly #deps: LeaseDeps;
  readonly #notes: Notes | null;
  #leaseId: string | null = null;
  /** how much work there is under each lease, of which all but the present one end with it. */
  readonly #work = new Map<string, number>();
  /** Leases that were given up and could not be ended yet. */
  readonly #left = new Set<string>();
  /** Work that outlasts its round. */
  readonly #outlasting = new Set<Promise<unknown>>();
  /** The journals of this process by lease; one that was given up may still be written to. */
  readonly #open = new Map<string, HandOffJournal>();
  #opening: Promise<string> | null = null;
  #server: string | null = null;
  #renewedAt = 0;
  /** When the last renewal that succeeded began, on the monotonic clock. */
  #heldAt = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #unlisten: () => void;
  #stays = false;

  constructor(deps: LeaseDeps, notes: Notes | null = null) {
    this.#deps = deps;
    this.#notes = notes;
    this.#unlisten = deps.database.losses.on(() =>
      this.#doubt('A connection to the database was lost'),
    );
  }

  /** Where hand-offs under the lease are noted; null if this process keeps no journal. */
  journalOf(leaseId: string): HandOffJournal | null {
    return this.#open.get(leaseId) ?? null;
  }

  /**
   * Runs work that claims and settles under the lease. If the lease is given up meanwhile, it is kept
   * alive until all such work has ended, and ended then.
   */
  async under<T>(work: (leaseId: string) => Promise<T>): Promise<T> {
    const leaseId = await this.id();
    this.#begin(leaseId);
    try {
      return await work(leaseId);
    } finally {
      await this.#end(leaseId);
    }
  }

  /** Keeps the lease alive until this work has ended, too. If it fails, the lease expires. */
  outlast(leaseId: string, work: Promise<unknown>): void {
    this.#begin(leaseId);
    const whole = work.then(
      () => this.#end(leaseId),
      (error: unknown) => {
        this.#work.delete(leaseId);
        this.#deps.log.warn('Mail in hand could not be settled.', { error });
      },
    );
    this.#await(whole);
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
   * Has a lease from now on, claims or not: others notice the death of a process by its lease, and
   * with it the changes that it could no longer tell (NOTE-03).
   */
  async hold(): Promise<void> {
    await this.id();
    this.#stays = true;
  }

  /**
   * Whether the lease is within its term, and not given up. It is asked before each step that cannot be
   * taken back, since a process may have been suspended (HANDOFF-06).
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
    this.#server = await transaction(this.#deps.database, {}, (tx) =>
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
      const kept = this.#stays ? this.id() : this.renew();
      kept.catch((error: unknown) => {
        this.#deps.log.warn('The lease could not be renewed.', { error });
      });
    }, renewEveryMs).unref();
  }

  /** Called often; writes every few seconds. */
  async renew(): Promise<void> {
    const leaseId = this.#leaseId;
    const all = this.#inUse();
    if (all.size === 0 || performance.now() - this.#renewedAt < renewEveryMs) return;
    const begun = performance.now();
    this.#renewedAt = begun;
    const { held, server } = await transaction(this.#deps.database, {}, (tx) =>
      renewLeases(tx, [...all]),
    );
    if (leaseId === null || this.#leaseId !== leaseId) return;
    if (!held.has(leaseId)) {
      this.#deps.log.warn('The lease of this process had run out; it opens a new one.');
      this.#leaseId = null;
    } else if (server !== this.#server) {
      // Behind a pooler no connection is lost.
      this.#doubt('The database is on another server, or was restarted');
    } else this.#heldAt = begun;
  }

  /** The leases that this process keeps alive. */
  #inUse(): Set<string> {
    const present = this.#leaseId === null ? [] : [this.#leaseId];
    return new Set([...present, ...this.#work.keys(), ...this.#left]);
  }

  #doubt(why: string): void {
    const leaseId = this.#leaseId;
    if (leaseId === null) return;
    this.#deps.log.warn(`${why}; this process takes a new lease.`);
    this.giveUp(leaseId);
  }

  /** Begins nothing more under the lease, which ends with the work under it. */
  giveUp(leaseId: string): void {
    if (this.#leaseId !== leaseId) return;
    this.#leaseId = null;
    if (!this.#work.has(leaseId)) this.#await(this.#takeBack(leaseId));
  }

  #await(work: Promise<unknown>): void {
    this.#outlasting.add(work);
    void work.finally(() => this.#outlasting.delete(work));
  }

  #begin(leaseId: string): void {
    this.#work.set(leaseId, (this.#work.get(leaseId) ?? 0) + 1);
  }

  async #end(leaseId: string): Promise<void> {
    const count = this.#work.get(leaseId);
    if (count === undefined) return;
    if (count > 1) this.#work.set(leaseId, count - 1);
    else {
      this.#work.delete(leaseId);
      if (this.#leaseId !== leaseId) await this.#takeBack(leaseId);
    }
  }

  /**
   * Releases what a lease still holds that this process has given up. While the database is away, the
   * lease is kept for the next sweep: no other process has its journal.
   */
  async #takeBack(leaseId: string): Promise<void> {
    this.#left.delete(leaseId);
    try {
      const taken = await retry(takingBack, () =>
        transaction(this.#deps.database, {}, (tx) =>
          takeBack(tx, [leaseId], this.#attempted, this.#journalsOf(tx, [leaseId])),
        ),
      );
      this.#noteTaken(taken);
    } catch (error) {
      if (isPassing(error)) this.#left.add(leaseId);
      this.#deps.log.warn('A lease that was given up could not be ended yet.', { error });
    }
  }

  /** What becomes of an attempt of which nobody knows the outcome. */
  get #attempted(): 'uncertain' | 'scheduled' {
    const { config, provider } = this.#deps;
    return provider.deduplicates || config.uncertainSends === 'retry' ? 'scheduled' : 'uncertain';
  }

  #journalsOf(tx: Tx, leaseIds: readonly string[]): Journals {
    return { leaseIds, recover: (leaseId) => this.#recover(tx, leaseId) };
  }

  #noteTaken({ gone, released, doubted }: TakenBack): void {
    for (const leaseId of gone) this.#removeJournal(leaseId);
    if (released + doubted === 0) return;
    this.#deps.log.warn('Mail of a lease that ended was taken back.', {
      count: released + doubted,
    });
    this.#deps.wake.call();
  }

  /** Releases the claims of dead processes, and their attempts of which nothing has left. */
  async sweep(): Promise<void> {
    for (const leaseId of [...this.#left]) await this.#takeBack(leaseId);
    const inUse = this.#inUse();
    const kept = this.#notes?.journals.leaseIds().filter((id) => !inUse.has(id)) ?? [];
    const taken = await transaction(this.#deps.database, {}, async (tx) => {
      const swept = await sweepLeases(tx, this.#attempted, this.#journalsOf(tx, kept));
      if (swept.died > 0) tx.work.missed();
      return swept;
    });
    this.#noteTaken(taken);
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
    this.#unlisten();
    await Promise.allSettled([...this.#outlasting]);
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
