import { limits } from '@postroad/core/platform/limits';
import { exitCodes } from '../output/exit-codes.ts';

const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Resolves at the first stop signal. The process ends within `limits.stopMs` of it, whatever it waits
 * for: what it had in hand is taken back as after a kill. A second signal ends it at once.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = () => {
      if (stopping) process.exit(exitCodes.failed);
      stopping = true;
      setTimeout(() => process.exit(exitCodes.failed), limits.stopMs).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
