import { randomOf } from '../security/malformed-requests.ts';

/** What a seed decides, so that a run can be repeated. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  happens(share: number): boolean {
    return this.#random() < share;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** Up to `most` of what is made. */
  several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}
