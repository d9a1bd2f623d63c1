import { engines } from '@postroad/core/content/liquid/liquid';
import { liquidFailure } from '@postroad/core/content/liquid/liquid-failure';
import { limits } from '@postroad/core/platform/limits';
import { expect, it } from 'vitest';

function failing(source: string): unknown {
  try {
    return engines.html.parseAndRenderSync(source, { list: [1] });
  } catch (error) {
    return error;
  }
}

const many = limits.liquidMemoryUnits;

it.each([
  [`{{ (1..${many + 1}) | size }}`, /^it makes too much text or too long a list\./],
  [`{{ (1..${many}) | join: "x" }}`, /^it makes too much text or too long a list\./],
  [`{{ (1..${many}) | where: "a" | size }}`, /^it makes too much text or too long a list\./],
  [`{{ (1..${many}) | sort | first }}`, /^it makes too much text or too long a list\./],
])('PREVIEW-11 says of %j what its author can do', (source, told) => {
  expect(liquidFailure(failing(source))).toMatch(told);
});

it.each([
  [new RangeError('Invalid string length'), /too much text/],
  [new Error('template render limit exceeded, line:22, col:49'), /^it takes too long\./],
  [new Error('it is odd, line:22, col:30\n   20| <p>'), /^it is odd$/],
  ['text', /^text$/],
])('says of %s why, without a place in the compiled page', (error, told) => {
  expect(liquidFailure(error)).toMatch(told);
});
