/**
 * Parse, Bind, Describe, Execute and Close: the client expects no answer before the following Sync
 * or Flush (PostgreSQL, Frontend/Backend Protocol, Extended Query).
 */
const unanswered = new Set([...'PBDEC'].map((type) => type.charCodeAt(0)));

/** A startup message has no type: it begins with its length, whose first byte is 0. */
const startup = 0;

const nothing = Buffer.alloc(0);

/** The length in bytes of the first message in `bytes`, or 0 if it is incomplete. */
function firstMessage(bytes: Buffer, from: number): number {
  const left = bytes.length - from;
  const head = bytes[from] === startup ? 4 : 5;
  if (left < head) return 0;
  const length = bytes.readInt32BE(from + head - 4) + head - 4;
  return left < length ? 0 : length;
}

/**
 * Splits a client's bytes into batches for the database: whole statements, because each message
 * alone costs more than most of them.
 */
export class WireBatches {
  #rest: Buffer = nothing;
  /** Offset in the rest of the first message not yet examined. */
  #looked = 0;

  /** Takes new bytes and yields each complete batch in order. */
  *take(arrived: Uint8Array): Generator<Buffer> {
    this.#rest =
      this.#rest.length === 0 ? Buffer.from(arrived) : Buffer.concat([this.#rest, arrived]);
    for (;;) {
      const length = firstMessage(this.#rest, this.#looked);
      if (length === 0) return;
      const type = this.#rest[this.#looked] ?? startup;
      this.#looked += length;
      if (unanswered.has(type)) continue;
      const batch = this.#rest.subarray(0, this.#looked);
      this.#rest = this.#rest.subarray(this.#looked);
      this.#looked = 0;
      yield batch;
    }
  }
}
