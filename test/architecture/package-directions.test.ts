import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { importsOf } from '../support/source-text.ts';

/** Who may import whom; `package/folder` allows that one folder. */
const allowed: Record<string, string[]> = {
  core: [],
  store: ['core'],
  mail: ['core'],
  service: ['core', 'store', 'mail'],
  http: ['core', 'service'],
  console: [
    ...['core', 'http/client', 'http/live/live-client', 'http/api/names-kept'],
    // It previews the pages for readers by what draws them.
    ...['http/pages/hosted-parts', 'http/pages/hosted-view'],
    ...['http/pages/page-markup', 'http/pages/page-style'],
  ],
  mcp: ['core', 'service', 'http/client'],
  cli: ['core', 'service', 'http', 'mcp'],
  // Both start a PostgreSQL from npm.
  bench: [
    ...['core', 'store', 'mail', 'service', 'http', 'mcp'],
    ...['test/support/free-port', 'test/support/postgres-binaries'],
  ],
  test: ['core', 'store', 'mail', 'service', 'http', 'console', 'mcp', 'cli'],
};

function isAllowed(from: string, target: string): boolean {
  return (allowed[from] ?? []).some((name) => target === name || target.startsWith(`${name}/`));
}

/** `core/flow/advance` of `@postroad/core/flow/advance`, else undefined. */
function ourFile(specifier: string): string | undefined {
  return /^@postroad\/(.+)$/.exec(specifier)?.[1];
}

function wrongImports(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    const from = path.split('/')[0] ?? '';
    if (!packages.includes(from) || !/\.(?:tsx?|mts)$/.test(path)) continue;
    for (const { specifier, line } of importsOf(text)) {
      const at = `${path}:${line} imports ${specifier}`;
      const target = ourFile(specifier);
      if (target !== undefined) {
        if (!target.includes('/')) found.push(`${at}: name the file`);
        else if (/\/(src|dist)\/|\.[jt]s$/.test(target)) found.push(`${at}: by its published name`);
        else if (!isAllowed(from, target)) found.push(`${at}: ${from} may not know it`);
      } else if (specifier.startsWith('.')) {
        const resolved = posix.join(posix.dirname(path), specifier);
        if (!resolved.startsWith(`${from}/`)) found.push(`${at}: leaves its package`);
        else if (!/\.(tsx?|json)$/.test(specifier))
          found.push(`${at}: name the file with its ending`);
      }
    }
  }
  return found;
}

/** `dependencies` say no more and no less about each other than the sources do. */
function wrongManifests(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const name of packages.filter((candidate) => candidate !== 'test')) {
    const manifest = JSON.parse(tree.get(`${name}/package.json`) ?? '{}') as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    const named = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const dependency of Object.keys(named)) {
      const target = ourFile(dependency);
      if (target === undefined) continue;
      const known = (allowed[name] ?? []).some((entry) => entry.split('/')[0] === target);
      if (!known) found.push(`${name}/package.json depends on ${dependency}`);
    }
  }
  return found;
}

it('lets packages know only those below them', () => {
  expect(wrongImports(projectTree())).toEqual([]);
  expect(wrongManifests(projectTree())).toEqual([]);
});

it('would see an import in the wrong direction', () => {
  const found = wrongImports(
    treeOf({
      'core/src/a.ts': "import { x } from '@postroad/store/platform/connection/connect';",
      'store/src/b.ts': "import type { X } from '@postroad/service/app/invoke';",
      'mcp/src/c.ts': "import { x } from '@postroad/http/server';",
      'mcp/src/d.ts': "import { x } from '@postroad/http/client/client';",
      'http/src/e.ts': "import { x } from '@postroad/core';",
      'http/src/f.ts': "import { x } from '../../core/src/platform/limits.ts';",
      'http/src/g.ts': "import { x } from './h';",
      'cli/src/h.ts': "import { x } from '@postroad/core/dist/limits.js';",
      'cli/src/i.ts': "import { x } from '@postroad/service/app/worker-loop';",
    }),
  );
  expect(found.map((line) => line.slice(0, 10))).toEqual([
    'core/src/a',
    'store/src/',
    'mcp/src/c.',
    'http/src/e',
    'http/src/f',
    'http/src/g',
    'cli/src/h.',
  ]);
});

it('would see a dependency in the wrong direction', () => {
  const manifest = JSON.stringify({
    dependencies: { '@postroad/http': '0.1.0', fastify: '1.0.0' },
  });
  expect(wrongManifests(treeOf({ 'store/package.json': manifest }))).toHaveLength(1);
  expect(wrongManifests(treeOf({ 'cli/package.json': manifest }))).toEqual([]);
});
