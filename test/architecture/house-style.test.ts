import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt, withoutComments } from '../support/source-text.ts';

/** Tools that read a default export: nothing else may have one. */
const mayExportDefault = ['test/vitest.config.ts', 'test/support/count-reporter.ts'];

interface Rule {
  what: string;
  pattern: RegExp;
  /** `code` without strings and comments, `text` unchanged. */
  in: 'code' | 'text';
  exceptions?: string[];
}

const rules: Rule[] = [
  {
    what: 'a default export',
    pattern: /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g,
    in: 'code',
    exceptions: mayExportDefault,
  },
  {
    what: 'the type any',
    pattern: /\bas any\b|<any\s*[,>]|,\s*any\s*>|:\s*any\s*(?=[;)=[{|&\n]|,\s*\w+\??:)|\bany\[\]/g,
    in: 'code',
  },
  { what: 'a file that passes on others', pattern: /\bexport\s*\*/g, in: 'code' },
  {
    what: 'a test that does not run',
    pattern: /(?<![.\w])(?:it|test|describe)\.(?:skip|only|todo|fails|skipIf|runIf)\b/g,
    in: 'code',
  },
  { what: 'a silenced compiler', pattern: /@ts-(?:ignore|expect-error|nocheck)\b/g, in: 'text' },
  { what: 'work left for later', pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g, in: 'text' },
];

/** These name what they look for. */
const checkers = /^test\/architecture\/(house-style|tracked-text)\.test\.ts$/;

function offences(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    const ours = packages.includes(path.split('/')[0] ?? '') && /\.(tsx?|mjs)$/.test(path);
    if (!ours || checkers.test(path)) continue;
    const code = codeOnly(text);
    for (const { what, pattern, in: where, exceptions } of rules) {
      if (exceptions?.includes(path)) continue;
      for (const { index } of (where === 'code' ? code : text).matchAll(pattern)) {
        found.push(`${path}:${lineAt(text, index)} has ${what}`);
      }
    }
    for (const { index } of withoutComments(text).matchAll(/\bdebugger\b;/g)) {
      found.push(`${path}:${lineAt(text, index)} has a breakpoint`);
    }
  }
  return found;
}

it('keeps the house style where no linter looks', () => {
  expect(offences(projectTree())).toEqual([]);
});

it('would see each offence', () => {
  const lines = [
    'export default class A {}',
    'export { a as default };',
    'const a = b as any;',
    'function f(a: any, b: string): void {}',
    'const m = new Map<string, any>();',
    'const l: any[] = [];',
    "export * from './b.ts';",
    "it.skip('waits', () => {});",
    "describe.only('this', () => {});",
    '// @ts-expect-error it works',
    '// TODO: later',
    'debugger;',
  ];
  const found = offences(treeOf({ 'core/src/a.ts': lines.join('\n') }));
  expect(found.map((line) => Number(/:(\d+) /.exec(line)?.[1])).sort((a, b) => a - b)).toEqual(
    lines.map((_, index) => index + 1),
  );
});

it('takes no offence at words', () => {
  const lines = [
    "const group = { all: [], any: conditions, not: 'any' };",
    'if (condition.any) return any;',
    "it('skips what is not due', () => {});",
    'const only = test.only_field; // any: as any would be wrong',
  ];
  expect(offences(treeOf({ 'core/src/a.ts': lines.join('\n') }))).toEqual([]);
});
