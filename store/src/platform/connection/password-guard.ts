/** The requests of PostgreSQL that a password leaves the client with ("Message Formats"). */
const unsafeRequests = new Map([
  [3, 'in clear'],
  [5, 'by md5'],
]);

const authentication = 0x52;
/** The type and the length of a message, and the kind of an authentication request. */
const headBytes = 9;

/**
 * Looks for requests to send a password in clear or by md5 in what a server sends, at any time: a
 * client answers them also after it has logged in (SEC-13). Costs a look at the head of each message.
 */
export class PasswordGuard {
  /** The first bytes of a message that is cut off within its head. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the present message that are still to come. */
  #left = 0;

  /** How the server asks for a password; null if it does not, or not in an unsafe way. */
  look(arrived: Buffer): string | null {
    let bytes = arrived;
    let at = Math.min(this.#left, bytes.length);
    this.#left -= at;
    if (this.#head.length > 0) {
      bytes = Buffer.concat([this.#head, arrived]);
      this.#head = Buffer.alloc(0);
    }
    while (at < bytes.length) {
      const isRequest = bytes[at] === authentication;
      if (bytes.length - at < (isRequest ? headBytes : 5)) {
        this.#head = Buffer.from(bytes.subarray(at));
        return null;
      }
      const length = bytes.readUInt32BE(at + 1);
      // Shorter than its own length: a client could then read it otherwise than this.
      if (length < 4 || (isRequest && length < 8)) return 'in a way that is not PostgreSQL';
      const unsafe = isRequest ? unsafeRequests.get(bytes.readUInt32BE(at + 5)) : undefined;
      if (unsafe !== undefined) return unsafe;
      this.#left = Math.max(0, at + 1 + length - bytes.length);
      at += 1 + length;
    }
    return null;
  }
}
