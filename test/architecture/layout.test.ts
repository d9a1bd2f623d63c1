import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';

const topLevel = [
  ...packages,
  'deploy',
  'docs',
  '.ci',
  '.github',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'turbo.json',
  'biome.json',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'LICENSE',
  'Dockerfile',
  'compose.yaml',
  '.dockerignore',
  '.editorconfig',
  '.gitignore',
  '.nvmrc',
  '.secretlintrc.json',
  '.secretlintignore',
];

const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path);

function inPackage(path: string): boolean {
  return packages.includes(path.split('/')[0] ?? '');
}

/** Dots part a name from what kind of file it is: `advance.test.ts`. */
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

function misnamed(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const path of tree.keys()) {
    const [first = '', ...rest] = path.split('/');
    if (!topLevel.includes(first)) found.push(`${path}: ${first} is unknown at the top level`);
    if (!isCode(path) || !inPackage(path)) continue;
    for (const part of rest) {
      if (!kebabCase.test(part)) found.push(`${path}: ${part} is not kebab-case`);
    }
  }
  return found;
}

it('knows everything at the top level and names files for what they hold', () => {
  expect(misnamed(projectTree())).toEqual([]);
});

it('would see a wrong name', () => {
  const bad = treeOf({
    'lib/a.ts': '',
    'notes.txt': '',
    'core/src/FlowRun.ts': '',
    'core/src/flow_run.ts': '',
  });
  expect(misnamed(bad)).toHaveLength(bad.size);
  const good = {
    'core/src/flows/definition/step-id.ts': '',
    'test/core/a.test.ts': '',
    'docs/ARCHITECTURE.md': '',
  };
  expect(misnamed(treeOf(good))).toEqual([]);
});

/** A folder with more files is two rooms, or a room with rooms of its own. */
const filesInFolder = 26;

function crowdedFolders(tree: SourceTree): string[] {
  const counts = new Map<string, number>();
  for (const path of tree.keys()) {
    if (!/^\w+\/src\/.*\.tsx?$/.test(path)) continue;
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > filesInFolder).map(([folder]) => folder);
}

it('keeps folders short enough to be read', () => {
  expect(crowdedFolders(projectTree())).toEqual([]);
});

it('would see a crowded folder', () => {
  const files = (count: number) =>
    treeOf(
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`core/src/a/f${n}.ts`, ''])),
    );
  expect(crowdedFolders(files(filesInFolder))).toEqual([]);
  expect(crowdedFolders(files(filesInFolder + 1))).toEqual(['core/src/a']);
});

it('HOUSE-06 refuses no file for its name or its length', () => {
  const tree = treeOf({
    'core/src/people/utils.ts': '',
    'core/src/people/person.ts': 'x\n'.repeat(999),
  });
  expect([...misnamed(tree), ...crowdedFolders(tree)]).toEqual([]);
});

/** The folders of the packages without rooms. `backup` writes and reads whole databases. */
const folders: Record<string, readonly string[]> = {
  cli: ['backup', 'commands', 'connection', 'definitions', 'doctor', 'files', 'output'],
  console: [
    ...['account', 'app', 'broadcasts', 'conditions', 'content', 'embed', 'flows', 'now'],
    ...['operations', 'people', 'platform', 'renewals', 'sending', 'sequences', 'styles', 'words'],
  ],
  http: [
    ...[
      'api',
      'client',
      'console',
      'forms',
      'guides',
      'live',
      'mailbox',
      'oauth',
      'openapi',
      'pages',
      'public',
      'requests',
    ],
    'submission',
  ],
};

/** The files that start a package, and what every part of it uses. */
const looseFiles: Record<string, readonly string[]> = {
  cli: ['main.ts'],
  console: ['main.tsx'],
  http: ['query.ts', 'secure-headers.ts', 'server.ts'],
};

function partsOf(tree: SourceTree, name: string): { folders: string[]; files: string[] } {
  const inside = [...tree.keys()].flatMap((path) =>
    path.startsWith(`${name}/src/`) ? path.slice(name.length + 5) : [],
  );
  const folderNames = inside.filter((path) => path.includes('/')).map((path) => path.split('/')[0]);
  return {
    folders: [...new Set(folderNames)].map(String).sort(),
    files: inside.filter((path) => !path.includes('/') && /\.tsx?$/.test(path)).sort(),
  };
}

it.each(Object.keys(folders))('HOUSE-11 parts %s into the folders that are named', (name) => {
  expect(partsOf(projectTree(), name)).toEqual({
    folders: folders[name],
    files: looseFiles[name],
  });
});

/** Files that a compiler wrote beside their source; `dist/` is their folder. */
function compiledBeside(tree: SourceTree): string[] {
  return [...tree.keys()].filter((path) => {
    const name = path.replace(/\.(js|js\.map|d\.ts)$/, '');
    return name !== path && (tree.has(`${name}.ts`) || tree.has(`${name}.tsx`));
  });
}

it('keeps no compiled file beside its source', () => {
  expect(compiledBeside(projectTree())).toEqual([]);
  const beside = treeOf({ 'bench/a.ts': '', 'bench/a.js': '', 'bench/a.d.ts': '' });
  expect(compiledBeside(beside)).toEqual(['bench/a.js', 'bench/a.d.ts']);
});
