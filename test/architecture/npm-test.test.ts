import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { filesOf } from '../support/test-files.ts';

// @slow: it starts each command of package.json.

/** What a command started, in the order in which it did. */
interface Started {
  name: string;
  args: string[];
  suite: string | null;
}

let folder: string;

function put(path: string, text = ''): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Notes that it was started, and fails where `FAILS` names it; `also` is what it does besides. */
const fake = (name: string, also = '') => `
  import { appendFileSync, writeFileSync } from 'node:fs';
  const given = process.env;
  const { LOG, FAILS, POSTROAD_SUITE = null, POSTROAD_TEST_COUNTS } = given;
  const started = { name: '${name}', args: process.argv.slice(2), suite: POSTROAD_SUITE };
  appendFileSync(LOG, JSON.stringify(started) + '\\n');
  process.stdout.write('said by ${name}\\n');
  ${also}
  process.exit(FAILS === '${name}' ? 1 : 0);`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postroad-npm-test-'));
  for (const name of ['test', 'ensure', 'checkout-lock', 'setup-failure'].map(
    (it) => `${it}.mjs`,
  )) {
    cpSync(join(root, 'cli', 'bin', name), join(folder, 'cli', 'bin', name));
  }
  put('package.json', '{"type": "module", "workspaces": []}');
  put('package-lock.json');
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  put('node_modules/.package-lock.json');
  put('npm/npm-cli.js', fake('build'));
  put('npm/package.json', '{"type": "module"}');
  put('node_modules/@biomejs/biome/bin/biome', fake('lint'));
  put('node_modules/@biomejs/biome/package.json', '{"type": "module"}');
  put('node_modules/typescript/bin/tsc', fake('types'));
  put('node_modules/typescript/package.json', '{"type": "module"}');
  put('cli/bin/sources.mjs', fake('clauses'));
  put(
    'node_modules/vitest/vitest.mjs',
    fake(
      'tests',
      `if (FAILS?.startsWith('in ')) {
        const file = started.args.at(-1);
        const [failed, passed, again] = file.endsWith('.test.ts')
          ? [FAILS.endsWith(file) ? 1 : 0, 4]
          : [2, 9, ['a.test.ts', 'b.test.ts'].map((file) => ({ project: 'slow', file, passed: 2 }))];
        writeFileSync(POSTROAD_TEST_COUNTS, JSON.stringify({ passed, failed, again }));
        process.exit(failed > 0 ? 1 : 0);
      }
      const failed = FAILS === 'tests' ? 2 : 0;
      writeFileSync(POSTROAD_TEST_COUNTS, JSON.stringify({ passed: 5, failed }));
      if (FAILS !== undefined && FAILS !== 'tests') await new Promise((end) => setTimeout(end, 1e9));`,
    ),
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logFile = () => join(folder, 'log');

/** A script of package.json in the made up project, as arguments and options of `spawn`. */
function script(name: string, { args = [], fails }: { args?: string[]; fails?: string } = {}) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [command, ...words] = (scripts[name] ?? '').split(' ');
  expect([name, command]).toEqual([name, 'node']);
  const env = {
    LOG: logFile(),
    npm_execpath: join(folder, 'npm', 'npm-cli.js'),
    ...(fails === undefined ? {} : { FAILS: fails }),
  };
  return { argv: [...words, ...args], options: { cwd: folder, env } };
}

/** Runs it to its end. */
function npmRun(name: string, given: { args?: string[]; fails?: string } = {}) {
  const { argv, options } = script(name, given);
  const log = logFile();
  const { status, stdout } = spawnSync(process.execPath, argv, { ...options, encoding: 'utf8' });
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  const started = lines.map((line) => JSON.parse(line) as Started);
  return { status, stdout, started, closing: stdout.trim().split('\n').at(-1) };
}

const namesOf = (started: Started[]) => started.map(({ name }) => name).toSorted();

it('SHOP-03 npm run check does lint, types and the unit tests, and builds nothing', () => {
  const { status, started, stdout, closing } = npmRun('check', { args: ['core/flow'] });
  expect(namesOf(started)).toEqual(['lint', 'tests', 'types']);
  const tests = started.find(({ name }) => name === 'tests');
  expect(tests?.args).toEqual(['run', '--root', 'test', '--project', 'unit', 'core/flow']);
  expect(stdout).toContain('said by lint');
  expect([status, closing]).toEqual([0, '5 passed, 0 failed']);
});

it('SHOP-04 npm test builds, then does lint, types, clauses and the tests of every project', () => {
  const { status, started, closing } = npmRun('test');
  expect(started[0]?.name).toBe('build');
  expect(namesOf(started)).toEqual(['build', 'clauses', 'lint', 'tests', 'types']);
  const tests = started.find(({ name }) => name === 'tests');
  expect(tests).toMatchObject({ args: ['run', '--root', 'test'], suite: null });
  expect([status, closing]).toEqual([0, '5 passed, 0 failed']);
});

it('SHOP-04 npm run test:all does the same with everything on both databases and every value', () => {
  const { status, started, closing } = npmRun('test:all');
  expect(namesOf(started)).toEqual(['build', 'clauses', 'lint', 'tests', 'types']);
  const tests = started.find(({ name }) => name === 'tests');
  expect(tests).toMatchObject({ args: ['run', '--root', 'test'], suite: 'all' });
  expect([status, closing]).toEqual([0, '5 passed, 0 failed']);
});

