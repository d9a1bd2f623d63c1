import { advisoryLocks } from '@postroad/store/platform/advisory-locks';
import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { lineAt, withoutComments } from '../support/source-text.ts';

const withDatabase = ['store', 'service', 'http', 'mcp', 'cli'];

/** Values that only one list holds, and the pattern of a file with values of its own. */
const lists: { what: string; list: string; own: RegExp }[] = [
  {
    what: 'the number of an advisory lock',
    list: 'store/src/platform/advisory-locks.ts',
    own: /pg_(?:try_)?advisory\w*\((?!\$\{advisoryLocks\.)/g,
  },
  {
    what: 'a SQLSTATE',
    list: 'store/src/platform/connection/sql-states.ts',
    own: /'(?:0[0-9A-Z]|[1-5][0-9A-Z]|[FHPX]\w)(?:\d{3}|P\d\d|[0-9]{2}[0-9A-Z])'/g,
  },
];

function ownLists(tree: SourceTree): string[] {
  return sources(tree, withDatabase).flatMap(([path, text]) => {
    const code = withoutComments(text);
    return lists
      .filter(({ list }) => list !== path)
      .flatMap(({ what, own }) =>
        [...code.matchAll(own)].map(({ index }) => `${path}:${lineAt(code, index)} has ${what}`),
      );
  });
}

it('UNIT-13 has no two advisory locks of one number', () => {
  const numbers = Object.values<number>(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('UNIT-11, UNIT-13 has SQLSTATEs and the numbers of advisory locks in one list each', () => {
  expect(ownLists(projectTree())).toEqual([]);
});

it('UNIT-11, UNIT-13 would see a second list', () => {
  const tree = treeOf({
    'store/src/queue/a.ts': [
      'sql`select pg_advisory_xact_lock($',
      '{MINE}::bigint)`;\nsql`select pg_try_advisory_lock(731_009)`',
    ].join(''),
    'store/src/queue/b.ts': ['sql`select pg_advisory_xact_lock($', '{advisoryLocks.a})`'].join(''),
    'service/src/sending/c.ts': "const codes = ['40P01', '23505', '57014'];\nconst day = '86400';",
  });
  expect(ownLists(tree)).toEqual([
    'store/src/queue/a.ts:1 has the number of an advisory lock',
    'store/src/queue/a.ts:2 has the number of an advisory lock',
    'service/src/sending/c.ts:1 has a SQLSTATE',
    'service/src/sending/c.ts:1 has a SQLSTATE',
    'service/src/sending/c.ts:1 has a SQLSTATE',
  ]);
});
