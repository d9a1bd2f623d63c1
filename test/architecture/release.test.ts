import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packages, projectFiles, projectTree, root } from '../support/repository.ts';

// @slow: it runs git and npm.

interface Options {
  version: string;
  date: string;
  dryRun?: boolean;
  key?: string | null;
  build?: (folder: string) => void;
  say: (text: string) => void;
}

interface ReleaseScript {
  release(folder: string, options: Options): void;
  releasedChangelog(
    text: string,
    version: string,
    date: string,
  ): { changelog: string; section: string };
  readArguments(
    argv: string[],
  ): { version: string; date: string; dryRun: boolean; key: string | null } | null;
}

const { release, releasedChangelog, readArguments } = (await import(
  join(root, 'cli', 'bin', 'release.mjs')
)) as ReleaseScript;

const version = '7.8.9';
const date = '2031-05-01';

let scratch: string;
let clone: string;
let head: string;
let said: string;

/** A checkout may belong to another user than the one who runs the tests, as CI's often do. */
const gitEnv = {
  ...process.env,
  ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
};

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: clone, encoding: 'utf8', env: gitEnv }).trim();
}

const read = (path: string) => readFileSync(join(clone, path), 'utf8');

/** What a build would leave, without the time that one takes; the bill shows the version it saw. */
function fakeBuild(folder: string): void {
  const made = join(folder, 'dist', 'package');
  mkdirSync(join(made, 'bin'), { recursive: true });
  writeFileSync(join(made, 'bin', 'postroad.mjs'), '#!/usr/bin/env node\n', { mode: 0o755 });
  copyFileSync(join(folder, 'package.json'), join(made, 'sbom.cdx.json'));
}

function make(more: Partial<Options> = {}): void {
  said = '';
  const say = (text: string) => {
    said += text;
  };
  release(clone, { version, date, build: fakeBuild, say, ...more });
}

/** What a release reads, and one file of every folder, which it is to leave out of the package. */
function releasedFiles(): string[] {
  const folders = new Set<string>();
  const isRead = /^(?:[^/]+|(?:docs\/guides|deploy)\/.*|\w+\/package\.json|.*\/version\.ts)$/;
  return projectFiles().filter((path) => {
    const isFirst = !folders.has(dirname(path));
    folders.add(dirname(path));
    return isFirst || isRead.test(path);
  });
}

/** The project as it is on the disk, committed on `main`. */
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'postroad-release-test-'));
  clone = join(scratch, 'clone');
  mkdirSync(clone);
  git('init', '--quiet', '--initial-branch', 'main');
  for (const path of releasedFiles()) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    copyFileSync(join(root, path), join(clone, path));
    if (path === 'CHANGELOG.md') {
      writeFileSync(
        join(clone, path),
        `${read(path).split('\n## ')[0]}\n## Unreleased\n\n### Added\n\n- A new thing.\n\n## 0.0.1 - 2030-01-01\n\n### Fixed\n\n- An old thing.\n`,
      );
    }
  }
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it is on the disk');
  head = git('rev-parse', 'HEAD');
});

function reset(): void {
  for (const tag of git('tag').split('\n').filter(Boolean)) git('tag', '--delete', tag);
  git('switch', '--quiet', '--force-create', 'main', head);
  git('reset', '--quiet', '--hard', head);
  git('clean', '-dfxq');
}

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const dist = (name: string) => join(clone, 'dist', name);

const sha256 = (name: string) =>
  createHash('sha256')
    .update(readFileSync(dist(name)))
    .digest('hex');

