import { nearest } from '@postroad/core/platform/nearest';
import { expect, it } from 'vitest';

const known = ['brand', 'dark', 'a', 'link_color', 'send_broadcast_now', 'send_that_broadcast_now'];

it.each([
  ['brnad', 'brand'],
  ['bran', 'brand'],
  ['BRAND', 'brand'],
  ['lnik_colour', 'link_color'],
  ['dakr', 'dark'],
  ['', null],
  ['1', null],
  ['x'.repeat(101), null],
  ['something else', null],
  ['send_now', 'send_broadcast_now'],
  ['send_never', null],
])('takes %j to mean %j', (name, meant) => {
  expect(nearest(name, known)).toBe(meant);
});
