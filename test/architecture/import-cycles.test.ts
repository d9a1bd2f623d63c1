import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { importsOf } from '../support/source-text.ts';

/** The file of ours that a specifier stands for; undefined for packages of others. */
function resolveImport(from: string, specifier: string): string | undefined {
  const published = /^@postroad\/([^/]+)\/(.+)$/.exec(specifier);
  if (published) return `${published[1]}/src/${published[2]}.ts`;
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

function importGraph(tree: SourceTree): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (!/\.tsx?$/.test(path) || !packages.includes(path.split('/')[0] ?? '')) continue;
    const targets = importsOf(text).map(({ specifier }) => resolveImport(path, specifier));
    graph.set(
      path,
      targets.filter((target) => target !== undefined && tree.has(target)) as string[],
    );
  }
  return graph;
}

/** Each cycle once, as the files along it; imports of types count, since they too tie files. */
function importCycles(tree: SourceTree): string[] {
  const graph = importGraph(tree);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const before = trail.indexOf(path);
    if (before >= 0) cycles.push([...trail.slice(before), path].join(' → '));
    if (before >= 0 || done.has(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

it('has no two files that import each other, however far around', () => {
  expect(importCycles(projectTree())).toEqual([]);
});

it('would see a cycle, also across packages and through types', () => {
  const tree = treeOf({
    'core/src/a.ts': "import { b } from './b.ts';",
    'core/src/b.ts': "import type { C } from '@postroad/service/c';",
    'service/src/c.ts': "export { a } from '@postroad/core/a';",
    'service/src/d.ts': "import { c } from './c.ts'; import 'zod';",
  });
  expect(importCycles(tree)).toEqual([
    'core/src/a.ts → core/src/b.ts → service/src/c.ts → core/src/a.ts',
  ]);
});
