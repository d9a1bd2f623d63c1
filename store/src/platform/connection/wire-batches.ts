/**
 * Parse, Bind, Describe, Execute and Close: the client waits for no answer to them before the Sync
 * or Flush that follows (PostgreSQL, Frontend/Backend Protocol, Extended Query).
 */
const unanswered = new Set([...'PBDEC'].map((type) => type.charCodeAt(0)));

/** A startup message has no type; its length stands first, of which the first byte is 0. */
const startup = 0;

const nothing = Buffer.alloc(0);

/** Bytes of the first message in `bytes`, or 0 where it has not arrived whole. */
function firstMessage(bytes: Buffer, from: number): number {
  const left = bytes.length - from;
  const head = bytes[from] === startup ? 4 : 5;
  if (left < head) return 0;
  const length = bytes.readInt32BE(from + head - 4) + head - 4;
  return left < length ? 0 : length;
}

/**
 * Cuts what a client sends into what the database is to work at in one go: whole statements, as
 * each message alone costs more than most of them.
 */
export class WireBatches {
  #rest: Buffer = nothing;
  /** Where in the rest the first message begins that was not looked at. */
  #looked = 0;

  /** Takes what arrived; answers each batch that is complete, in order. */
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
