import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

/** A phrase may be split over two lines of a comment. */
const phrase = (pattern: string) =>
  new RegExp(String.raw`\b(?:${pattern.replaceAll(' ', String.raw`[\s*/]+`)})\b`, 'gi');

/** Words that readers stumble over, and the plain ones in their place. */
const banned: [word: string, pattern: RegExp, instead: string][] = [
  ['mend', phrase('mend(?:s|ed|ing)?'), 'correct, fix'],
  ['anew', phrase('anew'), 'again'],
  ['at hand', phrase('at hand'), 'here, available'],
  ['of late', phrase('of late'), 'recently'],
  ['whoever', phrase('who(?:so)?ever|whomever'), 'everybody who, the person who'],
  ['what of it', phrase('what of it'), 'the noun'],
  ['told', phrase('told'), 'reported, said, the noun'],
  ['stands', phrase('(?:stands?|stood|standing)(?! for| in for|-)'), 'is, are'],
  ['stands in for', phrase('(?:stands?|stood|standing) in for'), 'replaces'],
  ['comes to', phrase('(?:comes?|came|coming) to'), 'reaches, becomes'],
  ['goes on', phrase('(?:go|goes|going|went|gone) on'), 'continues'],
  ['a sign that', phrase('a sign that'), 'shows that'],
  ['belongs into', phrase('belong(?:s|ed|ing)? into'), 'belongs in'],
  ['lies in', phrase('(?:lies?|lay|lain|lying) in'), 'is in'],
  ['the longest unused', phrase('the longest unused'), 'the least recently used'],
];

/** Where the rule holds already. Sources follow folder by folder, as their words are rewritten. */
const documents = [''];
const sourceFolders = [
  'core/src',
  'store/src',
  'service/src',
  'cli',
  'http/src',
  'mcp/src',
  'mail/src',
  'console/src',
  'bench',
  'test',
];

/** Values of the API that a document quotes: only these words of that file are taken for quotes. */
const quotedValues: Record<string, string[]> = {};

/** Documents that still have to be rewritten; one that has been must go from here. */
const notYet: string[] = [];

/** Words of the screens: German, and English that its translations and tests quote. */
const screens = ['console/src/words/de.ts', 'console/src/words/en.ts'];

/** These files name the words. */
const checker = /(?:^|\/)(?:plain-words|names)\.test\.ts$/;

/** Comments and strings of a source, each character in its place. */
function proseOf(source: string): string {
  const code = codeOnly(source);
  return [...source].map((char, at) => (code[at] === ' ' || char === '\n' ? char : ' ')).join('');
}

function withoutQuotes(text: string, quotes: readonly string[]): string {
  return quotes.reduce((left, quote) => left.replaceAll(quote, ' '.repeat(quote.length)), text);
}

/** Offences of one text as `word (line, line): instead`. */
function wordsIn(text: string): string[] {
  return banned.flatMap(([word, pattern, instead]) => {
    const lines = [...text.matchAll(pattern)].map(({ index }) => lineAt(text, index));
    return lines.length === 0 ? [] : [`"${word}" (line ${lines.join(', ')}), better: ${instead}`];
  });
}

interface Scope {
  folders: readonly string[];
  quotes?: Record<string, string[]>;
  except?: readonly string[];
}

/** What is wrong in the documents (`md`) or the sources (`ts`, `tsx`, `mjs`) of some folders, by file. */
function offences(
  tree: SourceTree,
  kind: 'documents' | 'sources',
  { folders, quotes = {}, except = [] }: Scope,
): string[] {
  const names = kind === 'documents' ? /\.md$/ : /\.(?:tsx?|mjs)$/;
  const found: string[] = [];
  for (const [path, text] of tree) {
    const inFolder = folders.some((folder) => folder === '' || path.startsWith(`${folder}/`));
    if (!inFolder || !names.test(path) || checker.test(path)) continue;
    const quoted = quotes[path] ?? [];
    const prose = withoutQuotes(kind === 'documents' ? text : proseOf(text), quoted);
    const words = wordsIn(prose);
    if (except.includes(path)) {
      if (words.length === 0) found.push(`${path} needs no exception`);
      continue;
    }
    for (const word of words) found.push(`${path} has ${word}`);
    for (const quote of quoted) {
      const needed = text.includes(quote) && wordsIn(quote).length > 0;
      if (!needed) found.push(`${path} needs no permission to quote "${quote}"`);
    }
  }
  return found;
}

