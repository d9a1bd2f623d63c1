import { holdReasons, skipReasons } from '@postroad/core/queue/hold-reasons';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';

const list = 'core/src/queue/hold-reasons.ts';

const escaped = (text: string) => text.replace(/[$()[\]{}.*+?^|\\/]/g, '\\$&');

/** Each as the whole of a text, with anything in place of a value. */
const reasons = Object.entries({ ...holdReasons, ...skipReasons }).map(([name, reason]) => {
  const text =
    typeof reason === 'string' ? escaped(reason) : escaped(reason('@')).replace('@', '[^`]*');
  return { name, pattern: new RegExp(`(['\`])${text}\\1`) };
});

/** Files that write a reason themselves. */
function ownReasons(tree: SourceTree): string[] {
  return sources(tree, ['core', 'store', 'service', 'http', 'mcp', 'cli'])
    .filter(([path]) => path !== list)
    .flatMap(([path, text]) =>
      reasons.filter(({ pattern }) => pattern.test(text)).map(({ name }) => `${path} has ${name}`),
    );
}

it('UNIT-14 has every reason why mail is held or skipped in one list', () => {
  expect(new Set(reasons.map(({ pattern }) => pattern.source)).size).toBe(reasons.length);
  expect(ownReasons(projectTree())).toEqual([]);
});

it('UNIT-14 would see a reason that is written elsewhere', () => {
  const tree = treeOf({
    [list]: "'Flow is paused'",
    'service/src/sending/a.ts': "const why = 'Flow is paused';",
    'service/src/sending/b.ts': ['const why = `Guard "', '{key}"`;'].join('$'),
    'service/src/sending/c.ts': 'const help = \'It shows "Flow is paused" there\';',
  });
  expect(ownReasons(tree)).toEqual([
    'service/src/sending/a.ts has flowPaused',
    'service/src/sending/b.ts has guarded',
  ]);
});
