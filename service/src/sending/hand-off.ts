import { limits } from '@postroad/core/platform/limits';
import { withheld } from '@postroad/mail/providers/provider';
import { type ClaimedSend, urgencyOf } from '@postroad/store/queue/send';
import type { HandOffJournal } from '../queue/hand-off-journal.ts';
import { type HandOverDeps, handOver, type MadeMail, type SlowMail } from './make-mail.ts';
import type { Attempt } from './settle.ts';

/**
 * Mails whose attempts are committed, on their way to the provider.
 *
 * Promises: at most the provider's concurrency is with the provider at once, and the next mail starts
 * as soon as one ends, so a mail without an answer holds one connection and no more. A message
 * starts before other mail, and that before mail of broadcasts. A mail starts only while the lease holds and soon
 * after its attempt was committed; `takeUnstarted` returns the others, of which nothing has left.
 * A recipient domain whose mails stall holds at most half of the connections.
 */
export class HandOff {
  readonly #deps: HandOverDeps;
  readonly #mayStart: () => boolean;
  readonly #journal: Journal | null;
  /** By urgency, each in the order of arrival. */
  readonly #waiting: [messages: Waiting[], urgent: Waiting[], broadcasts: Waiting[]] = [[], [], []];
  /** Mails that are being made in threads, by send. */
  readonly #making = new Map<number, Unmade>();
  readonly #active = new Map<number, Active>();
  #finished: Attempt[] = [];
  #finishedAt: number[] = [];
  #unreachable: string[] = [];
  #ended: () => void = () => {};
  #timer: NodeJS.Timeout | null = null;

  /** `mayStart` answers whether the lease that the attempts are committed under still holds. */
  constructor(deps: HandOverDeps, mayStart: () => boolean, journal: Journal | null = null) {
    this.#deps = deps;
    this.#mayStart = mayStart;
    this.#journal = journal;
  }

  get isEmpty(): boolean {
    const isIdle = this.#active.size === 0 && this.#committed === 0 && this.#making.size === 0;
    return isIdle && this.#finished.length === 0;
  }

  /** Why the provider could not be reached, once as many mails in a row as it takes at once found so. */
  get awayReason(): string | null {
    if (this.#unreachable.length < this.#deps.provider.concurrency) return null;
    return this.#unreachable.at(-1) ?? null;
  }

  /**
   * How many more attempts may be committed (HANDOFF-04): the width is what was handed over in the
   * last 100 ms, at least the connections and at most `sendsCommittedMost`, or a few for each
   * connection where no journal is kept; under a rate limit it is the turns of the next 100 ms.
   */
  room(): number {
    const { concurrency } = this.#deps.provider;
    const recent = this.#handedOverRecently();
    const most = this.#journal?.isKept
      ? Math.max(concurrency, limits.sendsCommittedMost)
      : limits.sendsCommittedEach * concurrency;
    const width = Math.min(Math.max(concurrency, recent), most);
    const free = width - this.#active.size - this.#committed;
    return Math.max(0, Math.min(free, this.#turns() - this.#committed));
  }

  /** Mails that a rate limit lets start in the next 100 ms. */
  #turns(): number {
    const { pace } = this.#deps.provider;
    const wait = pace?.waitMs() ?? 0;
    // A provider that asks for a longer pause answers each mail with its reason to wait.
    if (!pace || wait > limits.providerTurnMs) return Number.POSITIVE_INFINITY;
    return wait > limits.sendWidthMs ? 0 : Math.floor((limits.sendWidthMs - wait) / pace.gapMs) + 1;
  }

  /**
   * Waits until another commit is worth its cost: half of the mails ended and no more wait than the
   * connections take at once, or one ended and a moment has passed. Mail that became due meanwhile is
   * looked for a few times a second.
   */
  async ready(): Promise<void> {
    this.#pump();
    const { concurrency } = this.#deps.provider;
    const enough = () =>
      this.#committed <= concurrency &&
      this.#finished.length >= Math.max(1, (this.#active.size + this.#committed) / 2);
    if (enough() || this.isEmpty) {
      if (this.isEmpty && this.room() === 0) await this.#until(() => false, limits.sendWidthMs);
      return;
    }
    if (this.#finished.length === 0)
      await this.#until(() => this.#finished.length > 0, limits.sendPollMs);
    if (this.#finished.length > 0) await this.#until(enough, limits.sendSettleMs);
  }

  /** Waits until it holds after a mail ended, or for some milliseconds. */
  async #until(holds: () => boolean, ms: number): Promise<void> {
    if (holds()) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.#ended = () => {
        if (holds()) resolve();
      };
    });
    clearTimeout(timer);
    this.#ended = () => {};
  }

