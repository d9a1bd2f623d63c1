import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import { DatabaseClosed } from '@postroad/store/platform/connection/database-away';
import { retry, settling } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import {
  type ClaimedSend,
  claimDueSends,
  releaseClaims,
  restoreUnstarted,
  takeBackAttempts,
} from '@postroad/store/queue/send';
import { refreshEmails, type StaleDeps } from '../content/compile/recompile-stale.ts';
import type { HandOffJournal } from '../queue/hand-off-journal.ts';
import type { LeaseKeeper } from '../queue/lease-keeper.ts';
import type { AttemptDeps } from './attempts/attempt-facts.ts';
import { beginChunk, nothingBegun } from './attempts/begin-attempts.ts';
import type { MailParts } from './compose.ts';
import { HandOff } from './hand-off.ts';
import { type MailDeps, type MakeDeps, makeMail, makeMeanwhile } from './make-mail.ts';
import { type Attempt, type SettleDeps, settle } from './settle.ts';

/** The parts of the service that sending takes. */
export type SendDeps = StaleDeps & AttemptDeps & MailDeps & MakeDeps & SettleDeps;

/** Due sends that one statement claims at most. */
export const sendBatch = 200;

/**
 * Takes due mail through the pipeline until none is due: claims as many sends as the provider has
 * room for, commits their attempts with suppression and pauses checked in the same transaction, and
 * hands them over as a stream (`HandOff`). Outcomes are settled as they come, with the next attempts.
 * Only mail whose attempt is committed can be in doubt after a kill. Answers how many it claimed.
 */
export async function sendMail(
  deps: SendDeps,
  leases: LeaseKeeper,
  stopping: () => boolean,
): Promise<number> {
  return await leases.under(async (leaseId) => {
    const round = new SendRound(deps, leases, leaseId, stopping);
    try {
      return await round.run();
    } catch (error) {
      leases.giveUp(leaseId);
      // Only this process knows what becomes of the mails that the provider has.
      const drained = round.drain();
      leases.outlast(leaseId, drained);
      const over = new AbortController();
      const late = pause(limits.handOverWaitMs, undefined, { signal: over.signal });
      await Promise.race([drained, late]).catch(() => undefined);
      over.abort();
      throw error;
    }
  });
}

/** One run of the pipeline under one lease. */
class SendRound {
  readonly #deps: SendDeps;
  readonly #leases: LeaseKeeper;
  readonly #leaseId: string;
  readonly #stopping: () => boolean;
  readonly #handOff: HandOff;
  readonly #journal: HandOffJournal | null;
  #claimed = 0;
  /** Whether the last claim took all that was due. */
  #tookAll = false;
  /** Claimed sends whose attempts are not committed. */
  #pending: ClaimedSend[] = [];

  constructor(deps: SendDeps, leases: LeaseKeeper, leaseId: string, stopping: () => boolean) {
    this.#deps = deps;
    this.#leases = leases;
    this.#leaseId = leaseId;
    this.#stopping = stopping;
    this.#journal = leases.journalOf(leaseId);
    this.#handOff = new HandOff(deps, () => leases.holds(leaseId), this.#journal);
  }

