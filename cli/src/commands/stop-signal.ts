import { exitCodes } from '../output/exit-codes.ts';

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Resolves at the first stop signal; a second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = () => {
      if (stopping) process.exit(exitCodes.failed);
      stopping = true;
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
