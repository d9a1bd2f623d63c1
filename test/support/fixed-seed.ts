import fc from 'fast-check';

/**
 * Uses the same random values in every run, so that a run fails only because of a change.
 * `POSTROAD_SEED` chooses others; a property that fails reports its seed.
 */
fc.configureGlobal({ seed: Number(process.env.POSTROAD_SEED ?? 20_311_205) });
