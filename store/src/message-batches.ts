/** What of PGlite takes messages and answers them. */
interface Protocol {
  execProtocolRawStream(
    message: Uint8Array,
    options: { onRawData: (data: Uint8Array) => void },
  ): Promise<void>;
}

/**
 * Parse, Bind, Describe, Execute and Close: the client waits for no answer to them before the Sync
 * or Flush that follows (PostgreSQL, Frontend/Backend Protocol, Extended Query).
 */
const unanswered = new Set([...'PBDEC'].map((type) => type.charCodeAt(0)));

const terminate = 'X'.charCodeAt(0);

/** What is answered goes out in one piece up to this size. */
const pieceBytes = 65_536;

/**
 * Has the database work at the messages of a statement together, and answer them in one write. The
 * socket server hands on each message alone and writes each part of an answer alone, which costs
 * more than most statements.
 */
export function inBatches<Db extends Protocol>(db: Db): Db {
  let waiting: Uint8Array[] = [];
  const execProtocolRawStream: Protocol['execProtocolRawStream'] = async (
    message,
    { onRawData, ...options },
  ) => {
    // A startup message has no type, and what came before it is of a connection that is gone.
    if (message[0] === 0 || message[0] === terminate) waiting = [];
    waiting.push(message);
    if (unanswered.has(message[0] ?? 0)) return;
    const batch = waiting.length === 1 ? message : Buffer.concat(waiting);
    waiting = [];
    let pieces: Uint8Array[] = [];
    let bytes = 0;
    const hand = () => {
      if (pieces.length > 0) onRawData(Buffer.concat(pieces));
      pieces = [];
      bytes = 0;
    };
    await db.execProtocolRawStream(batch, {
      ...options,
      onRawData: (data) => {
        // The database writes its next answer into the same memory.
        pieces.push(new Uint8Array(data));
        bytes += data.length;
        if (bytes >= pieceBytes) hand();
      },
    });
    hand();
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'execProtocolRawStream') return execProtocolRawStream;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
