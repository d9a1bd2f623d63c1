import fc from 'fast-check';
import { suite } from './test-files.ts';

/**
 * Number of values for a property, or of rounds for racing callers: `full` in `npm run test:all`,
 * otherwise a tenth of it, but at least `least`.
 */
export function runs(full: number, least = 10): number {
  return suite === 'all' ? full : Math.min(full, Math.max(least, Math.ceil(full / 10)));
}

/**
 * Every run uses the same values, so that it fails only because of a change. `POSTROAD_SEED`
 * chooses others; a failing property prints its seed.
 */
fc.configureGlobal({
  seed: Number(process.env.POSTROAD_SEED ?? 20_311_205),
  numRuns: runs(100),
});

/** Code units that stand for no character by themselves. */
const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Any character, as a unit of `fc.string`. fast-check's own unit `binary` has the same values, but
 * lists all of them, which takes a second and 115 MB in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (value) => {
    const code = typeof value === 'string' ? (value.codePointAt(0) ?? 0) : -1;
    if (code < 0 || value !== String.fromCodePoint(code)) throw new Error('No single character.');
    if (code >= surrogates.from && code < surrogates.from + surrogates.count) {
      throw new Error('A part of a character.');
    }
    return code < surrogates.from ? code : code - surrogates.count;
  },
);
