import { ensured } from './ensure.mjs';

/** `npm run seed`: installs and builds missing parts, then fills an empty database. */
if (ensured()) {
  process.setSourceMapsEnabled(true);
  const { seed } = await import('@postroad/cli/commands/seed');
  const { processTerminal } = await import('@postroad/cli/output/terminal');
  process.exitCode = await seed(process.argv.slice(2), processTerminal);
}
