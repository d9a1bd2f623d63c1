#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** The built file, or the source if the process runs sources. */
const entry = new URL(import.meta.resolve('@postroad/cli/main'));

if (existsSync(entry)) {
  // Set before anything is loaded, so that stack traces name sources and their lines.
  process.setSourceMapsEnabled(true);
  const { main } = await import(entry.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write('Postroad is not built yet. Run `npm start`, or `npm run build`, once.\n');
  process.exitCode = 1;
}
