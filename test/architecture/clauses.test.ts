import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type Area,
  clauseIds,
  expandKey,
  keepLedger,
  namedTests,
  shrinkPending,
} from '../support/clause-ledger.ts';
import { projectTree, root } from '../support/repository.ts';

const areas = [
  { area: 'DEMO', title: 'A demonstration', clauses: 5 },
  { area: 'MORE', title: 'Another', clauses: 2 },
];

/** Spelled this way so that this file does not claim to test a clause. */
const demo = (number: number) => `DEMO-0${number}`;
const more = (number: number) => `MORE-0${number}`;

function found(...names: string[]) {
  return names.flatMap((name) => namedTests('a.test.ts', `it('${name}', () => {});`));
}

it('reads clause ids at the beginning of names and of table rows', () => {
  expect(found(`${demo(1)}, ${demo(2)} keeps both`)).toEqual([
    { file: 'a.test.ts', name: 'keeps both', clauses: [demo(1), demo(2)] },
  ]);
  expect(namedTests('a.test.ts', `[['${demo(3)} a row', 1]]`)).toHaveLength(1);
  expect(found(`not ${demo(1)}`, 'UTF-8 text', 'ISO-8859-1 text', 'RFC-5322 text')).toEqual([]);
});

it('reads areas, single clauses and ranges', () => {
  expect(expandKey('MORE', areas)).toEqual([more(1), more(2)]);
  expect(expandKey(demo(4), areas)).toEqual([demo(4)]);
  expect(expandKey(`${demo(2)}..04`, areas)).toEqual([demo(2), demo(3), demo(4)]);
  for (const wrong of ['LESS', demo(6), demo(0), `${demo(4)}..03`, `${demo(4)}..06`]) {
    expect(expandKey(wrong, areas), wrong).toBeNull();
  }
});

it('accepts a list in which every clause has a test or a reason', () => {
  const pending = { [`${demo(2)}..05`]: 'later', MORE: 'later' };
  expect(keepLedger(areas, pending, found(`${demo(1)} works`)).faults).toEqual([]);
});

it.each([
  ['a clause with neither', [], { [`${demo(2)}..05`]: 'later' }, `${demo(1)} has neither`],
  ['a reason besides a test', [demo(1)], { DEMO: 'later' }, `${demo(1)} has a test`],
  ['a key that names nothing', [], { DEMO: 'later', LESS: 'later' }, '"LESS" names no clause'],
  ['an empty reason', [], { DEMO: ' ' }, 'gives no reason'],
  ['a clause listed twice', [], { DEMO: 'later', [demo(3)]: 'later' }, 'occurs twice'],
])('would see %s', (_, tested, pending, expected) => {
  const names = [...tested, `${more(1)}, ${more(2)}`].map((ids) => `${ids} works`);
  const { faults } = keepLedger(areas, pending, found(...names));
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(expected);
});

it('would see a test of a clause that does not exist', () => {
  const pending = { DEMO: 'later', MORE: 'later' };
  const { faults } = keepLedger(areas, pending, found(`${demo(9)} works`));
  expect(faults).toEqual([`a.test.ts: there is no clause ${demo(9)} ("works").`]);
});

it('takes tested clauses out of the pending list and keeps the reasons of the rest', () => {
  const pending = { [`${demo(1)}..04`]: 'soon', [demo(5)]: 'later', MORE: 'later' };
  const ledger = keepLedger(areas, pending, found(`${demo(2)} works`));
  expect(shrinkPending(areas, ledger)).toEqual({
    [demo(1)]: 'soon',
    [`${demo(3)}..04`]: 'soon',
    [demo(5)]: 'later',
    MORE: 'later',
  });
});

it('SEC-33 each attack that a clause of security withstands is a test under test/security', () => {
  const known = JSON.parse(readFileSync(join(root, 'test', 'clauses.json'), 'utf8')) as Area[];
  const attacked = new Set(
    [...projectTree()]
      .filter(([path]) => /^test\/security\/.*\.test\.ts$/.test(path))
      .flatMap(([path, text]) => namedTests(path, text).flatMap(({ clauses }) => clauses)),
  );
  // The one clause about these tests themselves.
  const itself = `SEC-${33}`;
  const clauses = clauseIds(known.filter(({ area }) => area === 'SEC'));
  expect(clauses.length).toBeGreaterThan(30);
  expect(clauses.filter((id) => id !== itself && !attacked.has(id))).toEqual([]);
});
