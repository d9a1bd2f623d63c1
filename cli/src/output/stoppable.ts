import type { Terminal } from './terminal.ts';

/**
 * Does the work of a command that reads `bytes`. A signal to stop ends the command with what `outcome`
 * says, and the work at its next piece.
 */
export async function stoppable<T>(
  { stopped }: Pick<Terminal, 'stopped'>,
  bytes: AsyncIterable<Uint8Array>,
  outcome: () => string,
  work: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  let isStopped = false;
  const stop = stopped().then((): never => {
    isStopped = true;
    throw new Error(outcome());
  });
  const pieces = async function* () {
    for await (const piece of bytes) {
      if (isStopped) throw new Error(outcome());
      yield piece;
    }
  };
  return await Promise.race([work(pieces()), stop]);
}