it('waits while another command builds in the same checkout, then finds it built', async () => {
  put('.turbo/command.lock', String(process.pid));
  const { argv, options } = script('test');
  const child = spawn(process.execPath, argv, options);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const heard = await new Promise<Buffer>((resolve) => child.stderr.once('data', resolve));
  expect(String(heard)).toBe('Waiting for another command, which installs or builds …\n');
  expect(existsSync(logFile())).toBe(false);
  put('node_modules/.cache/postroad-build');
  rmSync(join(folder, '.turbo/command.lock'));
  expect(await ended).toBe(0);
  expect(readFileSync(logFile(), 'utf8')).not.toContain('"build"');
});

it('waits for no command that was killed', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  put('.turbo/command.lock', String(pid));
  expect(npmRun('test').started[0]?.name).toBe('build');
  expect(existsSync(join(folder, '.turbo/command.lock'))).toBe(false);
});

it.each(['lint', 'types', 'clauses'])('fails with %s, and then lets no test continue', (step) => {
  const { status, stdout, closing } = npmRun('test', { fails: step });
  expect(stdout).toContain(`said by ${step}`);
  expect(stdout).toContain(`Stopped at: ${step}`);
  // The tests are ended at once, so their count may not be there yet.
  expect(status).toBe(1);
  expect(closing).toMatch(/^[05] passed, 1 failed$/);
});

it.each([
  ['tests', '5 passed, 2 failed'],
  ['build', '0 passed, 1 failed'],
])('fails with the %s', (step, closingLine) => {
  const { status, closing } = npmRun('test', { fails: step });
  expect([status, closing]).toEqual([1, closingLine]);
});

it('runs files once more by themselves that chance may have failed, and names them', () => {
  const { status, started, stdout, closing } = npmRun('test', { fails: 'in the run' });
  const runs = started.filter(({ name }) => name === 'tests').map(({ args }) => args.slice(3));
  expect(runs).toEqual([
    [],
    ['--project', 'slow', 'a.test.ts'],
    ['--project', 'slow', 'b.test.ts'],
  ]);
  expect(stdout).toContain('flaky: a.test.ts (slow) failed in the run, not by itself');
  expect([status, closing]).toEqual([0, '13 passed, 0 failed']);
});

it('fails with a file that fails by itself too', () => {
  const { status, stdout, closing } = npmRun('test', { fails: 'in b.test.ts' });
  expect(stdout).not.toContain('flaky: b.test.ts');
  expect([status, closing]).toEqual([1, '9 passed, 2 failed']);
});

it('SHOP-04 takes a file to the embedded database where that differs, and every file where all is run', () => {
  const database = "import { openTestDatabase } from './support/database.ts';\n";
  put('support/database.ts');
  put(
    'core/a.test.ts',
    "import './support/none.ts';\nconst mail = 'ada@slow.example'; // @suite all",
  );
  put('core/b.test.ts', '// @slow: it starts a browser.');
  put('core/c.test.ts', '// @slow, @suite all: it installs everything.');
  put('service/support/near.ts', "import { x } from '../../support/database.ts';");
  put('service/a.test.ts', "import { y } from './support/near.ts';");
  put(
    'service/more.test.ts',
    `${database.replace('./', '../')}databaseKind() === 'postgres' ? 9 : 3;`,
  );
  put(
    'service/other.test.ts',
    `${database.replace('./', '../')}databaseKind() === 'embedded' ? 1 : 2;`,
  );
  put(
    'service/both.test.ts',
    `${database.replace('./', '../')}// @database both: it waits in turn.`,
  );
  put('store/a.test.ts', database.replace('./', '../'));
  put('surfaces/a.test.ts', database.replace('./', '../'));
  put('cli/server.test.ts', `${database.replace('./', '../')}// @database postgres: it crashes.`);
  put('cli/alone.test.ts', `${database.replace('./', '../')}// @database embedded: it is alone.`);
  put('docs/start.test.ts', `${database.replace('./', '../')}// @quick embedded: it comes first.`);
  const onEmbedded = ['service/both.test.ts', 'service/other.test.ts', 'store/a.test.ts'];
  const quick = filesOf(folder, 'quick');
  expect([quick.unit, quick.slow]).toEqual([['core/a.test.ts'], ['core/b.test.ts']]);
  expect(quick.embedded).toEqual([
    ...['cli/alone.test.ts', 'docs/start.test.ts', ...onEmbedded, 'surfaces/a.test.ts'],
  ]);
  expect(quick.postgres).toEqual([
    ...['cli/server.test.ts', 'service/a.test.ts', 'service/both.test.ts'],
    ...['service/more.test.ts', 'service/other.test.ts', 'store/a.test.ts', 'surfaces/a.test.ts'],
  ]);
  const all = filesOf(folder, 'all');
  expect(all.unit).toEqual(quick.unit);
  expect(all.slow).toEqual(['core/b.test.ts', 'core/c.test.ts']);
  expect(all.postgres).toEqual([...quick.postgres, 'docs/start.test.ts'].toSorted());
  const onServerOnly = ['cli/server.test.ts'];
  expect(all.embedded).toEqual(
    ['cli/alone.test.ts', ...all.postgres].filter((file) => !onServerOnly.includes(file)),
  );
});
