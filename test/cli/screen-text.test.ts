import { cut, widthOf } from '@postroad/cli/output/terminal-width';
import { expect, it } from 'vitest';

it.each([
  ['ada', 3],
  ['café', 4],
  ['cafe\u0301', 4],
  ['東京', 4],
  ['ｱｲ', 2],
  ['ＡＢ', 4],
  ['한글', 4],
  ['🎉', 2],
  ['👩‍👩‍👧', 2],
  ['🇫🇷', 2],
  ['❤️', 2],
  ['a\u200bb', 2],
])('knows that %s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

it.each([
  ['東京都庁', 8, '東京都庁'],
  ['東京都庁', 7, '東京都…'],
  ['東京都庁', 6, '東京…'],
  ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
  ['abcdef', 4, 'abc…'],
])('cuts %s to %i columns between characters', (text, width, short) => {
  expect(cut(text, width)).toBe(short);
  expect(widthOf(short)).toBeLessThanOrEqual(width);
});
