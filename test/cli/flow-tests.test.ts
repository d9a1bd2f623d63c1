import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCli } from '../surfaces/three-surfaces.ts';

let base: string;
let folder: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'postroad-flow-tests-'));
});

afterAll(() => rm(base, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(base, 'tree-'));
  await put('flows/welcome.json', JSON.stringify({ key: 'welcome', definition }));
});

const definition = {
  trigger: { event: 'signed_up' },
  node_counter: 1,
  nodes: [{ id: 1, slug: 'mark', name: 'Mark', type: 'add_tag', tag: 'new' }],
};

const test = (step: string) => `events: [{at: 2026-03-02T10:00:00Z, name: signed_up}]
clock: 2026-03-02T10:00:00Z
expect: {path: [${step}], ends: completed}
`;

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const run = (argv: string[]) => runCli(argv, { NO_COLOR: '1' }, '', false, { cwd: folder });

it('FTEST-02 runs the tests of a folder without a server, and exits with 5 when one fails', async () => {
  await put('tests/welcome/new.yml', test('1-mark'));
  expect(await run(['test'])).toMatchObject({
    exitCode: 0,
    out: '✓ tests/welcome/new.yml\n1 test: 1 passed, 0 failed.\n',
  });
  await put('tests/welcome/other.yml', test(''));
  const failed = await run(['test']);
  expect(failed.exitCode).toBe(5);
  expect(failed.out).toBe(`✓ tests/welcome/new.yml
✗ tests/welcome/other.yml
    path: At the start the run reaches "1-mark", where none is expected.
      expected  (nothing)
      actual    1-mark
2 tests: 1 passed, 1 failed.
`);
  const { exitCode: code, out } = await run(['test', '--flow', 'welcome', '--json']);
  expect(code).toBe(5);
  expect(JSON.parse(out)).toMatchObject({
    passed: false,
    tests: [
      { name: 'new', passed: true },
      { name: 'other', passed: false, steps: ['1-mark'] },
    ],
  });
});

it('FTEST-02 a test that names what is not there was not run, and is reported with its place', async () => {
  await put('tests/welcome/new.yml', test('mark'));
  const { exitCode: code, out } = await run(['test']);
  expect(code).toBe(5);
  expect(out).toContain('It was not run');
  expect(out).toContain('tests/welcome/new.yml:3:17 error step_unknown');
  expect(out).toContain('1-mark');
});

it('FTEST-02 counts a file that cannot be read beside the tests that passed', async () => {
  await put('tests/welcome/new.yml', test('1-mark'));
  await put('tests/welcome/other.yml', 'clock: "2026');
  const { exitCode: code, out } = await run(['test']);
  expect([code, out.trim().split('\n').at(-1)]).toEqual([
    ...[5, '1 test: 1 passed, 0 failed; 1 file could not be read.'],
  ]);
});

it('FTEST-02 a folder without tests is said to have none', async () => {
  const { exitCode: code, err } = await run(['test']);
  expect([code, err]).toEqual([3, expect.stringContaining('There are no flow tests in tests/')]);
});

it('FTEST-02 names files among the tests that are none, which nothing would run', async () => {
  await put('tests/welcome/new.yml', test('1-mark'));
  for (const path of ['tests/welcome/other.yaml', 'tests/top.yml']) await put(path, test(''));
  const { exitCode: code, out, err } = await run(['test']);
  expect([code, out]).toEqual([0, expect.stringContaining('1 test: 1 passed')]);
  expect(err.trim().split('\n')).toEqual([
    'tests/top.yml is not a definition file and is not run. Files here are tests/*/*.yml.',
    'tests/welcome/other.yaml is not a definition file and is not run. Files here are tests/*/*.yml.',
  ]);
});

it('FIX-02 a time that cannot be read is named', async () => {
  await put('tests/welcome/new.yml', test('1-mark').replace('T10:00:00Z, name', ' 10:00, name'));
  const { out } = await run(['test']);
  expect(out).toMatch(/events\[0\]\.at must be an ISO 8601 timestamp .* Write .* as events/);
});
