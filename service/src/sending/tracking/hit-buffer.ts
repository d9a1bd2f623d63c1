import { limits } from '@postroad/core/platform/limits';
import type { Hit } from '@postroad/core/sending/tracking/verdict';
import type { AuthoredLink } from '@postroad/store/queue/figures';

/** A tracking request of a mail that is not yet written. */
export interface PendingHit extends Omit<Hit, 'at'> {
  sendId: number;
  /** The clicked link as its author wrote it, where that is known. */
  authored: AuthoredLink | null;
  /** On the clock of the process, `performance.now()`. */
  heardAt: number;
}

/**
 * Tracking requests, kept in memory until they are written together: a mail that a million people
 * open at once must not cause a million transactions. A kill loses at most the requests of
 * `limits.trackingFlushMs`; at most `limits.trackingHitsPending` are kept.
 */
export class HitBuffer {
  #pending: PendingHit[] = [];
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  readonly #flush: () => void;

  /** `flush` is called some time after the first request arrived. */
  constructor(flush: () => void) {
    this.#flush = flush;
  }

  /** False if it is dropped, because its link or the whole buffer has enough. */
  add(hit: PendingHit): boolean {
    const key = `${hit.sendId} ${hit.link}`;
    const count = this.#counts.get(key) ?? 0;
    if (count >= limits.trackingHitsPerLink) return false;
    if (this.#pending.length >= limits.trackingHitsPending) return false;
    this.#counts.set(key, count + 1);
    this.#pending.push(hit);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#flush();
    }, limits.trackingFlushMs).unref();
    return true;
  }

  /** Hands over the requests and empties the buffer. */
  take(): PendingHit[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#counts = new Map();
    return taken;
  }

  /** Takes back requests that could not be written. */
  giveBack(hits: readonly PendingHit[]): void {
    for (const hit of hits) this.add(hit);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
