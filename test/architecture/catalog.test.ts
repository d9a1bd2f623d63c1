import { operationNames } from '@postroad/core/catalog/catalog';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { importsOf, withoutComments } from '../support/source-text.ts';

const catalogFile = 'core/src/catalog/catalog.ts';

/** What each operation needs, and where it is looked for by name. */
const needs: [what: string, place: (path: string) => boolean][] = [
  ['handler', (path) => /^service\/src\/.*-handlers\.ts$/.test(path)],
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

const contractsOf = /^core\/src\/(\w+)\/(?:[\w-]+\/)*[\w-]+-operations\.ts$/;
const listOf = /^core\/src\/(\w+)\/operations\.ts$/;

/** Contracts that stand elsewhere than in a file of a noun, or that the list of their room or the catalog leaves out. */
function misplacedContracts(tree: SourceTree): string[] {
  const faults: string[] = [];
  const spread = (path: string, name: string) =>
    withoutComments(tree.get(path) ?? '').includes(`...${name},`);
  for (const [path, text] of sources(tree, ['core'])) {
    const code = withoutComments(text);
    const room = (contractsOf.exec(path) ?? listOf.exec(path))?.[1];
    if (/(?<!function )\bdefineOperation\(/.test(code) && !contractsOf.test(path)) {
      faults.push(`${path} has a contract and is not named <noun>-operations.ts`);
    }
    if (room === undefined) continue;
    const list = contractsOf.test(path) ? `core/src/${room}/operations.ts` : catalogFile;
    for (const [, name = ''] of code.matchAll(/export const (\w+Operations)\b/g)) {
      if (!spread(list, name)) faults.push(`${name} of ${path} is not in ${list}`);
    }
  }
  const beyond = importsOf(tree.get(catalogFile) ?? '').filter(({ specifier }) =>
    specifier.endsWith('-operations.ts'),
  );
  return [...faults, ...beyond.map(({ specifier }) => `${catalogFile} lists ${specifier} itself`)];
}

it('has a handler, a test and a surface test for every operation', () => {
  expect(missing(operationNames, projectTree())).toEqual([]);
});

it('HOUSE-08 has each contract in the file of its noun, each noun in the list of its room and each room in the catalog', () => {
  expect(misplacedContracts(projectTree())).toEqual([]);
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

it('HOUSE-08 would see a contract elsewhere, and a noun or a room that is left out', () => {
  const tree = treeOf({
    'core/src/catalog/catalog.ts':
      "import { fieldOperations } from '../people/field-operations.ts';\nexport const catalog = { ...peopleOperations, };",
    'core/src/people/operations.ts': 'export const peopleOperations = { ...tagOperations, };',
    'core/src/people/tag-operations.ts': 'export const tagOperations = { a: defineOperation({}) };',
    'core/src/people/import/note-operations.ts': 'export const noteOperations = {};',
    'core/src/people/person.ts': 'export const person = { a: defineOperation({}) };',
    'core/src/events/operations.ts': 'export const eventsOperations = {};',
  });
  expect(misplacedContracts(tree)).toEqual([
    'noteOperations of core/src/people/import/note-operations.ts is not in core/src/people/operations.ts',
    'core/src/people/person.ts has a contract and is not named <noun>-operations.ts',
    'eventsOperations of core/src/events/operations.ts is not in core/src/catalog/catalog.ts',
    'core/src/catalog/catalog.ts lists ../people/field-operations.ts itself',
  ]);
});
