import fc from 'fast-check';
import { suite } from './test-files.ts';

/**
 * How many values a law is tried with: all of them in `npm run test:all`, else a fifth, though ten at
 * least. What is expensive is tried less often to begin with.
 */
export function runs(full: number): number {
  return suite === 'all' ? full : Math.min(full, Math.max(10, Math.ceil(full / 5)));
}

/**
 * The same values in every run, so that a run fails for what was changed and for nothing else.
 * `POSTROAD_SEED` takes others; a law that fails names the seed it failed with.
 */
fc.configureGlobal({
  seed: Number(process.env.POSTROAD_SEED ?? 20_311_205),
  numRuns: runs(100),
});
