import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

/** Names that had to be decoded, each replaced by an ordinary one. */
const renamed = [
  ...[
    'requireWanted',
    'writeWanted',
    'runInTurns',
    'withoutPause',
    'startingWith',
    'deed',
    'deeds',
  ],
  ...['writeDeeds', 'Walked', 'Walks', 'stopsMail', 'stoppedBy', 'holdPeople'],
  ...['Happening', 'SubscriptionTold', 'soundLeaf', 'stranger', 'strangers', 'Scene', 'SqlScene'],
  ...['singleRead', 'libraryRows', 'libraryLock', 'quickTemplate', 'quicken', 'Quickener'],
  ...['hideMarkup', 'loneButtons', 'keepFlows', 'keepPeople', 'sharePeople', 'doubtSends'],
  ...['noteTurns', 'noteOptOuts', 'holdOff', 'holdPaused', 'KeptSources', 'told', 'toldApart'],
];

const renamedFiles = [
  ...[
    'wanted',
    'answered',
    'first-answer',
    'write-deeds',
    'in-hand',
    'hold-people',
    'told',
    'meter',
  ],
  ...['sound-leaf', 'attempted', 'single-read', 'kept-sources', 'in-turns', 'without-pause'],
  ...['starting-with', 'merge', 'walked', 'waking', 'reached', 'unnamed', 'paced', 'pacer'],
  ...['templates', 'library-rows', 'library-lock', 'place', 'counted', 'finding', 'watching'],
  ...['screen-text', 'quick-template', 'hide-markup', 'lone-buttons', 'html-context'],
];

const isSource = (path: string) => /^\w+\/src\/.*\.ts$|^cli\/bin\/.*\.mjs$/.test(path);

/** Old names that are in code or in names of files again. */
function oldNames(tree: SourceTree): string[] {
  const names = new RegExp(String.raw`\b(?:${renamed.join('|')})\b`, 'g');
  const found: string[] = [];
  for (const [path, text] of tree) {
    if (!isSource(path)) continue;
    const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    if (renamedFiles.includes(file)) found.push(`${path} has an old name`);
    for (const { 0: name, index } of codeOnly(text).matchAll(names)) {
      found.push(`${path}:${lineAt(text, index)} has the old name ${name}`);
    }
  }
  return found;
}

/** Constants in another casing than the one of every other name. */
function screaming(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    if (!isSource(path)) continue;
    const names = codeOnly(text).matchAll(
      /\b(?:const|static readonly) ([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g,
    );
    for (const { 1: name, index } of names) {
      found.push(`${path}:${lineAt(text, index)} writes ${name} in capitals`);
    }
  }
  return found;
}

it('WORD-01 has none of the names that were renamed', () => {
  expect(oldNames(projectTree())).toEqual([]);
});

it('WORD-01 would see an old name in code and in the name of a file', () => {
  const tree = treeOf({
    'core/src/flows/a.ts': "// a deed\nconst deed = 'deeds'; // told",
    'store/src/people/in-hand.ts': 'export const told = 1;',
    'test/core/told.ts': 'const told = 1;',
  });
  expect(oldNames(tree)).toEqual([
    'core/src/flows/a.ts:2 has the old name deed',
    'store/src/people/in-hand.ts has an old name',
    'store/src/people/in-hand.ts:1 has the old name told',
  ]);
});

it('WORD-03 writes constants in one casing', () => {
  expect(screaming(projectTree())).toEqual([]);
});

it('WORD-03 would see another casing', () => {
  const tree = treeOf({ 'core/src/a.ts': "export const MAX_ROWS = 3;\nconst mostRows = 'A_B';" });
  expect(screaming(tree)).toEqual(['core/src/a.ts:1 writes MAX_ROWS in capitals']);
});
