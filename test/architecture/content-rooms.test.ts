import { expect, it } from 'vitest';
import { projectTree, treeOf } from '../support/repository.ts';
import { type House, looseFiles, roomCycles, strayFiles, wrongImports } from '../support/rooms.ts';
import { importsOf } from '../support/source-text.ts';

/**
 * What an email is compiled with, from the ground up. Themes come right before Liquid: they know no
 * other part of an email, and the tag of a button names their button styles. The files of the
 * folder itself are the contracts of emails, layouts, components and themes.
 */
const content: House = {
  folder: 'core/src/content',
  rooms: [
    'text',
    'themes',
    'liquid',
    'html',
    'markdown',
    'components',
    'compile',
    'render',
    looseFiles,
  ],
};

it('HOUSE-10 parts the content of an email into rooms, each importing only those before it', () => {
  const tree = projectTree();
  expect(strayFiles(tree, content)).toEqual([]);
  expect(wrongImports(tree, content)).toEqual([]);
  expect(roomCycles(tree, content)).toEqual([]);
});

it('QUICK-01 has one file that knows the optimized template', () => {
  const importers = [...projectTree()].filter(([path, text]) => {
    const names = path.endsWith('.ts') ? importsOf(text).map(({ specifier }) => specifier) : [];
    return names.some((name) => /\boptimize-template(?:\.ts)?$/.test(name));
  });
  expect(importers.map(([path]) => path)).toEqual(['core/src/content/render/template-engine.ts']);
});

it('HOUSE-10 would see a wrong import, a cycle and a file outside the rooms', () => {
  const tree = treeOf({
    'core/src/content/text/words.ts': "import type { A } from '../liquid/tag.ts';",
    'core/src/content/liquid/tag.ts':
      "import { b } from '@postroad/core/content/text/words';\nimport { c } from '../email-operations.ts';",
    'core/src/content/render/fill.ts': "import { A } from '../liquid/tag.ts';",
    'core/src/content/email-operations.ts': "import { limits } from '../platform/limits.ts';",
    'core/src/content/pictures/frame.ts': "import { f } from '../render/fill.ts';",
    'core/src/flows/run.ts': "import { f } from '../content/render/fill.ts';",
  });
  expect(strayFiles(tree, content)).toEqual(['core/src/content/pictures/frame.ts']);
  const found = wrongImports(tree, content).map((line) => line.replace(/, which comes.*/, ''));
  expect(found).toEqual([
    'core/src/content/text/words.ts:1 is in text and imports liquid',
    'core/src/content/liquid/tag.ts:2 is in liquid and imports .',
    'core/src/content/pictures/frame.ts:1 is in pictures and imports render',
  ]);
  expect(roomCycles(tree, content)).toEqual(['text → liquid → text']);
});
