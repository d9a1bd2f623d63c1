import {
  isLogPosition,
  laterPosition,
  primaryOnly,
} from '@postroad/core/platform/operations/log-position';
import { expect, it } from 'vitest';

it('REPL-03 knows positions of the log, and which of two is later', () => {
  for (const position of ['0/0', '16/B374D848', 'ffffffff/1', primaryOnly]) {
    expect(isLogPosition(position), position).toBe(true);
  }
  for (const text of ['', '0', '0/', '/0', '0/0 ', '0/123456789', "0/0'", '0/G', '0/0\n']) {
    expect(isLogPosition(text), JSON.stringify(text)).toBe(false);
  }
  expect(laterPosition('9/FF', '10/0')).toBe('10/0');
  expect(laterPosition('10/F', '10/FF')).toBe('10/FF');
  expect(laterPosition('ab/1', 'AA/FFFFFFFF')).toBe('ab/1');
  expect(laterPosition(null, '0/1')).toBe('0/1');
  expect(laterPosition('0/1', null)).toBe('0/1');
  expect(laterPosition(null, null)).toBe(null);
  expect(laterPosition('FFFFFFFE/FFFFFFFF', primaryOnly)).toBe(primaryOnly);
});
