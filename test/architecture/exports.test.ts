import { expect, it } from 'vitest';
import { packages, projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { lineAt, withoutComments } from '../support/source-text.ts';

const product = packages.filter((name) => name !== 'test' && name !== 'bench');
const declaration = /^export (?:async )?(?:const|let|function\*?|class|enum) ([\w$]+)/gm;

/** What only tests name, with the reason why it is in the product. */
const forTests: ReadonlyMap<string, string> = new Map([
  ['liquidEngine', 'what the optimised template is compared with'],
  ['tablesPlayed', 'a test compares it with the schema'],
  ['unlistedTools', 'the compiler demands the reason of each tool'],
]);

/** Each name of the code with the files that say it. */
function filesByName(tree: SourceTree): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!/\.(?:tsx?|mjs)$/.test(path)) continue;
    for (const [name] of withoutComments(text).matchAll(/[A-Za-z_$][\w$]*/g)) {
      const files = found.get(name) ?? new Set();
      found.set(name, files.add(path));
    }
  }
  return found;
}

/** Values that are exported for nobody, or for tests alone and of no use in their own file. */
function needlessExports(tree: SourceTree): string[] {
  const files = filesByName(tree);
  return sources(tree, product).flatMap(([path, text]) => {
    const code = withoutComments(text);
    return [...code.matchAll(declaration)].flatMap(({ 1: name = '', index }) => {
      const others = [...(files.get(name) ?? [])].filter((file) => file !== path);
      const at = `${path}:${lineAt(code, index)} ${name}`;
      if (others.length === 0) return [`${at} is exported, and no other file names it`];
      const uses = code.match(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))?.length ?? 0;
      const onlyTests = others.every((file) => file.startsWith('test/'));
      return onlyTests && uses === 1 && !forTests.has(name)
        ? [`${at} is of use to tests only`]
        : [];
    });
  });
}

it('exports no value that no other file names, and keeps none for tests alone', () => {
  expect(needlessExports(projectTree())).toEqual([]);
});

it('would see an export for nobody, and one for tests alone', () => {
  const tree = treeOf({
    'core/src/people/a.ts': [
      'export const used = 1;',
      'export const own = used;',
      'export function tested(): void {}',
      'export const seen = 2;',
      'const twice = seen * 2;',
      '// unused',
      'export async function unused(): Promise<void> {}',
    ].join('\n'),
    'service/src/people/b.ts': "import { used } from './a.ts';",
    'test/core/a.test.ts': "import { seen, tested } from '@postroad/core/people/a';",
  });
  expect(needlessExports(tree)).toEqual([
    'core/src/people/a.ts:2 own is exported, and no other file names it',
    'core/src/people/a.ts:3 tested is of use to tests only',
    'core/src/people/a.ts:7 unused is exported, and no other file names it',
  ]);
});