  /**
   * Starts mails whose attempts have just been committed, as connections are free. Those that are
   * being made hold no others up.
   */
  add(mails: readonly (MadeMail | SlowMail)[]): void {
    const since = performance.now();
    for (const mail of mails) {
      if ('message' in mail) this.#wait(mail, since);
      else void this.#await(mail, since);
    }
    this.#pump();
  }

  #wait(mail: MadeMail, since: number): void {
    this.#waiting[urgencyOf(mail.send)].push({ mail, since });
  }

  async #await({ send, making }: SlowMail, since: number): Promise<void> {
    const unmade = { send, since };
    this.#making.set(send.id, unmade);
    const mail = await making;
    // It may have been taken back, and begun again, meanwhile.
    if (this.#making.get(send.id) !== unmade) return;
    this.#making.delete(send.id);
    // What was decided when its attempt was committed holds, since a call that stops it waits.
    if (mail !== null) this.#wait(mail, performance.now());
    else this.#finished.push({ send, outcome: { kind: 'unreachable', reason: noRoom } });
    this.#pump();
    this.#ended();
  }

  /** The outcomes since the last call. */
  takeFinished(): Attempt[] {
    return this.#finished.splice(0);
  }

  /**
   * Mails that waited too long for a connection or for their recipient domain: nothing of them has
   * left, and what was decided when their attempts were committed may be out of date. `all` takes
   * every mail that has not started.
   */
  takeUnstarted(all: boolean): { overdue: ClaimedSend[]; stalled: ClaimedSend[] } {
    const taken = { overdue: [] as ClaimedSend[], stalled: [] as ClaimedSend[] };
    const before = performance.now() - limits.sendUnstartedMs;
    for (const waiting of this.#waiting) {
      const kept = waiting.filter(({ mail, since }) => {
        if (!all && since > before) return true;
        const isStalled = !all && this.#isStalled(domainOf(mail));
        taken[isStalled ? 'stalled' : 'overdue'].push(mail.send);
        return false;
      });
      waiting.splice(0, waiting.length, ...kept);
    }
    const unmadeBefore = performance.now() - limits.slowMailUnmadeMs;
    for (const [id, { send, since }] of this.#making) {
      if (!all && since > unmadeBefore) continue;
      taken.overdue.push(send);
      this.#making.delete(id);
    }
    return taken;
  }

  get #committed(): number {
    return this.#waiting.reduce((sum, waiting) => sum + waiting.length, 0);
  }

  #pump(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { concurrency, pace } = this.#deps.provider;
    while (this.#active.size < concurrency && this.#committed > 0 && this.#mayStart()) {
      const wait = pace?.waitMs() ?? 0;
      if (wait > 0 && wait <= limits.providerTurnMs) {
        this.#timer = setTimeout(() => this.#pump(), wait);
        return;
      }
      const next = this.#next();
      if (next === null) return;
      void this.#start(next);
    }
  }

  /** The first mail that is not overdue and whose domain has a connection left. */
  #next(): MadeMail | null {
    const before = performance.now() - limits.sendUnstartedMs;
    // Many mails to one domain that has no connection left are asked about once.
    const held = new Set<string | null>();
    const mayStart = (domain: string | null) => {
      if (held.has(domain)) return false;
      const may = this.#mayHold(domain);
      if (!may) held.add(domain);
      return may;
    };
    for (const waiting of this.#waiting) {
      const index = waiting.findIndex(
        ({ mail, since }) => since > before && mayStart(domainOf(mail)),
      );
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (next) return next.mail;
    }
    return null;
  }

  /** The connections that a domain may hold with mails that wait for an answer (HANDOFF-03). */
  get #share(): number {
    return Math.max(2, Math.floor(this.#deps.provider.concurrency / 2));
  }

  /**
   * Whether a domain may hold one connection more. Beyond its share it is let in only as its mails are
   * answered: one that stalls would fill all connections before any of its mails has waited for long.
   */
  #mayHold(domain: string | null): boolean {
    if (domain === null || this.#active.size < this.#share) return true;
    let held = 0;
    let unheard = 0;
    for (const active of this.#active.values()) {
      if (active.domain !== domain) continue;
      held += 1;
      if (!active.heard) unheard += 1;
    }
    if (held < this.#share) return true;
    return unheard < startsEachAnswer && !this.#isStalled(domain);
  }

  /** Whether a domain fills its share with mails that have waited for an answer for long. */
  #isStalled(domain: string | null): boolean {
    if (domain === null) return false;
    const share = this.#share;
    if (this.#active.size < share) return false;
    const before = performance.now() - limits.sendStalledMs;
    let slow = 0;
    for (const active of this.#active.values()) {
      if (active.domain === domain && active.since < before) slow += 1;
    }
    return slow >= share;
  }

  async #start(mail: MadeMail): Promise<void> {
    const { id } = mail.send;
    const domain = domainOf(mail);
    this.#active.set(id, { domain, since: performance.now(), heard: false });
    const attempt = await this.#handOver(mail);
    this.#active.delete(id);
    const { outcome } = attempt;
    if (outcome.kind !== 'unreachable' && outcome.kind !== 'uncertain') this.#hear(domain);
    if (outcome.kind === 'accepted') this.#journal?.accept(id);
    if (outcome.kind === 'unreachable') this.#unreachable.push(outcome.reason);
    else this.#unreachable = [];
    this.#finished.push(attempt);
    this.#finishedAt.push(performance.now());
    this.#pump();
    this.#ended();
  }

  /** Notes that a domain answers. */
  #hear(domain: string | null): void {
    for (const active of this.#active.values()) {
      if (active.domain === domain) active.heard = true;
    }
  }

  /** A mail that the journal cannot note goes nowhere: after a kill it would count as untouched. */
  async #handOver(mail: MadeMail): Promise<Attempt> {
    if (this.#journal?.start(mail.send.id) === false) return { send: mail.send, outcome: withheld };
    return await handOver(this.#deps, mail, this.#mayStart);
  }

  #handedOverRecently(): number {
    const before = performance.now() - limits.sendWidthMs;
    const first = this.#finishedAt.findIndex((at) => at > before);
    this.#finishedAt = first < 0 ? [] : this.#finishedAt.slice(first);
    return this.#finishedAt.length;
  }
}

/** The part of the journal of hand-offs that is used here. */
export type Journal = Pick<HandOffJournal, 'isKept' | 'start' | 'accept'>;

interface Waiting {
  mail: MadeMail;
  /** When its attempt was committed, on the monotonic clock. */
  since: number;
}

/** A mail whose attempt is committed, and that is being made. */
interface Unmade {
  send: ClaimedSend;
  since: number;
}

const noRoom = 'Its email takes long to make, and other mail of such emails comes first.';

interface Active {
  domain: string | null;
  since: number;
  /** Whether another mail of its domain was answered since it began. */
  heard: boolean;
}

/** Mails of a domain beyond its share that may begin with each answer: more than one, so that it gets all. */
const startsEachAnswer = 2;

function domainOf({ message }: MadeMail): string | null {
  return 'to' in message ? message.to.slice(message.to.lastIndexOf('@') + 1).toLowerCase() : null;
}
