import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

/** A declaration at the top of a module, up to the end of its value as far as that can be recognised. */
const declaration =
  /^(?:export )?(?<kind>const|let|var) (?<name>[\w$]+)(?<type>[^=;\n]*)=(?!>)\s*(?<value>[^;]*)/gm;

/** A function that is called where it is written, or one that remembers what another answers. */
const remembering =
  /^(?:\(\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>)|(?:once|memo\w*|cached?|lazy)\s*[(<])/;

/** Instances that keep nothing from one call to the next. */
const stateless = /^new (?:RegExp|MarkdownIt)\b/;
const collection = /^new (?:Map\b|Set\b|\(class\b)/;
/** The compiler lets nobody change a constant of such a type. */
const readOnlyType = /^\s*:\s*Readonly(?:Map|Set)\b/;

const changing = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin';
const visibility = '(?:private |protected |public )?';
const staticMember = new RegExp(
  String.raw`^\s+${visibility}static (?:(?!readonly )#?[\w$]+\s*(?::|=(?!=))|readonly #?[\w$]+[^=\n]*=\s*new\b)`,
  'gm',
);

/**
 * Where functions change a constant of their module. What is not indented runs once, as the module
 * loads; `lastIndex`, where a pattern searches on, is set before each search.
 */
function changesOf(code: string, name: string): number[] {
  const own = name.replaceAll('$', '\\$');
  const shadow = new RegExp(
    String.raw`^\s+.*\b(?:const|let|var)\s+(?:[\[{][^=]*\b)?${own}\b|[(,{]\s*${own}\s*[,:=)}].*=>|function\b[^)]*[(,{]\s*${own}\b`,
    'm',
  );
  if (shadow.test(code)) return [];
  const members = String.raw`(?:\.(?!lastIndex\b)[\w$]+|\[[^\]]*\])`;
  const change = new RegExp(
    String.raw`^\s+.*(?<![\w$.])${own}(?:${members}*\.(?:${changing})\(|${members}+\s*(?:[-+*/|&?]{1,2})?=(?![=>]))`,
    'gm',
  );
  return [...code.matchAll(change)].map(({ 0: line, index }) => index + line.search(/\S/));
}

function keptIn(code: string): [index: number, what: string][] {
  const found: [number, string][] = [];
  for (const match of code.matchAll(declaration)) {
    const { kind = '', name = '', type = '', value = '' } = match.groups ?? {};
    const report = (what: string) => found.push([match.index, `${name} ${what}`]);
    if (kind !== 'const') report('can be given another value');
    else if (remembering.test(value)) report('may remember something');
    else if (collection.test(value)) {
      if (!readOnlyType.test(type)) report('is no ReadonlyMap or ReadonlySet');
    } else if (/^new\b/.test(value) && !stateless.test(value)) report('may keep something');
    else for (const index of changesOf(code, name)) found.push([index, `${name} is changed`]);
  }
  for (const { 0: line, index } of code.matchAll(staticMember)) {
    found.push([index + line.search(/\S/), 'a static member']);
  }
  return found;
}

/** State that outlives a call, since it belongs to the module and not to the caller. */
function keptState(tree: SourceTree): string[] {
  return sources(tree, ['core']).flatMap(([path, text]) => {
    const code = codeOnly(text);
    return keptIn(code).map(([index, what]) => `${path}:${lineAt(code, index)}: ${what}`);
  });
}

it('UNIT-10 keeps nothing in core between calls', () => {
  expect(keptState(projectTree())).toEqual([]);
});

it('UNIT-10 would see a memo', () => {
  const lines = [
    'let latest: Cut | null = null;',
    'const known = new WeakMap<object, string>();',
    'export const formats = new Map<string, Format | null>();',
    'const names: Set<string> = new Set();',
    'const session = new CompileSession();',
    'const parse = once(() => parseAll());',
    'const counter = (() => { let count = 0; return () => count++; })();',
    'const parsed: Record<string, Template> = {};',
    'const list: string[] = [];',
    'function remember(key: string, template: Template): void {',
    '  parsed[key] = template;',
    '  list.push(key);',
    '}',
    'class Clock {',
    '  static last = 0;',
    '  static readonly #zones = new Map<string, Zone>();',
    '}',
  ];
  const found = keptState(treeOf({ 'core/src/bad.ts': lines.join('\n') }));
  const seen = found.map((line) => Number(/:(\d+):/.exec(line)?.[1]));
  expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 11, 12, 15, 16]);
});

it('UNIT-10 takes constants and what belongs to an object', () => {
  const lines = [
    "const words: ReadonlySet<string> = new Set(['a']);",
    'export const limits = { most: 5 } as const;',
    'const PATTERN = /a/y;',
    'export function find(text: string): boolean {',
    '  PATTERN.lastIndex = 3;',
    '  const found = new Map<string, number>();',
    '  found.set(text, limits.most);',
    '  return PATTERN.test(text);',
    '}',
    'export class Memo {',
    '  readonly #known = new WeakMap<object, string>();',
    '  static of(): Memo { return new Memo(); }',
    '}',
    'const markdown = new MarkdownIt({ html: true });',
    'markdown.normalizeLink = (url) => url;',
  ];
  expect(keptState(treeOf({ 'core/src/good.ts': lines.join('\n') }))).toEqual([]);
  expect(keptState(treeOf({ 'service/src/cache.ts': 'let latest = 0;' }))).toEqual([]);
});