  async run(): Promise<number> {
    const handOff = this.#handOff;
    for (;;) {
      await this.#leases.renew();
      if (!this.#leases.holds(this.#leaseId)) {
        await this.drain();
        this.#leases.giveUp(this.#leaseId);
        return this.#claimed;
      }
      const isOpen = !this.#stopping() && handOff.awayReason === null;
      await this.#takeBack(!isOpen);
      const next = isOpen ? await this.#next() : [];
      const finished = handOff.takeFinished();
      const isIdle = next.length === 0 && finished.length === 0 && handOff.isEmpty;
      if (isIdle && (!isOpen || this.#pending.length === 0)) break;
      await this.#settleAndBegin(finished, next);
      // The next round, which follows at once, looks for mail that became due meanwhile.
      const isDone = handOff.isEmpty && this.#pending.length === 0;
      if (isDone && isOpen && this.#tookAll) break;
      await handOff.ready();
      // Slow mail waits for that of others, such as tests.
      if (isIdle && this.#pending.every((send) => this.#isSlow(send))) {
        await pause(limits.sendWidthMs);
      }
    }
    if (this.#stopping()) await this.#transact((tx) => releaseClaims(tx, this.#leaseId));
    else await this.#postpone();
    return this.#claimed;
  }

  /**
   * Sends for which the provider has room: pending ones first, then newly claimed ones. Mail of
   * quarantined emails takes its turns beside them, and where much of it waits it goes back to the
   * queue, so that it delays no other (SEC-15).
   */
  async #next(): Promise<ClaimedSend[]> {
    const room = Math.min(this.#handOff.room(), sendBatch);
    let [slow, others] = this.#bySpeed();
    if (others.length < room) {
      await this.#claim(room - others.length);
      [slow, others] = this.#bySpeed();
    }
    const next = [...others.splice(0, room), ...slow.splice(0, this.#deps.slowMails.room())];
    const late = slow.splice(limits.slowMailsWaiting);
    this.#pending = [...slow, ...others];
    await this.#defer(late, 'Its email takes long to make, and other mail of it comes first.');
    return next;
  }

  #bySpeed(): [slow: ClaimedSend[], others: ClaimedSend[]] {
    const [slow, others]: [ClaimedSend[], ClaimedSend[]] = [[], []];
    for (const send of this.#pending) (this.#isSlow(send) ? slow : others).push(send);
    return [slow, others];
  }

  #isSlow({ email_id }: ClaimedSend): boolean {
    return email_id !== null && this.#deps.templates.isQuarantined(email_id);
  }

  async #claim(count: number): Promise<void> {
    const claimed = await this.#transact((tx) => claimDueSends(tx, this.#leaseId, count));
    this.#claimed += claimed.length;
    this.#tookAll = claimed.length < count;
    // A pending send whose claim was taken from it may be among them.
    const fresh = new Set(idsOf(claimed));
    this.#pending = [...this.#pending.filter(({ id }) => !fresh.has(id)), ...claimed];
  }

  async #settleAndBegin(finished: Attempt[], next: ClaimedSend[]): Promise<void> {
    const make = (parts: MailParts) => makeMail(this.#deps, parts);
    this.#journal?.plan(idsOf(next));
    const { mails, stale } = await settleAndBegin(this.#deps, this.#leaseId, finished, next, make);
    const begun = new Set(mails.map(({ send }) => send.id));
    // Skipped, held or deferred; the journal would otherwise remember them as long as the lease lasts.
    this.#journal?.drop(idsOf(next).filter((id) => !begun.has(id)));
    this.#handOff.add(mails);
    if (stale.length === 0) return;
    await refreshEmails(this.#deps, emailIdsOf(stale));
    this.#pending.unshift(...stale);
  }

  /** Takes back mails that did not start in time: their attempts are committed again, or deferred. */
  async #takeBack(all: boolean): Promise<void> {
    const { overdue, stalled } = this.#handOff.takeUnstarted(all);
    if (overdue.length + stalled.length === 0) return;
    const ids = idsOf([...overdue, ...stalled]);
    await this.#transact((tx) => takeBackAttempts(tx, this.#leaseId, ids));
    this.#journal?.drop(ids);
    this.#pending.unshift(...overdue);
    await this.#defer(stalled, 'The mail server does not answer for this domain.');
  }

  /** Where the provider is away, a batch of due mail waits with the same reason, untried. */
  async #postpone(): Promise<void> {
    const reason = this.#handOff.awayReason;
    if (reason === null) return;
    await this.#claim(Math.max(0, sendBatch - this.#pending.length));
    await this.#defer(this.#pending.splice(0), reason);
  }

  async #defer(sends: readonly ClaimedSend[], reason: string): Promise<void> {
    const outcome = { kind: 'unreachable' as const, reason };
    await settleLast(
      this.#deps,
      this.#leaseId,
      sends.map((send) => ({ send, outcome })),
    );
  }

  /**
   * Ends the round without the lease, which ran out while this process was suspended, or was given up.
   * Mails of which nothing has left go back, also if another process has swept the lease; the other
   * outcomes count where none has.
   */
  async drain(): Promise<void> {
    const { overdue, stalled } = this.#handOff.takeUnstarted(true);
    await this.#restore([...overdue, ...stalled]);
    while (!this.#handOff.isEmpty) {
      const finished = this.#handOff.takeFinished();
      await this.#restore(finished.filter(isUntouched).map(({ send }) => send));
      await settleLast(
        this.#deps,
        this.#leaseId,
        finished.filter((attempt) => !isUntouched(attempt)),
      );
      await this.#handOff.ready();
    }
  }

  async #restore(sends: readonly ClaimedSend[]): Promise<void> {
    if (sends.length === 0) return;
    await retry(settling, () =>
      this.#transact((tx) => restoreUnstarted(tx, this.#leaseId, idsOf(sends))),
    );
  }

  #transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return transaction(this.#deps.database, { testClock: this.#deps.config.testClock }, work);
  }
}

/** Nothing of it has left. */
function isUntouched({ outcome }: Attempt): boolean {
  return outcome.kind === 'unreachable';
}

/** Mails whose attempts are committed, and sends that are still only claimed. */
interface Ready<Mail> {
  mails: Mail[];
  /** Their emails have to be compiled again first. */
  stale: ClaimedSend[];
}

/**
 * Settles attempts and begins the next ones. `make` is called for each of these while the database
 * commits, and must not hand over anything. Settling is tried again while the database is away, so
 * that the outcomes of mails that left are not lost.
 */
export async function settleAndBegin<Mail extends Pick<MailParts, 'send'>>(
  deps: SendDeps,
  leaseId: string,
  finished: Attempt[],
  next: ClaimedSend[],
  make: (parts: MailParts) => Mail,
): Promise<Ready<Mail>> {
  if (finished.length === 0 && next.length === 0) return { mails: [], stale: [] };
  const clock = { testClock: deps.config.testClock };
  const retrying = {
    ...settling,
    after: (error: unknown) => finished.length > 0 && !(error instanceof DatabaseClosed),
    failed: (error: unknown, tries: number) =>
      deps.log.warn('Outcomes could not be settled; trying again.', { error, tries }),
  };
  return await retry(retrying, async (attempt) => {
    const begun = await transaction(deps.database, clock, async (tx) => {
      await settle(tx, deps, leaseId, finished);
      // The try before may have been committed, and its answer lost with the connection.
      if (attempt > 1) await takeBackAttempts(tx, leaseId, idsOf(next));
      const chunk = next.length > 0 ? await beginChunk(tx, deps, leaseId, next) : nothingBegun;
      return { ...chunk, making: makeMeanwhile(chunk.mails, make) };
    });
    const attempted = await begun.attempted;
    const made = await begun.making;
    return { mails: made.filter(({ send }) => attempted.has(send.id)), stale: begun.stale };
  });
}

export async function settleLast(
  deps: SendDeps,
  leaseId: string,
  finished: Attempt[],
): Promise<void> {
  await settleAndBegin(deps, leaseId, finished, [], (parts) => parts);
}

function idsOf(sends: readonly ClaimedSend[]): number[] {
  return sends.map(({ id }) => id);
}

function emailIdsOf(sends: readonly ClaimedSend[]): number[] {
  return [...new Set(sends.flatMap((send) => send.email_id ?? []))];
}
