import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, importsOf, lineAt } from '../support/source-text.ts';

const allowedPackages = ['zod', 'liquidjs', 'markdown-it', 'luxon', 'yaml'];

/** What would bring in a clock, chance, the environment or the outside. */
const forbidden: [name: string, pattern: RegExp][] = [
  ['Date.now', /\bDate\.now\b/g],
  ['the current date', /\bnew Date\b(?:\s*\(\s*\)|(?!\s*\())|(?<!new |\w|\.)\bDate\(/g],
  ['the current date', /\bDateTime\.(?:now|utc|local)\(\s*\)/g],
  ['Math.random', /\bMath\.random\b/g],
  ['a global', /(?<![.\w$])(?:performance|process|Buffer|console|crypto|globalThis)\s*[.[(]/g],
  ['a timer', /(?<![.\w$])(?:setTimeout|setInterval|setImmediate|queueMicrotask)\b/g],
  ['the network', /(?<![.\w$])(?:fetch|XMLHttpRequest|WebSocket)\s*\(/g],
  ['code from text', /(?<![.\w$])(?:eval|Function)\s*\(/g],
];

function impurities(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of sources(tree, ['core'])) {
    for (const { specifier, line } of importsOf(text)) {
      const leaves = specifier.startsWith('.') && new URL(specifier, `f:/${path}`).pathname;
      const inside = leaves ? leaves.startsWith('/core/src/') : allowedPackages.includes(specifier);
      if (!inside) found.push(`${path}:${line} imports ${specifier}`);
    }
    const code = codeOnly(text);
    for (const [name, pattern] of forbidden) {
      for (const { index } of code.matchAll(pattern)) {
        found.push(`${path}:${lineAt(code, index)} uses ${name}`);
      }
    }
  }
  return found;
}

it('keeps core free of clock, chance and the outside', () => {
  expect(impurities(projectTree())).toEqual([]);
});

it('would see what is not pure', () => {
  const lines = [
    "import { readFile } from 'node:fs';",
    "import { x } from '../../store/src/platform/connection/connect.ts';",
    "import { y } from '@postroad/store/platform/connection/connect';",
    'const a = Date.now();',
    'const b = new Date();',
    'const c = DateTime.now();',
    'const d = Math.random();',
    'const e = process.env;',
    'setTimeout(run, 1);',
    "import { z } from 'zod'; import { v } from './v.ts'; // process.exit()",
    'const f = new Date(now); const g = { process: 1 }; const h = run.process;',
  ];
  const found = impurities(treeOf({ 'core/src/bad.ts': lines.join('\n') }));
  expect(found.map((line) => Number(/:(\d+) /.exec(line)?.[1])).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});
