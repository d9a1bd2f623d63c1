import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { DatabaseAway } from '@postroad/store/platform/connection/database-away';

/** Pieces that may wait to be taken. */
const waiting = 4;

/**
 * Gives up a transaction: its connection is closed, since a COPY that nobody reads would otherwise
 * have to be read to its end.
 */
const givenUp = () => new DatabaseAway(new Error('Nobody takes the rest.'));

/**
 * The pieces that `work` gives, as they are taken; `give` waits until there is room for the next one.
 * Work is given up if nobody takes from it any more.
 */
export async function* pulled<Piece>(
  work: (give: (piece: Piece) => Promise<void>) => Promise<void>,
): AsyncGenerator<Piece> {
  const stream = new PassThrough({ objectMode: true, highWaterMark: waiting });
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  const give = async (piece: Piece) => {
    if (stream.destroyed) throw givenUp();
    if (stream.write(piece)) return;
    const late = AbortSignal.timeout(limits.backupStallMs);
    await once(stream, 'drain', { signal: AbortSignal.any([closed.signal, late]) }).catch(() => {
      throw givenUp();
    });
  };
  const done = work(give).then(
    () => void stream.end(),
    (error: Error) => void stream.destroy(error),
  );
  try {
    yield* stream as AsyncIterable<Piece>;
  } finally {
    stream.destroy();
    await done;
  }
}
