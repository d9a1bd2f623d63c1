import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';

const topLevel = [
  ...packages,
  'docs',
  '.ci',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'turbo.json',
  'biome.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.gitignore',
];

/** Tables of cases may run longer than code. */
const linesMax = 320;
const testLinesMax = 500;

/** Files that may be longer, with the reason; one that has become short must go. */
const mayBeLonger: Record<string, string> = {
  'core/src/platform/limits.ts': 'Every bound of the service stands in one place.',
};

const isCode = (path: string) => /\.(ts|mjs)$/.test(path);

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
      if (/^index\./.test(part)) found.push(`${path}: name the file for what it exports`);
      if (/^((utils?|helpers?|common|misc)(\.|$)|types\.ts$)/.test(part)) {
        found.push(`${path}: ${part} says nothing about what is in it`);
      }
    }
  }
  return found;
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function wronglySized(tree: SourceTree, exceptions: Record<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    const max = path.endsWith('.test.ts') ? testLinesMax : linesMax;
    if (!isCode(path) || lineCount(text) <= max || exceptions[path]) continue;
    found.push(`${path} has ${lineCount(text)} lines, more than ${max}`);
  }
  for (const path of Object.keys(exceptions)) {
    if (lineCount(tree.get(path) ?? '') <= linesMax) found.push(`${path} needs no exception`);
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
    'core/src/index.ts': '',
    'core/src/flow/utils.ts': '',
    'core/src/helpers/a.ts': '',
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

it('keeps files short enough to be read at once', () => {
  expect(wronglySized(projectTree(), mayBeLonger)).toEqual([]);
});

it('would see a long file and an exception nobody needs', () => {
  const tree = treeOf({
    'core/src/a.ts': 'x\n'.repeat(linesMax + 1),
    'core/src/b.ts': 'x\n'.repeat(linesMax),
  });
  expect(wronglySized(tree, {})).toHaveLength(1);
  expect(wronglySized(tree, { 'core/src/a.ts': 'a table' })).toEqual([]);
  expect(wronglySized(tree, { 'core/src/a.ts': 'a table', 'core/src/b.ts': 'once' })).toHaveLength(
    1,
  );
});
