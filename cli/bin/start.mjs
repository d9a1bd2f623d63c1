import { ensured } from './ensure.mjs';

/** `npm start`: makes sure everything is installed and built, then serves. */
if (ensured()) {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(['serve', ...process.argv.slice(2)]);
}
