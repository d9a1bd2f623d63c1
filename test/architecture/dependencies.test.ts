import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface LockedPackage extends Manifest {
  resolved?: string;
  deprecated?: string;
  link?: boolean;
}

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** `''` is the root's own manifest, as in the lock file. */
const manifestPlaces = ['', ...packages];

function manifestFaults(tree: SourceTree, locked: Record<string, LockedPackage>): string[] {
  const found: string[] = [];
  for (const place of manifestPlaces) {
    const path = place === '' ? 'package.json' : `${place}/package.json`;
    const text = tree.get(path);
    if (text === undefined) continue;
    const manifest = JSON.parse(text) as Manifest;
    for (const kind of kinds) {
      const wanted = manifest[kind] ?? {};
      for (const [name, version] of Object.entries(wanted)) {
        const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
        if (!exact) found.push(`${path}: ${name} is not pinned (${version})`);
        if (locked[place]?.[kind]?.[name] !== version) {
          found.push(`${path}: ${name} ${version} is not what package-lock.json has`);
        }
      }
      for (const name of Object.keys(locked[place]?.[kind] ?? {})) {
        if (!(name in wanted)) found.push(`${path}: ${name} is only in package-lock.json`);
      }
    }
  }
  return found;
}

function dependencyFaults(tree: SourceTree): string[] {
  const lock = JSON.parse(tree.get('package-lock.json') ?? '{}') as {
    packages?: Record<string, LockedPackage>;
  };
  const locked = lock.packages ?? {};
  const found = manifestFaults(tree, locked);
  for (const [path, { resolved, deprecated, link }] of Object.entries(locked)) {
    if (deprecated) found.push(`${path} is deprecated: ${deprecated}`);
    if (resolved && !link) found.push(`${path} is tied to ${resolved}`);
  }
  return found;
}

it('pins every dependency, to no registry, and none that is deprecated', () => {
  expect(dependencyFaults(projectTree())).toEqual([]);
});

it('would see a loose, foreign, forgotten or deprecated dependency', () => {
  const tree = treeOf({
    'core/package.json': '{"dependencies": {"zod": "^4.0.0", "luxon": "3.7.2", "new": "1.0.0"}}',
    'package-lock.json': JSON.stringify({
      packages: {
        core: { dependencies: { zod: '^4.0.0', luxon: '3.7.2', old: '1.0.0' } },
        'node_modules/zod': { resolved: 'https://example.com/zod.tgz' },
        'node_modules/luxon': { deprecated: 'use another' },
        'node_modules/@postroad/core': { resolved: 'core', link: true },
      },
    }),
  });
  expect(dependencyFaults(tree)).toEqual([
    'core/package.json: zod is not pinned (^4.0.0)',
    'core/package.json: new 1.0.0 is not what package-lock.json has',
    'core/package.json: old is only in package-lock.json',
    'node_modules/zod is tied to https://example.com/zod.tgz',
    'node_modules/luxon is deprecated: use another',
  ]);
});

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** Tools that the scripts of the root start; the names of their commands. */
const commands: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'biome',
  turbo: 'turbo',
  typescript: 'tsc',
};

/** Dependencies that no source of their package imports, and no script of the root starts. */
function unusedDependencies(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    if (!path.endsWith('package.json')) continue;
    const folder = folderOf(path);
    const manifest = JSON.parse(text) as Manifest & { scripts?: Record<string, string> };
    const code = [...tree]
      .filter(([file]) => file.startsWith(folder) && /\.(?:tsx?|mjs)$/.test(file))
      .map(([, source]) => source)
      .join('\n');
    const imports = (name: string) =>
      new RegExp(`['"]${name.replaceAll(/[.]/g, '\\.')}(?:/[^'"]*)?['"]`).test(code);
    const starts = (name: string) => {
      const command = commands[name];
      const scripts = Object.values(manifest.scripts ?? {}).join('\n');
      return command !== undefined && (scripts + code).includes(command);
    };
    for (const name of kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}))) {
      const typed = name.replace(/^@types\//, '');
      const used = typed === 'node' || imports(typed) || (folder === '' && starts(name));
      if (!used) found.push(`${path}: nothing imports ${name}`);
    }
  }
  return found;
}

it('declares no dependency that nothing imports', () => {
  expect(unusedDependencies(projectTree())).toEqual([]);
});

it('would see a dependency that nothing imports', () => {
  const tree = treeOf({
    'package.json':
      '{"devDependencies": {"turbo": "1.0.0", "typescript": "1.0.0"}, "scripts": {"build": "turbo run build"}}',
    'core/package.json':
      '{"dependencies": {"zod": "4.0.0", "luxon": "3.0.0"}, "devDependencies": {"@types/luxon": "3.0.0", "@types/node": "20.0.0", "@types/zod": "1.0.0"}}',
    'core/src/a.ts': "import { DateTime } from 'luxon';\nimport x from 'zodiac';",
  });
  expect(unusedDependencies(tree)).toEqual([
    'package.json: nothing imports typescript',
    'core/package.json: nothing imports zod',
    'core/package.json: nothing imports @types/zod',
  ]);
});
