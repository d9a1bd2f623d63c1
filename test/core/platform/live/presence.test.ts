import { limits } from '@postroad/core/platform/limits';
import {
  decodePresences,
  encodePresences,
  type Presence,
} from '@postroad/core/platform/live/presence';
import { octets } from '@postroad/core/platform/octets';
import { expect, it } from 'vitest';

const anna: Presence = {
  ...{ noun: 'guards', record: 'quiet', editor: '00112233aabbccdd', name: 'Anna', left: false },
};

it('carries presences to other processes', () => {
  const all = [anna, { ...anna, record: '', name: 'Zoë', left: true }];
  expect(decodePresences(encodePresences(all))).toEqual(all);
});

it('leaves out those that do not fit into a message', () => {
  const many = Array.from({ length: 1_000 }, (_, n) => ({ ...anna, record: `record-${n}` }));
  const text = encodePresences(many);
  expect(octets(text)).toBeLessThanOrEqual(limits.changesBytes);
  expect(decodePresences(text)).toEqual(many.slice(0, decodePresences(text).length));
  expect(decodePresences(text).length).toBeGreaterThan(50);
});

it.each([
  ['no JSON', 'x'],
  ['no list', '{"length":1}'],
  ['no presence in it', '[null, 1, {}, []]'],
  ['a noun of markup', JSON.stringify([['<b>', 'a', anna.editor, 'Anna', false]])],
  [
    'a record without end',
    JSON.stringify([['guards', 'a'.repeat(5_000), anna.editor, 'A', false]]),
  ],
  ['a page that is none', JSON.stringify([['guards', 'a', '../..', 'A', false]])],
  ['a name without end', JSON.stringify([['guards', 'a', anna.editor, 'A'.repeat(5_000), false]])],
  ['a name that is none', JSON.stringify([['guards', 'a', anna.editor, { toString: 1 }, false]])],
])('finds none in a message with %s', (_, text) => {
  expect(decodePresences(text)).toEqual([]);
});
