import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './repository.ts';

/** What Node is started with to run the sources of the packages rather than what was built of them. */
export const runSources = `--import=${pathToFileURL(join(root, 'cli', 'bin', 'sources.mjs'))}`;
