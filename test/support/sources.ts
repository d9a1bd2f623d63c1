import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './repository.ts';

/** What Node is started with to run the sources of the packages rather than what was built of them. */
export const runSources = `--import=${pathToFileURL(join(root, 'cli', 'bin', 'sources.mjs'))}`;

/**
 * The embedded database is WebAssembly. Optimizing it takes more processor time than the few seconds of
 * a test give back.
 */
export const unoptimizedWasm = '--liftoff-only';

/** Names the file of the command that a run has bundled; without it, processes run the sources. */
export const commandVariable = 'POSTROAD_TEST_COMMAND';
