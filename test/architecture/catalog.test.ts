import { operationNames } from '@postroad/core/catalog/catalog';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { withoutComments } from '../support/source-text.ts';

/** What each operation needs, and where it is looked for by name. */
const needs: [what: string, place: (path: string) => boolean][] = [
  ['handler', (path) => path.startsWith('service/src/handlers')],
  ['test on all surfaces', (path) => path.startsWith('test/surfaces/')],
  [
    'test of its own',
    (path) => /^test\/.*\.test\.ts$/.test(path) && !/^test\/(surfaces|architecture)\//.test(path),
  ],
];

function missing(names: readonly string[], tree: SourceTree): string[] {
  return needs.flatMap(([what, place]) => {
    const text = [...tree]
      .filter(([path]) => path.endsWith('.ts') && place(path))
      .map(([, content]) => withoutComments(content))
      .join('\n');
    const words = new Set(text.match(/\w+/g));
    return names.filter((name) => !words.has(name)).map((name) => `${name} has no ${what}`);
  });
}

/** Operations a file defines but the catalog does not spread. */
function uncatalogued(tree: SourceTree): string[] {
  const catalog = tree.get('core/src/catalog/catalog.ts') ?? '';
  return [...tree]
    .filter(([path]) => path.startsWith('core/src/operations/'))
    .flatMap(([, text]) => [...text.matchAll(/export const (\w+Operations)\b/g)])
    .map(([, name = '']) => name)
    .filter((name) => !catalog.includes(`...${name},`));
}

it('has a handler, a test and a surface test for every operation', () => {
  expect(missing(operationNames, projectTree())).toEqual([]);
});

it('has every operation in the catalog', () => {
  expect(uncatalogued(projectTree())).toEqual([]);
});

it('would see an operation that is only half there', () => {
  const tree = {
    'service/src/people/tag-handlers.ts':
      'export const tagHandlers = { list_tags: async () => {} };',
    'test/surfaces/all.test.ts': 'const calls = { list_tags: {} }; // create_tag',
    'test/service/people/tag.test.ts': "await invoke('list_tags', {});",
    'test/architecture/catalog.test.ts': "'create_tag'",
  };
  expect(missing(['list_tags'], treeOf(tree))).toEqual([]);
  expect(missing(['create_tag'], treeOf(tree))).toHaveLength(needs.length);
});

it('would see a file of operations that the catalog leaves out', () => {
  const tree = {
    'core/src/catalog/catalog.ts': 'export const catalog = { ...tagOperations, };',
    'core/src/people/tag-operations.ts': 'export const tagOperations = {};',
    'core/src/operations/note.ts': 'export const noteOperations = {};',
  };
  expect(uncatalogued(treeOf(tree))).toEqual(['noteOperations']);
});
