import { exitCodes } from '../output/exit-codes.ts';

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Waits for the first signal to stop; a second one while stopping ends the process at once. */
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
