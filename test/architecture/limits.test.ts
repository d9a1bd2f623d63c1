import { limits } from '@postroad/core/platform/limits';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly } from '../support/source-text.ts';

const shipped = ['core', 'store', 'mail', 'service', 'http', 'mcp', 'cli'];

function unreadLimits(names: string[], tree: SourceTree): string[] {
  const read = sources(tree, shipped)
    .filter(([path]) => path !== 'core/src/platform/limits.ts')
    .flatMap(([, text]) => [...codeOnly(text).matchAll(/\blimits\s*\.\s*(\w+)/g)])
    .map(([, name]) => name);
  const known = new Set(read);
  return names.filter((name) => !known.has(name));
}

it('has no limit that nothing holds', () => {
  expect(unreadLimits(Object.keys(limits), projectTree())).toEqual([]);
});

it('would see a limit that nothing holds', () => {
  const tree = treeOf({
    'core/src/platform/limits.ts': 'limits.unused',
    'core/src/name.ts': 'z.string().max(limits.nameChars) // limits.commented',
    'test/core/name.test.ts': 'limits.tested',
  });
  const names = ['nameChars', 'name', 'unused', 'commented', 'tested'];
  expect(unreadLimits(names, tree)).toEqual(['name', 'unused', 'commented', 'tested']);
});

/** Units at the end of names, each with the word that begins the docstring. */
const unitWords: Record<string, string> = {
  Bytes: 'Bytes',
  Octets: 'Octets',
  Chars: 'Characters',
  Ms: 'Milliseconds',
  Seconds: 'Seconds',
  Days: 'Days',
  Mb: 'Mebibytes',
  Bits: 'Bits',
  Depth: 'Levels',
};

/** Limits without a docstring of their own that begins with their unit, a noun in the plural. */
function withoutUnit(text: string): string[] {
  const body = text.slice(text.indexOf('export const limits'));
  const entries = body.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)? {2}(\w+): [^\n]+,\n/g);
  return [...entries].flatMap(([, doc = '', name = '']) => {
    const first = /^[\s*]*([A-Z][a-z]+)/.exec(doc)?.[1] ?? '';
    const suffix = Object.keys(unitWords).find((unit) => name.endsWith(unit)) ?? '';
    const wanted = unitWords[suffix];
    const named = wanted === undefined ? /^(?:People|[A-Z][a-z]+s)$/.test(first) : first === wanted;
    return named ? [] : [name];
  });
}

it('WORD-06 names the unit of every limit in its docstring', () => {
  const text = projectTree().get('core/src/platform/limits.ts') ?? '';
  expect(text.match(/^ {2}\w+: /gm)).toHaveLength(Object.keys(limits).length);
  expect(withoutUnit(text)).toEqual([]);
});

it('WORD-06 would see a limit without a unit, or with another one than its name has', () => {
  const text = [
    'export const limits = {',
    '  /** Characters of a name. */',
    '  nameChars: 200,',
    '  keyChars: 80,',
    '  /** How long a call may take. */',
    '  callMs: 5,',
    '  /**',
    '   * People of a page.',
    '   */',
    '  pageMost: 20,',
    '  /** A page at most. */',
    '  pageLeast: 2,',
    '} as const;',
    '',
  ].join('\n');
  expect(withoutUnit(text)).toEqual(['keyChars', 'callMs', 'pageLeast']);
});
