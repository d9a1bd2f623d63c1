import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensured, root } from './ensure.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'postroad-npm-test-'));
const counts = join(scratch, 'counts.json');

/** Each runs to its end; the first that fails ends the whole. */
const steps = [
  { name: 'lint', run: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', run: ['typescript/bin/tsc', '--build', 'test', 'bench'] },
  { name: 'clauses', run: ['../test/dist/clauses.js', '--summary'] },
  {
    name: 'tests',
    run: ['vitest/vitest.mjs', 'run', '--root', 'test', ...process.argv.slice(2)],
  },
];

function runStep({ name, run: [script, ...args] }) {
  process.stdout.write(`\n— ${name}\n`);
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, POSTROAD_TEST_COUNTS: counts },
  });
  return status === 0;
}

/** What the reporter in test/support wrote; nothing where vitest did not come to its end. */
function countedTests() {
  try {
    return JSON.parse(readFileSync(counts, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** Stands last and plain, for readers that are programs. A failure outside a test counts as one. */
function closingLine(failedStep) {
  const { passed, failed } = countedTests();
  if (failedStep && failedStep !== 'tests') process.stdout.write(`\nStopped at: ${failedStep}\n`);
  process.stdout.write(`${passed} passed, ${Math.max(failed, failedStep ? 1 : 0)} failed\n`);
}

/** `npm test`: installs and builds what is missing, then lint, types, clauses and every test. */
try {
  const failedStep = ensured() ? steps.find((step) => !runStep(step))?.name : 'setup';
  closingLine(failedStep);
  process.exitCode = failedStep ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
