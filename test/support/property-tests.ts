import fc from 'fast-check';
import { suite } from './test-files.ts';

/**
 * Number of values for a property, or of rounds for racing callers: `full` in `npm run test:all`,
 * otherwise a fifth of it, but at least `least`.
 */
export function runs(full: number, least = 10): number {
  return suite === 'all' ? full : Math.min(full, Math.max(least, Math.ceil(full / 5)));
}

/**
 * Every run uses the same values, so that it fails only because of a change. `POSTROAD_SEED`
 * chooses others; a failing property prints its seed.
 */
fc.configureGlobal({
  seed: Number(process.env.POSTROAD_SEED ?? 20_311_205),
  numRuns: runs(100),
});
