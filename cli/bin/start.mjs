import { ensured } from './ensure.mjs';

/** `npm start`: installs and builds missing parts, then serves. */
if (ensured()) {
  process.argv.splice(2, 0, 'serve');
  await import('./postroad.mjs');
}
