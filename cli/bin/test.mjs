import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensured, root } from './ensure.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'postroad-npm-test-'));
const counts = join(scratch, 'counts.json');

const lint = {
  name: 'lint',
  run: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
};
const types = {
  name: 'types',
  // One checker: each checks again what others need too, and two processors are busy with the tests.
  run: [
    'node_modules/typescript/bin/tsc',
    '--build',
    'console',
    'test',
    'bench',
    '--checkers',
    '1',
  ],
};
const clauses = {
  name: 'clauses',
  run: ['--import', './cli/bin/sources.mjs', 'test/clauses.ts', '--summary'],
};
const tests = ['node_modules/vitest/vitest.mjs', 'run', '--root', 'test'];

/** The steps of each command: the checks one after another, with the tests in parallel. */
const modes = {
  // `npm run check`: shows in less than a minute whether an edit breaks anything.
  '--check': { checks: [lint, types], tests: [...tests, '--project', 'unit'], build: false },
  // `npm run test:all`: everything on both databases, with the full counts of property tests.
  '--all': { checks: [lint, types, clauses], tests, env: { POSTROAD_SUITE: 'all' } },
  // `npm test`: every test on PostgreSQL, and on the embedded database those where it differs.
  '': { checks: [lint, types, clauses], tests },
};

const args = process.argv.slice(2);
const mode = modes[Object.keys(modes).includes(args[0]) ? args.shift() : ''];

const running = new Set();
let checkFailed = false;

/**
 * Runs Node in the folder of the project. Returns its exit code, and its output if that is
 * captured.
 */
function start(argv, stdio) {
  const child = spawn(process.execPath, argv, {
    cwd: root,
    stdio,
    env: { ...process.env, ...mode.env, POSTROAD_TEST_COUNTS: counts },
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      running.delete(child);
      resolve({ status, said });
    });
  });
}

/** Runs next to the tests to use both processors; its output follows theirs. */
async function runChecks(said) {
  for (const { name, run } of mode.checks) {
    const ended = await start(run, ['ignore', 'pipe', 'pipe']);
    said.push(`\n— ${name}\n${ended.said}`);
    if (ended.status === 0) continue;
    checkFailed = true;
    for (const child of running) child.kill('SIGINT');
    return name;
  }
  return undefined;
}

async function runTests() {
  const { status } = await start([...mode.tests, ...args], 'inherit');
  if (status === 0) return undefined;
  return (await passesAlone()) ? undefined : 'tests';
}

/**
 * Runs files that failed once more, by themselves, if the reporter found that chance may have failed
 * them (decision 0078). Each is named.
 */
async function passesAlone() {
  const first = countedTests();
  const { again = [], passed } = first;
  if (again.length === 0 || checkFailed) return false;
  let passedAlone = 0;
  for (const { project, file, passed: before } of again) {
    process.stdout.write(`\n— ${file} (${project}) once more, by itself\n`);
    const { status } = await start([...mode.tests, '--project', project, file], 'inherit');
    const { passed: now } = countedTests();
    writeFileSync(counts, JSON.stringify(first));
    if (status !== 0) return false;
    process.stdout.write(`\nflaky: ${file} (${project}) failed in the run, not by itself\n`);
    passedAlone += now - before;
  }
  writeFileSync(counts, JSON.stringify({ passed: passed + passedAlone, failed: 0 }));
  return true;
}

/** The first failing step decides the result; returns its name. */
async function runAll() {
  const said = [];
  process.stdout.write('\n— tests\n');
  const [failedCheck, failedTests] = await Promise.all([runChecks(said), runTests()]);
  process.stdout.write(said.join(''));
  return failedCheck ?? failedTests;
}

/** The counts that the reporter in test/support wrote; none if vitest did not finish. */
function countedTests() {
  try {
    return JSON.parse(readFileSync(counts, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** The last line is plain, for programs that read it. A failure outside a test counts as one. */
function closingLine(failedStep) {
  const { passed, failed } = countedTests();
  if (failedStep && failedStep !== 'tests') process.stdout.write(`\nStopped at: ${failedStep}\n`);
  process.stdout.write(`${passed} passed, ${Math.max(failed, failedStep ? 1 : 0)} failed\n`);
}

/** Installs and builds missing parts, then runs the steps of the command. */
try {
  const failedStep = ensured({ build: mode.build }) ? await runAll() : 'setup';
  closingLine(failedStep);
  process.exitCode = failedStep ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
