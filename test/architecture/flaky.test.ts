import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { retries } from '../support/test-files.ts';

// @slow: it starts vitest.

const reporter = join(root, 'test', 'support', 'count-reporter.ts');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** Runs these tests with the settings of the tests that have a database. */
function run(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'postroad-flaky-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'some.test.mjs'), `import { it } from 'vitest';\n${text}`);
    const settings = { retry: retries.postgres, reporters: [reporter] };
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { test: ${inspect(settings, { depth: 3 })} };`,
    );
    const counts = join(folder, 'counts.json');
    const { stdout } = spawnSync(process.execPath, [vitest, 'run'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, POSTROAD_TEST_COUNTS: counts },
    });
    return { stdout, counts: JSON.parse(readFileSync(counts, 'utf8')) as unknown };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('names a test that passed only when it was tried again, with its first error', () => {
  const { stdout, counts } = run(`
    let attempts = 0;
    const failing = (times, message) => () => {
      attempts += 1;
      if (attempts <= times) throw new Error(message);
      attempts = 0;
    };
    it('passes at once', () => undefined);
    it('passes later', failing(1, 'The first attempt met a port in use.'));
    it('fails twice', failing(2, 'The port is in use.'));
    it('is a law', () => { throw new Error('Property failed after 3 tests'); });`);
  expect(counts).toEqual({ passed: 2, failed: 2, flaky: 1, again: [] });
  const flaky = stdout.split('\n').filter((line) => line.startsWith('flaky: '));
  expect(flaky).toEqual(['flaky: some.test.mjs > passes later']);
  expect(stdout).toContain('Error: The first attempt met a port in use.');
  expect(stdout).not.toContain('The port is in use.');
});

const failing = "it('fails', () => { throw new Error('The page was left.'); });";

it('names a file to run again by itself, but none beside a failure that is not of the run', () => {
  const passing = "it('passes', () => undefined);";
  expect(run(passing + failing).counts).toMatchObject({
    failed: 1,
    again: [{ project: '', file: 'some.test.mjs', passed: 1 }],
  });
  const stray = "it('errs later', () => { Promise.reject(new Error('Nobody waits.')); });";
  for (const certain of [stray, "it('is a law', () => { throw new Error('Property failed'); });"]) {
    expect(run(failing + certain).counts).toMatchObject({ again: [] });
  }
});

it('tries only tests again that have processes, databases or a browser', () => {
  const { unit, ...others } = retries;
  expect(unit.count).toBe(0);
  for (const { count } of Object.values(others)) expect(count).toBe(1);
});
