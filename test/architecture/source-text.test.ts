import { expect, it } from 'vitest';
import { codeOnly, importsOf, withoutComments } from '../support/source-text.ts';

it.each([
  ["a // it's b\nc", 'a          \nc', 'a          \nc'],
  ["a /* x\ny */ 'b // c'", "a     \n     'b // c'", "a     \n     '      '"],
  ['`a @{b(`c @{d}`)} e`', '`a @{b(`c @{d}`)} e`', '`    b(`    d `)   `'],
  ['x = /[\'"]/g; y', 'x = /[\'"]/g; y', 'x = /    /g; y'],
  ["x = a / b; 'c'", "x = a / b; 'c'", "x = a / b; ' '"],
  ["match(/[/']/) + 'q'", "match(/[/']/) + 'q'", "match(/    /) + ' '"],
  ["'it\\'s' + b", "'it\\'s' + b", "'     ' + b"],
])('keeps code and places apart from text: %j', (text, commentless, code) => {
  const withHoles = (template: string) => template.replaceAll('@{', '$'.concat('{'));
  expect(withoutComments(withHoles(text))).toBe(withHoles(commentless));
  expect(codeOnly(withHoles(text))).toBe(code);
});

it('finds every form of import, with its line', () => {
  const text = `import './effect.ts';
import a, { type B } from 'one';
import type { C } from 'two';
// import { no } from 'comment';
export { type D, type E } from 'three';
const f = await import('four');
import * as g from 'five';
import {
  h,
  type I,
} from 'six';
const from = "from 'string'";`;
  expect(
    importsOf(text)
      .map(({ specifier, typeOnly, line }) => `${line} ${specifier} ${typeOnly}`)
      .sort(),
  ).toEqual([
    '1 ./effect.ts false',
    '2 one false',
    '3 two true',
    '5 three true',
    '6 four false',
    '7 five false',
    '8 six false',
  ]);
});
