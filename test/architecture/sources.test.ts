import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServiceProcess, watchProcess } from '../support/service-process.ts';
import { copySources, type SourceCopy, sourceThatExports } from '../support/source-copy.ts';

const edited = '0.1.0-edited';
const { file, specifier } = sourceThatExports('version', 'core');

// @slow: it starts the runner of the tests.

/** Types before the line that throws: what is left of them must not move it. */
const failing = `
interface Reason {
  reason: string;
}

export function failOnPurpose({ reason }: Reason): never {
  throw new Error(reason);
}
`;

const probe = `
import { spawnSync } from 'node:child_process';
import { failOnPurpose, version } from '${specifier}';
import { expect, it } from 'vitest';
import { commandOf } from '../support/service-process.ts';

const inProcess = () =>
  spawnSync(process.execPath, commandOf(['--version']), { encoding: 'utf8' }).stdout.trim();

it('says its version', () => process.stdout.write(\`this \${version}, a process \${inProcess()}\\n\`));
it('fails on purpose', () => failOnPurpose({ reason: 'on purpose' }));
it('has a stack', () => {
  const stack = (() => {
    try {
      return failOnPurpose({ reason: 'on purpose' });
    } catch (error) {
      return String((error as Error).stack);
    }
  })();
  process.stdout.write(\`stack: \${stack}\\n\`);
});
`;

let copy: SourceCopy;
let watching: ServiceProcess;

beforeAll(() => {
  copy = copySources();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: copy.path, stdio: 'ignore' });
  git('init');
  git('add', '.');
  const author = ['-c', 'user.name=Postroad', '-c', 'user.email=postroad@example.com'];
  git(...author, 'commit', '--no-verify', '-m', 'As it is');
  copy.edit(file, (text) => text + failing);
  copy.edit('test/core/probe.test.ts', () => probe);
  // As npm runs the script, without a second process that would have to be ended too.
  const { scripts } = JSON.parse(readFileSync(join(copy.path, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [command, ...args] = (scripts['test:watch'] ?? '').split(' ');
  expect(command).toBe('vitest');
  const vitest = join(copy.path, 'node_modules', 'vitest', 'vitest.mjs');
  watching = watchProcess(
    spawn(process.execPath, [vitest, ...args, '--project', 'unit', 'core/probe'], {
      cwd: copy.path,
      env: { PATH: process.env.PATH ?? '', NO_COLOR: '1' },
    }),
  );
});

afterAll(async () => {
  watching?.child.kill('SIGKILL');
  await watching?.ended;
  copy?.remove();
});

const lineOf = (text: string) =>
  readFileSync(join(copy.path, file), 'utf8').split('\n').indexOf(text) + 1;

it('SHOP-01, SHOP-04 tests that watch see the edit of a source, and so do their processes, with nothing built', async () => {
  await watching.until('this 0.1.0, a process 0.1.0\n');
  await watching.until('Watching for file changes');
  copy.edit(file, (text) => text.replace("'0.1.0'", `'${edited}'`));
  await watching.until(`this ${edited}, a process ${edited}\n`);
  for (const name of ['core', 'cli']) expect(existsSync(join(copy.path, name, 'dist'))).toBe(false);
});

/** Imports a file as the runner imports those of `globalSetup`, and says the version it sees. */
const setUp = `
import { createVitest } from 'vitest/node';

const runner = await createVitest('test', { root: 'test', watch: false, project: 'postgres' });
const { version } = await runner.projects[0].import('./test/support/probe.ts');
process.stdout.write(version);
await runner.close();
`;

it('SHOP-01 what prepares the databases of a run sees the edit of a source, with nothing built', () => {
  copy.edit('test/support/probe.ts', () => `export { version } from '${specifier}';\n`);
  copy.edit('set-up.mjs', () => setUp);
  const said = execFileSync(process.execPath, ['set-up.mjs'], { cwd: copy.path, encoding: 'utf8' });
  expect(said).toBe(edited);
});

it('SHOP-02 the stack of an error in a test names the source and its line', async () => {
  const thrown = `${file}:${lineOf('  throw new Error(reason);')}:9`;
  expect(watching.out()).toContain(
    `stack: Error: on purpose\n    at failOnPurpose (${copy.path}/${thrown})`,
  );
  expect(watching.err()).toContain(`Error: on purpose\n ❯ failOnPurpose ../${thrown}`);
});
