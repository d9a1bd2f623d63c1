import fc from 'fast-check';
import { suite } from './test-files.ts';

/**
 * How many values a law is tried with, or how often callers race: as often as it says in
 * `npm run test:all`, else a fifth of that, though `least` times.
 */
export function runs(full: number, least = 10): number {
  return suite === 'all' ? full : Math.min(full, Math.max(least, Math.ceil(full / 5)));
}

/**
 * The same values in every run, so that a run fails for what was changed and for nothing else.
 * `POSTROAD_SEED` takes others; a law that fails names the seed it failed with.
 */
fc.configureGlobal({
  seed: Number(process.env.POSTROAD_SEED ?? 20_311_205),
  numRuns: runs(100),
});
