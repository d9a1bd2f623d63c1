import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './repository.ts';

/** What Node is started with to run the sources of the packages rather than what was built of them. */
export const runSources = `--import=${pathToFileURL(join(root, 'cli', 'bin', 'sources.mjs'))}`;

/**
 * The embedded database is WebAssembly. Optimizing it takes more processor time than the few seconds of
 * a test give back, and so does compiling the functions that a test never calls.
 */
export const unoptimizedWasm: readonly string[] = ['--liftoff-only', '--wasm-lazy-compilation'];

/** The console that was bundled with the command; that of the checkout where a test runs the sources. */
export function consoleFolder(): { consoleFolder?: string } {
  const command = process.env[commandVariable];
  return command === undefined ? {} : { consoleFolder: join(command, '..', '..', 'console') };
}

/** Names the file of the command that a run has bundled; without it, processes run the sources. */
export const commandVariable = 'POSTROAD_TEST_COMMAND';
