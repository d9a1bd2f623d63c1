import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { importsOf } from '../support/source-text.ts';

/** A module of the packed command that is data there, so it loads nothing (`cli/bin/bundle.mjs`). */
const data = 'core/src/catalog/outline.ts';

/** The file of ours that a specifier means, or the package of somebody else. */
function targetOf(from: string, specifier: string): string {
  const published = /^@postroad\/([^/]+)\/(.+)$/.exec(specifier);
  if (published) return `${published[1]}/src/${published[2]}.ts`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
}

/** Everything that a file loads before its first line runs, each with the file that loads it. */
function loadedBy(tree: SourceTree, file: string): Map<string, string> {
  const loaded = new Map([[file, '']]);
  for (const path of loaded.keys()) {
    const text = path === data ? undefined : tree.get(path);
    const lines = text?.split('\n') ?? [];
    for (const { specifier, typeOnly, line } of text === undefined ? [] : importsOf(text)) {
      const onDemand = /\bimport\(/.test(lines[line - 1] ?? '');
      const target = targetOf(path, specifier);
      if (!typeOnly && !onDemand && !loaded.has(target)) loaded.set(target, path);
    }
  }
  return loaded;
}

/** Packages that take long to load, and modules of Node whose first use does. */
const slow =
  /^(?:zod|luxon|yaml|liquidjs|markdown-it|postgres|fastify|@modelcontextprotocol|@electric-sql|node:https?$|node:tls|node:worker_threads)/;

it('PACK-03 a command starts without contracts, the service, and packages that are slow to load', () => {
  const loaded = [...loadedBy(projectTree(), 'cli/src/main.ts')];
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.filter(([path]) => slow.test(path))).toEqual([]);
  const contracts = /-operations\.ts$|^core\/src\/catalog\/catalog\.ts$/;
  expect(
    loaded
      .filter(([path]) => contracts.test(path) && !path.startsWith('cli/'))
      .map(([path]) => path),
  ).toEqual([]);
  expect(loaded.length).toBeLessThan(100);
});

it('PACK-03 would see what is loaded on the way, and not what is loaded on demand', () => {
  const tree = treeOf({
    'cli/src/main.ts':
      "import { a } from '@postroad/core/a';\nimport type { Z } from 'zod';\nconst b = () => import('./b.ts');",
    'core/src/a.ts': "import { c } from './c.ts';",
    'core/src/c.ts': "import { DateTime } from 'luxon';",
    'cli/src/b.ts': "import { parse } from 'yaml';",
  });
  expect([...loadedBy(tree, 'cli/src/main.ts')]).toEqual([
    ['cli/src/main.ts', ''],
    ['core/src/a.ts', 'cli/src/main.ts'],
    ['core/src/c.ts', 'core/src/a.ts'],
    ['luxon', 'core/src/c.ts'],
  ]);
});

it('PACK-03 starts nothing that takes long when a module of the command is loaded', () => {
  const tree = projectTree();
  const early = [...loadedBy(tree, 'cli/src/main.ts').keys()].filter((path) =>
    /^(?:const|let) \w+(?:: [^=]+)? = (?:await |new Intl\.|.*\bfetch\()/m.test(
      tree.get(path) ?? '',
    ),
  );
  expect(early).toEqual([]);
});
