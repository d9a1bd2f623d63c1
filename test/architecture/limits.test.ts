import { limits } from '@postroad/core/platform/limits';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly } from '../support/source-text.ts';

const shipped = ['core', 'store', 'mail', 'service', 'http', 'mcp', 'cron', 'cli'];

function unreadLimits(names: string[], tree: SourceTree): string[] {
  const code = sources(tree, shipped)
    .filter(([path]) => path !== 'core/src/platform/limits.ts')
    .map(([, text]) => codeOnly(text))
    .join('\n');
  return names.filter((name) => !new RegExp(`\\blimits\\s*\\.\\s*${name}\\b`).test(code));
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
