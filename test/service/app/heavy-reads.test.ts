// @database postgres: a lock of another session holds reads up.
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { HeavyReads } from '@postroad/service/account/heavy-reads';
import { connect } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from './calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(() => opened.close());

const settled = <T>(promise: Promise<T>) =>
  promise.then(
    () => 'answered',
    (error: { code?: string; members?: object }) => ({ code: error.code, ...error.members }),
  );

it('COUNT-09 names what grows with the account and is bounded', () => {
  const heavy = operationNames.filter((name) => operationNamed(name).heavy !== undefined);
  expect([...heavy].sort()).toEqual([
    ...['get_broadcast', 'get_email_stats', 'get_flow', 'get_segment', 'get_sequence'],
    ...['list_people', 'list_segment_people', 'preview_renewal_approaching', 'preview_segment'],
  ]);
  const { heavy: isHeavy } = operationNamed('list_people');
  expect(
    [{}, { q: 'ann' }, { segment: 'vip' }, { tag: 'x' }].map((input) =>
      typeof isHeavy === 'function' ? isHeavy({ limit: 50, ...input } as never) : null,
    ),
  ).toEqual([false, true, true, false]);
});

it('COUNT-09 runs a few at once, others in their order, and refuses who waits too long', async () => {
  const waits = new Set<() => void>();
  const timer = (tooLong: () => void) => {
    waits.add(tooLong);
    return () => waits.delete(tooLong);
  };
  const reads = new HeavyReads({ atOnce: 2, waiting: 2, timer });
  const ends: (() => void)[] = [];
  let most = 0;
  let running = 0;
  const read = () =>
    settled(
      reads.run(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
      }),
    );
  const [first, second, third, fourth, fifth] = [read(), read(), read(), read(), read()];
  const refused = { code: 'unavailable', retry_after: limits.heavyReadRetrySeconds };
  expect(await fifth).toEqual(refused);
  ends[0]?.();
  expect(await first).toBe('answered');
  for (const tooLong of waits) tooLong();
  expect(await fourth).toEqual(refused);
  expect(ends).toHaveLength(3);
  for (const end of ends) end();
  expect(await Promise.all([second, third])).toEqual(['answered', 'answered']);
  expect(most).toBe(2);
  expect(running).toBe(0);
});

it('COUNT-09 leaves the database to other calls while it counts', async () => {
  await calls.call('create_segment', {
    key: 'all',
    definition: { not: { type: 'has_tag', tag: 'x' } },
  });
  const asked = limits.heavyReadsAtOnce + limits.heavyReadsWaiting + 2;
  const reads: Promise<unknown>[] = [];
  const other = await connect({
    ...{ databaseUrl: opened.config.databaseUrl ?? '', dataDir: '', poolSize: 1 },
  });
  await transaction(other, {}, async ({ sql }) => {
    await sql`lock table segments in access exclusive mode`;
    for (let index = 0; index < asked; index += 1)
      reads.push(settled(calls.call('get_segment', { segment_key: 'all' })));
    expect(await calls.call('list_tags', {})).toMatchObject({ tags: [] });
    expect(await Promise.all(reads.slice(-2))).toEqual([
      { code: 'unavailable', retry_after: limits.heavyReadRetrySeconds },
      { code: 'unavailable', retry_after: limits.heavyReadRetrySeconds },
    ]);
  });
  await other.close();
  const others = await Promise.all(reads.slice(0, -2));
  expect(new Set(others)).toEqual(new Set(['answered']));
});
