import { away, DatabaseAway } from '@postroad/store/platform/connection/database-away';
import { expect, it } from 'vitest';

it.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'],
  // A machine that starts again, a network that is down, and a name that its container has lost.
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'],
])(
  'UNIT-11 a database that cannot be reached for %s is away, which is no fault of the service',
  (code) => {
    const error = Object.assign(new Error(`connect ${code} db:5432`), { code });
    expect(away(error)).toBeInstanceOf(DatabaseAway);
  },
);

it('UNIT-11 another fault is not taken for a database that is away', () => {
  const error = Object.assign(new Error('no'), { code: '42P01' });
  expect(away(error)).toBe(error);
});
