import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeIsSupported as doctorTakes } from '@postroad/cli/doctor/doctor';
import { satisfies, subset } from 'semver';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isMixUp } from '../support/postgres-process.ts';
import { projectTree, root } from '../support/repository.ts';
import { filesOf } from '../support/test-files.ts';

interface Ensure {
  nodeVersions: string;
  nodeIsSupported(version: string): boolean;
  needsInstall(folder: string): boolean;
  needsBuild(folder: string): boolean;
  markBuilt(folder: string, startedAt: Date): void;
}

const { nodeVersions, nodeIsSupported, needsInstall, needsBuild, markBuilt } = (await import(
  join(root, 'cli', 'bin', 'ensure.mjs')
)) as Ensure;

let folder: string;

const old = new Date('2030-01-01T00:00:00Z');
const built = new Date('2030-01-02T00:00:00Z');
const later = new Date('2030-01-03T00:00:00Z');

function put(path: string, changed: Date, text = ''): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, changed, changed);
}

function touch(path: string, changed: Date): void {
  utimesSync(join(folder, path), changed, changed);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postroad-harness-'));
  put('package.json', old, '{"workspaces": ["core", "test"]}');
  put('package-lock.json', old);
  put('tsconfig.json', old);
  put('core/package.json', old);
  put('core/src/flows/interpreter/advance.ts', old);
  put('core/dist/flow/advance.js', old);
  put('test/a.test.ts', later);
  touch('core/src/flows/interpreter', old);
  touch('core/src/flows', old);
  touch('core/src', old);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface LockFile {
  packages: Record<string, { engines?: { node?: string } }>;
}

it('GUIDE-06 takes the versions of Node that every package of npm ci takes, and documents them', () => {
  const tree = projectTree();
  const { packages } = JSON.parse(tree.get('package-lock.json') ?? '') as LockFile;
  const ours = packages['']?.engines?.node ?? '';
  const refusing = Object.entries(packages).filter(
    ([, { engines }]) => engines?.node !== undefined && !subset(ours, engines.node),
  );
  expect(refusing).toEqual([]);
  const versions = ['18.20', '20.18', '20.19', '21.7', '22.12', '22.13', '23.11', '24.0', '26.1'];
  for (const version of versions.map((one) => `${one}.0`)) {
    expect([version, nodeIsSupported(version)]).toEqual([version, satisfies(version, ours)]);
    expect([version, doctorTakes(version)]).toEqual([version, satisfies(version, ours)]);
  }
  for (const page of ['README.md', 'CONTRIBUTING.md', 'cli/src/doctor/doctor.ts']) {
    expect(tree.get(page)).toContain(nodeVersions);
  }
  const oldest = ours.split(' || ').map((range) => range.replace(/^\D+/, '').replace(/\.0$/, ''));
  expect(nodeVersions.match(/\d+\.?\d*/g)).toEqual(oldest.map((one) => one.replace(/\.0$/, '')));
});

it('installs where nothing is installed or the lock file is newer', () => {
  expect(needsInstall(folder)).toBe(true);
  put('node_modules/.package-lock.json', built);
  expect(needsInstall(folder)).toBe(false);
  touch('package-lock.json', later);
  expect(needsInstall(folder)).toBe(true);
});

it('builds once, and tests are no reason to build', () => {
  expect(needsBuild(folder)).toBe(true);
  markBuilt(folder, built);
  expect(needsBuild(folder)).toBe(false);
});

it.each([
  ['a source', () => put('core/src/flows/interpreter/advance.ts', later)],
  ['a manifest', () => touch('core/package.json', later)],
  ['the compiler options', () => touch('tsconfig.json', later)],
  ['the removal of a source', () => touch('core/src/flows', later)],
  ['missing output', () => rmSync(join(folder, 'core/dist'), { recursive: true })],
])('builds again after %s', (_, change) => {
  markBuilt(folder, built);
  change();
  expect(needsBuild(folder)).toBe(true);
});

it('knows the line of a shared transaction in the server log', () => {
  expect(isMixUp('25001 postroad_test_ab_flow WARNING:  there is already a transaction')).toBe(
    true,
  );
  expect(isMixUp('25001 demo ERROR:  VACUUM cannot run inside a transaction block')).toBe(false);
  expect(isMixUp('25P01 demo WARNING:  there is no transaction in progress')).toBe(false);
});

it('tells files that open a database, themselves or by what they import, from those that do not', () => {
  const { unit, postgres } = filesOf(join(root, 'test'), 'all');
  expect(unit).toEqual(
    expect.arrayContaining(['http/openapi.test.ts', 'service/app/config.test.ts']),
  );
  const opening = [
    'store/platform/schema.test.ts',
    'service/flows/flow.test.ts',
    'http/service.test.ts',
  ];
  expect(postgres).toEqual(expect.arrayContaining(opening));
  for (const file of opening) expect(unit).not.toContain(file);
});