describe('a release that is made', () => {
  beforeAll(() => {
    reset();
    const key = join(scratch, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', key]);
    make({ key });
  });

  it('SHOP-08 sets the version everywhere, commits and tags', () => {
    expect(git('tag')).toBe(`v${version}`);
    expect(git('rev-parse', `v${version}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
    expect(git('rev-parse', 'HEAD~1')).toBe(head);
    expect(git('log', '-1', '--format=%s')).toBe(`Release ${version}`);
    expect(git('status', '--porcelain')).toBe('');
    for (const place of ['', ...packages]) {
      const manifest = JSON.parse(read(join(place, 'package.json')));
      const lock = JSON.parse(read('package-lock.json'));
      expect(manifest.version).toBe(version);
      expect(lock.packages[place].version).toBe(version);
      for (const kind of ['dependencies', 'devDependencies']) {
        for (const [name, wanted] of Object.entries(manifest[kind] ?? {})) {
          if (name.startsWith('@postroad/')) expect(wanted).toBe(version);
          expect(lock.packages[place][kind][name]).toBe(wanted);
        }
      }
    }
    expect(read('core/src/platform/version.ts')).toContain(`version = '${version}'`);
    const changed = git('diff', '--name-only', head).split('\n');
    expect(changed.sort()).toEqual(
      [
        ...['CHANGELOG.md', 'package.json', 'package-lock.json', 'core/src/platform/version.ts'],
        ...packages.map((name) => `${name}/package.json`),
      ].sort(),
    );
  });

  it('SHOP-08 writes the changelog section, and leaves an empty one for what comes', () => {
    const [, ...sections] = read('CHANGELOG.md').split('\n## ');
    expect(sections).toEqual([
      'Unreleased\n',
      `${version} - ${date}\n\n### Added\n\n- A new thing.\n`,
      '0.0.1 - 2030-01-01\n\n### Fixed\n\n- An old thing.\n',
    ]);
  });

  it('PACK-04 makes the package, its bill of materials and checksums that sha256sum takes', () => {
    const names = [`postroad-${version}.tgz`, `postroad-${version}.cdx.json`];
    const lines = names.map((name) => `${sha256(name)}  ${name}\n`).join('');
    expect(readFileSync(dist('SHA256SUMS'), 'utf8')).toBe(lines);
    expect(said).toContain(lines);
    // Built after the version was set.
    expect(JSON.parse(readFileSync(dist(names[1] ?? ''), 'utf8')).version).toBe(version);
    const listed = execFileSync('tar', ['-tzf', dist(names[0] ?? '')], { encoding: 'utf8' });
    const files = listed.trim().split('\n');
    expect(files).toEqual(
      expect.arrayContaining([
        ...['package/package.json', 'package/README.md', 'package/LICENSE', 'package/CHANGELOG.md'],
        ...['package/dist/package/bin/postroad.mjs', 'package/docs/guides/sending.md'],
      ]),
    );
    const others = files.filter(
      (file) => !/^package\/(?:[\w.-]+|(?:dist\/package|docs\/guides|deploy)\/.*)$/.test(file),
    );
    expect(others).toEqual([]);
  });

  it('PACK-02 packs no dependency: all that the command needs is in its bundle', () => {
    const { dependencies, optionalDependencies, bin, scripts } = JSON.parse(read('package.json'));
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined]);
    expect(bin).toEqual({ postroad: 'dist/package/bin/postroad.mjs' });
    // Nothing runs while it is installed.
    expect(Object.keys(scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?install$|^prepare$/)]),
    );
    const { dependencies: tested } = JSON.parse(read('test/package.json'));
    expect(tested).toBeUndefined();
  });

  it('LEFT-19 signs the checksums with an SSH key, so that anybody can tell who made them', () => {
    const key = join(scratch, 'key');
    const signers = join(scratch, 'signers');
    writeFileSync(signers, `releases ${readFileSync(`${key}.pub`, 'utf8')}`);
    const verify = (namespace: string, input = readFileSync(dist('SHA256SUMS'))) =>
      spawnSync(
        'ssh-keygen',
        [
          '-Y',
          'verify',
          '-f',
          signers,
          '-I',
          'releases',
          '-n',
          namespace,
          '-s',
          dist('SHA256SUMS.sig'),
        ],
        { input },
      ).status;
    expect(verify('postroad-release')).toBe(0);
    expect(verify('another')).not.toBe(0);
    expect(verify('postroad-release', Buffer.from('other'))).not.toBe(0);
  });
});

