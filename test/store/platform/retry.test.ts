import { isPassing, passingFault, retry } from '@postroad/store/platform/retry';
import { expect, it } from 'vitest';

it.each([
  [{ code: '40P01' }, true],
  [{ code: '57P01' }, true],
  [{ code: '53300' }, true],
  [{ code: '08006' }, true],
  [{ code: 'CONNECTION_CLOSED' }, true],
  [{ code: 'CONNECT_TIMEOUT' }, true],
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: '23505' }, false],
  [{ code: 'P0001' }, false],
  [new Error('x'), false],
  [null, false],
])('tells failures that pass from others: %j %s', (error, passing) => {
  expect(isPassing(error)).toBe(passing);
});

it.each([
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['40002', 'unavailable'],
  ['23503', 'removed'],
  ['23505', 'taken'],
  ['55P03', 'unavailable'],
  ['57014', 'unavailable'],
  ['ECONNRESET', 'unavailable'],
  ['28000', 'unavailable'],
  ['28P01', 'unavailable'],
  ['3D000', 'unavailable'],
  ['55000', 'unavailable'],
  ['23502', null],
  ['ENOTDIR', null],
  ['57', null],
])('UNIT-11 knows why %s passes: %s', (code, fault) => {
  expect(passingFault({ code })).toBe(fault);
});

it('UNIT-11 tries again what may pass, as often as it may, and throws the last failure', async () => {
  const failures: [string, number][] = [];
  const options = {
    tries: 3,
    after: (error: unknown) => passingFault(error) === 'conflict',
    failed: (error: unknown, attempt: number) => {
      failures.push([(error as { code: string }).code, attempt]);
    },
  };
  const failing = (codes: string[]) =>
    retry(options, async (attempt) => {
      const code = codes[attempt - 1];
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return attempt;
    });
  expect(await failing([])).toBe(1);
  expect(await failing(['40001', '40P01'])).toBe(3);
  await expect(failing(['40001', '23505'])).rejects.toThrow('23505');
  await expect(failing(['40001', '40001', '40P01', '40001'])).rejects.toThrow('40P01');
  expect(failures).toEqual([
    ...[
      ['40001', 1],
      ['40P01', 2],
    ],
    ['40001', 1],
    ...[
      ['40001', 1],
      ['40001', 2],
    ],
  ]);
});