it('WORD-05 has no banned words in documents', () => {
  const scope = { folders: documents, quotes: quotedValues, except: notYet };
  expect(offences(projectTree(), 'documents', scope)).toEqual([]);
});

it('WORD-05 has no banned words in comments and messages of the folders that are listed', () => {
  const scope = { folders: sourceFolders, quotes: quotedValues, except: screens };
  expect(offences(projectTree(), 'sources', scope)).toEqual([]);
});

it('WORD-05 would see each word, in documents, comments and messages', () => {
  const sentences = [
    'Mend it, or have it mended.',
    'It is judged anew.',
    'The facts at hand.',
    'Mails asked for of late.',
    'Whoever asks, for whomever.',
    'What of it is left.',
    'The provider is told.',
    'It stands in the queue, where others stood.',
    'A row stands in for it.',
    'A person who came to a gate.',
    'The run goes on.',
    'It is a sign that it works.',
    'That belongs into the list.',
    'The file lies in the folder.',
    'The longest unused is closed.',
  ];
  const tree = treeOf({
    'docs/a.md': sentences.join('\n'),
    'core/src/a.ts': sentences.map((sentence) => `/** ${sentence} */`).join('\n'),
    'core/src/b.ts': sentences.map((sentence) => `say('${sentence}');`).join('\n'),
    'mail/src/c.ts': '// It goes on.',
    'core/src/d.ts': '/**\n * Where it goes\n * on and on.\n */',
  });
  const seen = (found: string[], path: string) =>
    found.filter((line) => line.startsWith(`${path} `)).map((line) => line.split('"')[1]);
  const words = banned.map(([word]) => word);
  expect(seen(offences(tree, 'documents', { folders: [''] }), 'docs/a.md')).toEqual(words);
  const inSources = offences(tree, 'sources', { folders: ['core/src'] });
  expect(seen(inSources, 'core/src/a.ts')).toEqual(words);
  expect(seen(inSources, 'core/src/b.ts')).toEqual(words);
  expect(seen(inSources, 'core/src/d.ts')).toEqual(['goes on']);
  expect(seen(inSources, 'mail/src/c.ts')).toEqual([]);
  expect(inSources.find((line) => line.includes('"goes on"'))).toBe(
    'core/src/a.ts has "goes on" (line 11), better: continues',
  );
});

it('WORD-05 takes no offence at names in code, at ordinary words, or at a quoted value', () => {
  const source = 'const told = whoever.anew; // recommend, understand, amended, standard';
  expect(offences(treeOf({ 'a/b.ts': source }), 'sources', { folders: ['a'] })).toEqual([]);
  const tree = treeOf({
    'docs/a.md': 'HTTP stands for a name. The reason is `it goes on with 3`.',
  });
  const quotes = { 'docs/a.md': ['it goes on with 3'] };
  expect(offences(tree, 'documents', { folders: ['docs'], quotes })).toEqual([]);
});

it('WORD-05 would see an exception or a quote that nothing needs', () => {
  const tree = treeOf({ 'docs/a.md': 'Plain.', 'docs/b.md': 'Plain `done`.' });
  const scope = { folders: ['docs'], quotes: { 'docs/b.md': ['done'] }, except: ['docs/a.md'] };
  expect(offences(tree, 'documents', scope)).toEqual([
    'docs/a.md needs no exception',
    'docs/b.md needs no permission to quote "done"',
  ]);
});
