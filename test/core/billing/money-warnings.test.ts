import { moneyWarnings } from '@postroad/core/billing/money-warnings';
import { limits } from '@postroad/core/platform/limits';
import { expect, it } from 'vitest';

it.each([
  [-1, 'less than 0'],
  ['-100', 'less than 0'],
  [limits.moneyCentsMax + 1, `more than ${limits.moneyCentsMax}`],
  [String(limits.moneyCentsMax + 1), `more than ${limits.moneyCentsMax}`],
  [9.5, 'no whole number of cents'],
  ['9.50', 'no whole number of cents'],
  ['1e5', 'no whole number of cents'],
  [true, 'no whole number of cents'],
])('SAFE-37 says what is wrong with %j cents', (amount, fault) => {
  const [warning] = moneyWarnings('purchased', { amount_cents: amount });
  expect(warning?.message).toContain(`, which is ${fault}, so `);
});
