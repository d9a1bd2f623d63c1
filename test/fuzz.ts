import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from './support/test-files.ts';

const usage = `npm run fuzz -- [minutes] [options of vitest]

Repeats the tests of properties with new values until the minutes are over, 10 by default, or one
fails. POSTROAD_SEED=<seed> in front of a test repeats the values of a round.
`;

const [first = '10', ...options] = process.argv.slice(2);
const minutes = Number(first);
if (!(minutes > 0)) {
  process.stderr.write(usage);
  process.exit(2);
}

/** Tests of properties that open no database, so that a round takes seconds. */
const files = filesOf(import.meta.dirname, 'all').unit.filter((file) =>
  /\bfc\.(?:assert|property|asyncProperty)\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
);

function round(seed: number): Promise<number> {
  const args = ['run', '--project', 'unit', '--reporter', 'dot', ...files, ...options];
  const env = { ...process.env, POSTROAD_SUITE: 'all', POSTROAD_SEED: String(seed) };
  return new Promise((resolve, reject) => {
    const child = spawn('vitest', args, { stdio: 'inherit', env });
    child.once('error', reject).once('exit', (code) => resolve(code ?? 1));
  });
}

const end = performance.now() + minutes * 60_000;
for (let rounds = 1; process.exitCode === undefined; rounds += 1) {
  const seed = randomInt(2 ** 31);
  const code = await round(seed);
  process.stdout.write(`Round ${rounds}: ${files.length} files with POSTROAD_SEED=${seed}\n`);
  if (code !== 0) process.exitCode = code;
  else if (performance.now() >= end) process.exitCode = 0;
}
