import { type Change, ChangeSet } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';

/**
 * Passes changes of figures on: at once, and then at most once in `limits.figuresToldEveryMs`, each
 * record once (CON-09). So a batch of 10,000 mails is one change of each record it is counted by.
 */
export class PacedChanges {
  readonly #pass: (changes: ChangeSet) => void;
  #kept = new ChangeSet();
  #timer: NodeJS.Timeout | null = null;
  #passedAt = Number.NEGATIVE_INFINITY;

  constructor(pass: (changes: ChangeSet) => void) {
    this.#pass = pass;
  }

  add(changes: Iterable<Change>): void {
    for (const change of changes) this.#kept.add(change);
    if (this.#timer !== null || this.#kept.isEmpty) return;
    const waitMs = this.#passedAt + limits.figuresToldEveryMs - performance.now();
    if (waitMs <= 0) this.#passOn();
    else this.#timer = setTimeout(() => this.#passOn(), waitMs).unref();
  }

  /** Passes on what is kept, and waits for nothing any more. */
  close(): void {
    this.#passOn();
  }

  #passOn(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#kept.isEmpty) return;
    const changes = this.#kept;
    this.#kept = new ChangeSet();
    this.#passedAt = performance.now();
    this.#pass(changes);
  }
}
