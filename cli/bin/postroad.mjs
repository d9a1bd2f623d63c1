#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** What was built, or the source where the process runs sources. */
const entry = new URL(import.meta.resolve('@postroad/cli/main'));

if (existsSync(entry)) {
  // Before anything is loaded: stack traces then name sources and their lines.
  process.setSourceMapsEnabled(true);
  const { main } = await import(entry.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write('Postroad is not built yet. Run `npm start`, or `npm run build`, once.\n');
  process.exitCode = 1;
}
