import { register } from 'node:module';

// `node --import ./cli/bin/sources.mjs` runs the sources of every package instead of what was built,
// in threads too, which inherit the option.
register('./source-hooks.mjs', import.meta.url);
