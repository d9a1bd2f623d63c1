import { ensured } from './ensure.mjs';

/** `npm run seed`: makes sure everything is installed and built, then fills an empty database. */
if (ensured()) {
  const { seed } = await import('../dist/seed/seed.js');
  const { processTerminal } = await import('../dist/output/terminal.js');
  process.exitCode = await seed(process.argv.slice(2), processTerminal);
}
