import { insertToken } from '@postroad/store/account/token';
import { Connections } from '@postroad/store/platform/connection/connections';
import { DatabaseAway } from '@postroad/store/platform/connection/database-away';
import { startEmbedded } from '@postroad/store/platform/connection/embedded';
import { isPassing } from '@postroad/store/platform/retry';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  databaseKind,
  type OpenTestDatabase,
  openTestDatabase,
} from '../../support/database.ts';
import { sampleToken } from '../../support/sample-token.ts';

let opened: OpenTestDatabase;
let made = 0;

beforeAll(async () => {
  opened = await openTestDatabase(2);
});

afterAll(async () => {
  await opened.drop();
});

beforeEach(async () => {
  await opened.database.pool`delete from api_tokens`;
});

function make(tx: Tx) {
  made += 1;
  return insertToken(tx, sampleToken(`t${made}`, Buffer.from(`hash ${made}`)));
}

const count = async () => (await opened.database.pool`select from api_tokens`).length;

it('commits, answers, and does afterwards what was put off', async () => {
  const done: string[] = [];
  const answer = await transaction(opened.database, {}, async (tx) => {
    tx.work.afterCommit(() => done.push('after'));
    await make(tx);
    done.push('body');
    return 'answer';
  });
  expect(answer).toBe('answer');
  expect(done).toEqual(['body', 'after']);
  expect(await count()).toBe(1);
});

it.each<[string, object, boolean]>([
  ['an error', {}, true],
  ['a dry run', { rollback: true }, false],
])('rolls back for %s, and nothing put off is done', async (_what, options, fails) => {
  const done: string[] = [];
  const work = transaction(opened.database, options, async (tx) => {
    tx.work.afterCommit(() => done.push('after'));
    await make(tx);
    if (fails) throw new Error('on purpose');
  });
  if (fails) await expect(work).rejects.toThrow('on purpose');
  else await work;
  expect(done).toEqual([]);
  expect(await count()).toBe(0);
});

it('is refused a write where it only reads, and sees one snapshot', async () => {
  await expect(transaction(opened.database, { readOnly: true }, make)).rejects.toMatchObject({
    code: '25006',
  });
  expect(await count()).toBe(0);
});

it('continues after a statement failed in an earlier one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const failing = transaction(opened.database, {}, ({ sql }) => sql`select 1 / 0`);
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  }
  await transaction(opened.database, {}, make);
  expect(await count()).toBe(1);
});

it('leaves undone what a connection was in the middle of that is given up', async () => {
  const given = await opened.database.reserve();
  await given.sql`begin`;
  await given.sql`
    insert into api_tokens (name, scopes, hash, created_at) values ('half', '{read}', 'x', now())`;
  given.release(true);
  expect(await transaction(opened.database, {}, ({ sql }) => sql`select from api_tokens`)).toEqual(
    [],
  );
});

it('reads answers whole that come in many pieces', async () => {
  const rows = await transaction(opened.database, { readOnly: true }, ({ sql }) => {
    return sql<{ text: string }[]>`select repeat('x', n) as text from generate_series(1, 2000) n`;
  });
  expect(rows.every(({ text }, at) => text.length === at + 1)).toBe(true);
});

it('keeps callers apart, however many there are', async () => {
  const work = Array.from({ length: 40 }, (_, index) =>
    transaction(opened.database, {}, async (tx) => {
      await make(tx);
      await tx.sql`select count(*) from api_tokens`;
      if (index % 2 === 1) throw new Error('on purpose');
    }),
  );
  await Promise.allSettled(work);
  expect(await count()).toBe(20);
});

it('reads its instant once, from the test clock where that is configured', async () => {
  const { pool } = opened.database;
  await pool`update engine_state set test_clock_at = '2040-01-02T03:04:05Z'`;
  const instant = (options: object) => transaction(opened.database, options, async (tx) => tx.now);
  expect((await instant({ testClock: true })).toISOString()).toBe('2040-01-02T03:04:05.000Z');
  expect((await instant({})).getUTCFullYear()).toBeLessThan(2040);
  await pool`update engine_state set test_clock_at = null`;
  expect((await instant({ testClock: true })).getUTCFullYear()).toBeLessThan(2040);
});

/** Only a server has connections that somebody else can end. */
const lossy = databaseKind() === 'postgres' ? ['a server'] : [];

describe.each(lossy)('on %s', () => {
  it('a lost connection fails its transaction only, and its place in the pool is free again', async () => {
    for (let round = 0; round < 5; round += 1) {
      const losing = transaction(opened.database, {}, async (tx) => {
        await make(tx);
        const [row] = await tx.sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
        await opened.database.pool`select pg_terminate_backend(${row.pid})`;
        await make(tx);
      });
      const error = await losing.catch((thrown: unknown) => thrown);
      expect(isPassing(error)).toBe(true);
    }
    await Promise.all(Array.from({ length: 6 }, () => transaction(opened.database, {}, make)));
    expect(await count()).toBe(6);
  });

  it('POOL-08 a transaction that begins as a connection is lost gets another one', async () => {
    const { database } = opened;
    const idle = await transaction(
      database,
      {},
      ({ sql }) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`,
    );
    const next = new Promise<void>((resolve, reject) => {
      const off = database.losses.on(() => {
        off();
        transaction(database, {}, make).then(() => resolve(), reject);
      });
    });
    await database.pool`select pg_terminate_backend(${idle[0]?.pid ?? 0})`;
    await next;
    expect(await count()).toBe(1);
  }, 20_000);
});

const embedded = databaseKind() === 'embedded' ? ['the embedded database'] : [];

describe.each(embedded)('on %s', () => {
  it('whose thread has ended, every caller gets that error and waits for nothing', async () => {
    const { dataDir, drop } = await createTestDatabase();
    const thread = await startEmbedded({ dataDir, fence: null });
    const bigint = { to: 20, from: [20], serialize: String, parse: Number };
    const client = { username: 'postgres', max: 1, types: { bigint } };
    const options = { ...client, socket: () => thread.connect() };
    const connections = new Connections(1, {
      open: (onclose) => postgres({ ...options, onclose }),
    });
    (await connections.reserve()).release(false);
    await thread.stop();
    for (let round = 0; round < 2; round += 1) {
      await expect(connections.reserve()).rejects.toBeInstanceOf(DatabaseAway);
    }
    await connections.end(1);
    await drop();
  }, 20_000);

  it('closes a connection as soon as its last transaction has committed', async () => {
    const { dataDir, drop } = await createTestDatabase();
    const thread = await startEmbedded({ dataDir, fence: null });
    const bigint = { to: 20, from: [20], serialize: String, parse: Number };
    const client = { username: 'postgres', max: 1, types: { bigint } };
    const options = { ...client, socket: () => thread.connect() };
    const connections = new Connections(1, {
      open: (onclose) => postgres({ ...options, onclose }),
    });
    const { sql, release } = await connections.reserve();
    await sql`begin`;
    const committed = sql`commit`.execute();
    const ended = connections.end(3600);
    await committed;
    release(false);
    await ended;
    await thread.stop();
    await drop();
  });
});
