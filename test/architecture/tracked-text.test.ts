import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';
import { lineAt } from '../support/source-text.ts';

/** What is true on one machine only, or ties the project to one registry. */
const tiedTo: [what: string, pattern: RegExp][] = [
  ['a path of one machine', /(?<![\w./$~-])\/(?:work|root|tmp|home\/\w+|Users\/\w+)\//g],
  ['a package registry', /\bregistry\.(?:npmjs|yarnpkg)\.\w+|\bnpm\.pkg\.github\.com/gi],
  [
    'a package registry',
    /https?:\/\/[^\s/'"]*(?:registry|artifactory|nexus|verdaccio|npmmirror)/gi,
  ],
];

const checker = 'test/architecture/tracked-text.test.ts';

function ties(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    if (path === checker) continue;
    for (const [what, pattern] of tiedTo) {
      for (const { index, 0: match } of text.matchAll(pattern)) {
        found.push(`${path}:${lineAt(text, index)} names ${what}: ${match}`);
      }
    }
  }
  return found;
}

it('names no machine and no registry', () => {
  expect(ties(projectTree())).toEqual([]);
});

it('would see a machine or a registry', () => {
  const bad = treeOf({
    'docs/a.md': 'Go to /work/main first.',
    'cli/src/b.ts': "const file = '/tmp/socket';",
    'docs/c.md': 'cd /home/someone/postroad',
    'package-lock.json': '"resolved": "https://registry.npmjs.org/zod/-/zod-4.6.7.tgz"',
    '.npmrc': 'registry=http://npm-registry.local:8080/',
  });
  expect(new Set(ties(bad).map((line) => line.split(':')[0]))).toEqual(new Set(bad.keys()));
  const good = {
    'docs/a.md': 'See ./docs/tmp/a and https://example.com/work/ and GET /api/v1/tmp/',
  };
  expect(ties(treeOf(good))).toEqual([]);
});
