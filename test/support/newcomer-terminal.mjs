import { setFlagsFromString } from 'node:v8';

// Preloaded into a command: its output counts as a terminal, where links to sign in are printed, and
// the embedded database is not optimized, as in all tests.
process.stdout.isTTY = true;
setFlagsFromString('--liftoff-only');
setFlagsFromString('--wasm-lazy-compilation');
