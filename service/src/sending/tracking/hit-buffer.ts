import { limits } from '@postroad/core/platform/limits';
import type { Hit } from '@postroad/core/sending/tracking/verdict';

/** A request of a mail that is not written yet. */
export interface PendingHit extends Omit<Hit, 'at'> {
  sendId: number;
  /** Of the process's own clock, `performance.now()`. */
  heardAt: number;
}

/**
 * Requests for pixels and links, kept in memory until they are written together: a mail that a
 * million people open at once must not be a million transactions. A kill loses at most what came in
 * `limits.trackingFlushMs`; no more is held than `limits.trackingHitsPending`.
 */
export class HitBuffer {
  #pending: PendingHit[] = [];
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  readonly #flush: () => void;

  /** `flush` is called a while after the first of some came. */
  constructor(flush: () => void) {
    this.#flush = flush;
  }

  /** False where it is not kept: there are enough of its link, or too many of all. */
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

  /** Hands over what came, and starts anew. */
  take(): PendingHit[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#counts = new Map();
    return taken;
  }

  /** Takes back what could not be written. */
  giveBack(hits: readonly PendingHit[]): void {
    for (const hit of hits) this.add(hit);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
