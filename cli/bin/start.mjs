import { ensured } from './ensure.mjs';

/** `npm start`: makes sure everything is installed and built, then serves. */
if (ensured()) {
  process.argv.splice(2, 0, 'serve');
  await import('./postroad.mjs');
}
