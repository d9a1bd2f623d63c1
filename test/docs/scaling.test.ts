import { operationNames } from '@postroad/core/catalog/catalog';
import { expect, it } from 'vitest';
import { readPage } from './guide.ts';

const text = readPage('docs/scaling.md');

/** The rows that `npm run bench -- scale --write` left in the page. */
const rows = [...text.matchAll(/^\| (.+?) +\| +\d+ \| +\d+ \|/gm)].map(([, what = '']) => what);

/** The sentence about operations that cannot be asked of a server with people in it. */
const without = [...text.matchAll(/^Not asked: .*$/gm)].join();

const lanes = [
  ...['runs', 'sequences', 'sends', 'broadcasts', 'renewals'],
  ...['recompiles', 'imports', 'taggings', 'opt_outs', 'upkeep'],
  ...['segments', 'webhooks', 'sign_ups'],
];

it.each(operationNames)(
  'CELL-05 says what %s touches in blocks at two sizes of an account',
  (name) => {
    const isStated = rows.some((what) => what.startsWith(`\`${name}\``));
    expect(isStated || without.includes(`\`${name}\``)).toBe(true);
  },
);

it.each(lanes)('CELL-05 says what a round of the lane %s touches', (lane) => {
  expect(rows).toContain(`lane \`${lane}\`, a round without work`);
});

it('CELL-05 says what an item of the lanes that send touches', () => {
  for (const lane of ['runs', 'sends', 'broadcasts', 'imports'])
    expect(rows.some((what) => what.includes(`lane \`${lane}\`, one`))).toBe(true);
});
