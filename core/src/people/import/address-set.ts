/** Two independent 32-bit hashes (FNV-1a and a multiplicative one) represent an address. */
function hashes(text: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
    second ^= second >>> 13;
  }
  // Two zeros mark a free slot.
  return [first >>> 0, (second | 1) >>> 0];
}

/**
 * The addresses already seen in a file, in at most 16 bytes each. About one in 2^62 pairs collides;
 * the row then counts as a repeat but is still written.
 */
export class AddressSet {
  readonly #most: number;
  #table = new Uint32Array(2 * 2048);
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#size >= this.#most;
  }

  /** Adds an address; returns true if it was already present. Adds nothing beyond `most`. */
  has(address: string): boolean {
    const [first, second] = hashes(address);
    const at = this.#slot(this.#table, first, second);
    if (this.#table[at + 1] !== 0) return true;
    if (this.#size >= this.#most) return false;
    this.#table[at] = first;
    this.#table[at + 1] = second;
    this.#size += 1;
    if (this.#size * 4 > this.#table.length) this.#grow();
    return false;
  }

  /** Index of the address, or of the free slot for it. */
  #slot(table: Uint32Array, first: number, second: number): number {
    const mask = table.length - 1;
    let at = (first * 2) & mask;
    while (table[at + 1] !== 0 && (table[at] !== first || table[at + 1] !== second)) {
      at = (at + 2) & mask;
    }
    return at;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.#table.length; at += 2) {
      const first = this.#table[at] ?? 0;
      const second = this.#table[at + 1] ?? 0;
      if (second === 0) continue;
      const slot = this.#slot(larger, first, second);
      larger[slot] = first;
      larger[slot + 1] = second;
    }
    this.#table = larger;
  }
}