describe('a release that is not made', () => {
  beforeEach(reset);

  it('LEFT-19 releases nothing if the key cannot sign', () => {
    expect(() => make({ key: join(scratch, 'none') })).toThrow(/could not sign/);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });

  it('SHOP-08 changes nothing in a dry run, and shows the section', () => {
    make({ dryRun: true });
    expect(said).toContain(`## ${version} - ${date}\n\n### Added\n\n- A new thing.`);
    expect(said).toContain(`Tag:     v${version}`);
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('status', '--porcelain', '--ignored')).toBe('');
    expect(git('tag')).toBe('');
  });

  it.each([
    [
      'a dirty tree',
      () => writeFileSync(join(clone, 'notes.txt'), ''),
      /not clean.*\n.*notes\.txt/,
    ],
    [
      'another branch',
      () => git('switch', '--quiet', '-c', 'other'),
      /made on main, and this is other/,
    ],
    ['a tag that exists', () => git('tag', `v${version}`), /The tag v7\.8\.9 exists/],
  ])('SHOP-08 refuses %s', (_, prepare, message) => {
    prepare();
    const before = git('status', '--porcelain');
    for (const dryRun of [false, true]) expect(() => make({ dryRun })).toThrow(message);
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('status', '--porcelain')).toBe(before);
  });

  it.each([
    ['1.2', /"1\.2" is no version/],
    ['0.0.9', /0\.0\.9 comes before/],
    ['0.0.9-rc.1', /0\.0\.9-rc\.1 comes before/],
  ])('SHOP-08 refuses the version %s', (refused, message) => {
    expect(() => make({ version: refused })).toThrow(message);
  });

  it('SHOP-08 leaves the tree as it was where the build fails', () => {
    const build = () => {
      throw new Error('It does not compile.');
    };
    expect(() => make({ build })).toThrow('It does not compile.');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-parse', 'HEAD')).toBe(head);
    expect(git('tag')).toBe('');
  });
});

interface Bill {
  metadata: { component: { 'bom-ref': string; name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

it('PACK-04 lists in the bill of materials what is in the bundle, and nothing else', async () => {
  const { bundleBill } = (await import(join(root, 'cli', 'bin', 'pack.mjs'))) as {
    bundleBill(whole: Bill, packages: string[]): Bill;
  };
  const whole: Bill = {
    metadata: { component: { 'bom-ref': 'postroad@1.0.0', name: 'a-folder' } },
    components: ['zod@4.0.0', 'vitest@4.0.0', 'yaml@2.0.0'].map((ref) => ({ 'bom-ref': ref })),
    dependencies: [
      { ref: 'postroad@1.0.0', dependsOn: ['zod@4.0.0', 'vitest@4.0.0'] },
      { ref: 'zod@4.0.0', dependsOn: ['yaml@2.0.0', 'vitest@4.0.0'] },
    ],
  };
  const bill = bundleBill(whole, ['zod@4.0.0', 'yaml@2.0.0']);
  expect(bill.components).toEqual([{ 'bom-ref': 'zod@4.0.0' }, { 'bom-ref': 'yaml@2.0.0' }]);
  expect(bill.metadata.component.name).toBe('postroad');
  expect(bill.dependencies).toEqual([
    { ref: 'postroad@1.0.0', dependsOn: ['zod@4.0.0', 'yaml@2.0.0'] },
    { ref: 'zod@4.0.0', dependsOn: ['yaml@2.0.0'] },
  ]);
  expect(() => bundleBill(whole, ['luxon@3.0.0'])).toThrow('luxon@3.0.0');
});

it.each([
  ['# Changelog\n', /no section "## Unreleased"/],
  ['# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2030-01-01\n\n- A\n', /lists nothing/],
  ['# Changelog\n\n## Unreleased\n\n### Improved\n\n- A\n', /the section "Improved"/],
])('SHOP-08 refuses the changelog %j', (text, message) => {
  expect(() => releasedChangelog(text, version, date)).toThrow(message);
});

it('SHOP-08 reads its arguments', () => {
  expect(readArguments(['0.2.0', '--dry-run', '--date', date])).toEqual({
    ...{ version: '0.2.0', dryRun: true, date, key: null },
  });
  expect(readArguments(['0.2.0', '--sign', '/a/key'])?.key).toBe('/a/key');
  expect(readArguments(['0.2.0'])?.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  for (const wrong of [[], ['0.2.0', '0.3.0'], ['--force'], ['0.2.0', '--date', 'today']]) {
    expect(readArguments(wrong)).toBeNull();
  }
});

it('SHOP-08 has a changelog in the form of Keep a Changelog', () => {
  const text = projectTree().get('CHANGELOG.md') ?? '';
  const [first, ...released] = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(first).toBe('Unreleased');
  for (const heading of released) expect(heading).toMatch(/^\d+\.\d+\.\d+\S* - \d{4}-\d{2}-\d{2}$/);
  for (const [, heading] of text.matchAll(/^### (.*)$/gm)) {
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toContain(heading);
  }
  expect(() => releasedChangelog(text, version, date)).not.toThrow();
});
