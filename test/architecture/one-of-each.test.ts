import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { withoutComments } from '../support/source-text.ts';

/** What the sources write once, and how a second one would look. */
const single: Record<string, RegExp> = {
  'escape of HTML': /['"]&['"]:\s*['"]&amp;|\/&\/g,\s*['"]&amp;|replaceAll\(['"]&['"],\s*['"]&amp;/,
  'parser of bearer tokens': /\/\^Bearer[ \\]/,
  'prefix of the API': /= ['"]\/api\/v1['"]/,
};

/** Files that ask what Node.js 20 answers wrongly for texts with an umlaut. */
function canParsers(tree: SourceTree): string[] {
  return writersOf(/\bURL\.canParse\b/, tree);
}

/** Files of the packages that write it. */
function writersOf(pattern: RegExp, tree: SourceTree): string[] {
  return [...tree]
    .filter(([path]) => packages.some((name) => path.startsWith(`${name}/src/`)))
    .filter(([, text]) => pattern.test(withoutComments(text)))
    .map(([path]) => path);
}

/** Parts of the server that write the prefix out instead of taking the constant. */
function spelledOut(tree: SourceTree): string[] {
  return [...tree]
    .filter(
      ([path, text]) => /^http\/src\//.test(path) && withoutComments(text).includes('/api/v1'),
    )
    .map(([path]) => path);
}

it.each(Object.keys(single))('UNIT-12, UNIT-16 has one %s', (what) => {
  expect(writersOf(single[what] as RegExp, projectTree())).toHaveLength(1);
});

it('writes the prefix of the API from its constant', () => {
  expect(spelledOut(projectTree())).toEqual([]);
});

it('UNIT-12, UNIT-16 would see a second one', () => {
  const seconds = {
    'escape of HTML': [`const e = { '&': '&amp;' };`, `text.replace(/&/g, '&amp;')`],
    'parser of bearer tokens': ['/^Bearer +(.+)$/i.exec(header)', 'header.match(/^Bearer\\s(.*)/)'],
    'prefix of the API': [`const base = '/api/v1';`],
  };
  for (const [what, texts] of Object.entries(seconds)) {
    for (const text of texts) {
      const tree = treeOf({ 'http/src/a.ts': text });
      expect(writersOf(single[what] as RegExp, tree), text).toEqual(['http/src/a.ts']);
    }
  }
  expect(
    spelledOut(treeOf({ 'http/src/a.ts': 'const url = `$' + '{base}/api/v1/live`;' })),
  ).toEqual(['http/src/a.ts']);
  expect(spelledOut(treeOf({ 'http/src/a.ts': '/** Below /api/v1. */' }))).toEqual([]);
});

it('HOOK-13, FORM-10 reads addresses with parseUrl alone', () => {
  expect(canParsers(projectTree())).toEqual([]);
  expect(canParsers(treeOf({ 'http/src/a.ts': 'if (URL.canParse(url)) return;' }))).toEqual([
    'http/src/a.ts',
  ]);
});
