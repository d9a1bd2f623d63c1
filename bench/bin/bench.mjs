import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensured, root } from '../../cli/bin/ensure.mjs';

function ran(...args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/** `npm run bench`: installs and builds what is missing, then measures the named rows. */
if (ensured()) {
  const types = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const measured = join(root, 'bench', 'dist', 'run.js');
  process.exitCode = ran(types, '--build', 'bench') || ran(measured, ...process.argv.slice(2));
}
