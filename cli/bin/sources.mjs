import { register } from 'node:module';

// `node --import ./cli/bin/sources.mjs` runs the sources of every package instead of the built
// files, also in threads, which inherit the option.
register('./source-hooks.mjs', import.meta.url);
