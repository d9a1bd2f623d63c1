import { setTimeout as pause } from 'node:timers/promises';
import { type Change, decodeChanges, type RecordChange } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import type { WakeSignal } from '@postroad/core/platform/work-lanes';
import { insertToken } from '@postroad/store/account/token';
import { withHooks } from '@postroad/store/platform/connection/connect';
import type { Database } from '@postroad/store/platform/connection/database';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import type { Gathering, Session } from '@postroad/store/platform/unit-of-work';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { sampleToken } from '../../support/sample-token.ts';

let opened: OpenTestDatabase;
/** With what its transactions set off in this process. */
let database: Database;
let woken: WakeSignal[][];
let told: Change[][];
let counted: Change[][];
let missed: number;

beforeEach(async () => {
  opened = await openTestDatabase(3);
  woken = [];
  told = [];
  counted = [];
  missed = 0;
  database = withHooks(opened.database, {
    announces: false,
    onWake: (signals) => woken.push([...signals]),
    onTell: (changes) => told.push(decodeChanges(changes.encode()) ?? []),
    onCount: (changes) => counted.push(changes.list()),
    onMissed: () => {
      missed += 1;
    },
  });
});

afterEach(() => opened.drop());

const change: RecordChange = { resource: 'people', id: 7, action: 'created' };

it('UNIT-02 wakes what was asked for, once each, after the commit', async () => {
  await transaction(database, {}, async ({ work }) => {
    work.wake('runs', 'sends');
    work.wake('runs');
    expect(woken).toEqual([]);
  });
  expect(woken).toEqual([['runs', 'sends']]);
});

it('CON-09 tells of figures once a record, after the commit, and never of what is rolled back', async () => {
  await transaction(database, {}, async ({ work }) => {
    for (const ids of [[1, 2], [2]]) work.count('flows', ids);
    work.count('queue', [null]);
    expect(counted).toEqual([]);
  });
  const of = (resource: string, id: number | null) => ({ resource, id, action: 'counted' });
  const moved = [[of('flows', 1), of('flows', 2), of('queue', null)]];
  const over = transaction(database, {}, async ({ work }) => {
    work.count('flows', [3]);
    throw new Error('over');
  });
  await expect(over).rejects.toThrow('over');
  expect([counted, told]).toEqual([moved, []]);
});

it('UNIT-02 tells of changes once, each record with what was done to it last, after the commit', async () => {
  await transaction(database, {}, async ({ work }) => {
    work.tell(change);
    work.tellAll([8, 9], { resource: 'people', action: 'updated' });
    expect(work.told('people')).toEqual({ resource: 'people', id: 7, action: 'created' });
    expect(work.told('flows')).toBeNull();
    work.missed();
    expect([told, missed]).toEqual([[], 0]);
  });
  expect(told).toEqual([
    [
      change,
      { resource: 'people', id: 8, action: 'updated' },
      { resource: 'people', id: 9, action: 'updated' },
    ],
  ]);
  expect(missed).toBe(1);
});

it('UNIT-02 does nothing of it where the transaction is rolled back', async () => {
  const looked: string[] = [];
  const collect = async ({ work }: Tx) => {
    work.wake('runs');
    work.tell(change);
    work.missed();
    work.afterCommit(() => looked.push('after'));
    work.block({
      async isUnderWay() {
        looked.push('blocked');
        return false;
      },
    });
  };
  await transaction(database, { rollback: true }, collect);
  const failing = transaction(database, {}, async (tx) => {
    await collect(tx);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect([woken, told, missed, looked]).toEqual([[], [], 0, []]);
});

it('UNIT-02 sends what was gathered in one statement of its kind, with the commit', async () => {
  const calls: number[] = [];
  const naming: Gathering<string> = ({ sql }, names) => {
    calls.push(names.length);
    return sql`
      insert into api_tokens (name, scopes, hash, created_at)
      select name, array['read'], decode(md5(name), 'hex'), now()
      from unnest(${[...names]}::text[]) as t (name)`;
  };
  await transaction(database, {}, async (tx) => {
    tx.work.gather(naming, ['one', 'two']);
    tx.work.gather(naming, []);
    await insertToken(tx, sampleToken('first', Buffer.from('first')));
    tx.work.gather(naming, ['three']);
    expect(calls).toEqual([]);
  });
  expect(calls).toEqual([3]);
  const rows = await opened.database.pool<{ name: string }[]>`
    select name from api_tokens order by id`;
  expect(rows.map(({ name }) => name)).toEqual(['first', 'one', 'two', 'three']);
});

it('UNIT-02, UNIT-03 answers once nothing is under way that it blocks, with its connection free', async () => {
  let looks = 0;
  await transaction(database, {}, async ({ work }) => {
    work.block({
      async isUnderWay({ sql }: Session) {
        await sql`select`;
        looks += 1;
        return looks < 3;
      },
    });
    work.block({ isUnderWay: async () => false });
  });
  expect(looks).toBe(3);
});

it('UNIT-03 answers after a while, and where it cannot look', async () => {
  const start = performance.now();
  await transaction(database, {}, async ({ work }) => work.block({ isUnderWay: async () => true }));
  const took = performance.now() - start;
  expect(took).toBeGreaterThanOrEqual(limits.handOverWaitMs);
  const answer = await transaction(database, {}, async ({ work }) => {
    work.block({
      async isUnderWay() {
        await pause(1);
        throw new Error('away');
      },
    });
    return 'done';
  });
  expect(answer).toBe('done');
});
