import { EventEmitter, once } from 'node:events';
import { Connections } from '@postroad/store/platform/connection/connections';
import type { ReservedConnection } from '@postroad/store/platform/connection/database';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// @database postgres: the embedded database has one connection.

let test: TestDatabase;
let connections: Connections;
let openings: (() => Promise<unknown>)[];

/** `count` connections; each is made once what it waits for is over. */
function pool(count: number): Connections {
  const bigint = { to: 20, from: [20], serialize: String, parse: Number };
  return new Connections(count, {
    open: (onclose) => postgres(test.url ?? '', { max: 1, types: { bigint }, onclose }),
    prepare: async (client) => {
      if (!client.options.fetch_types) return;
      client.options.fetch_types = false;
      await client`select 1`;
      await openings.shift()?.();
    },
  });
}

beforeEach(async () => {
  test = await createTestDatabase();
  openings = [];
  connections = pool(3);
});

afterEach(async () => {
  vi.useRealTimers();
  await connections.end(1);
  await test.drop();
});

/** The number that the server has for a connection. */
async function pidOf({ sql }: ReservedConnection): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/** Uses a connection for one statement. */
async function use(): Promise<number> {
  const connection = await connections.reserve();
  const pid = await pidOf(connection);
  connection.release(false);
  return pid;
}

it('uses one connection where one is enough, also for those who ask while it opens', async () => {
  const gate = new EventEmitter();
  openings = [() => once(gate, 'open')];
  const callers = [use(), use(), use()];
  await expect.poll(() => openings).toEqual([]);
  // Nobody has waited long enough for another one.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  gate.emit('open');
  const pids = await Promise.all(callers);
  expect(new Set([...pids, await use()]).size).toBe(1);
});

it('opens another one for who waits longer than its opening takes, up to all', async () => {
  const held: ReservedConnection[] = [];
  for (let at = 0; at < 3; at += 1) held.push(await connections.reserve());
  const pids = await Promise.all(held.map(pidOf));
  expect(new Set(pids).size).toBe(3);
  const fourth = use();
  held.at(1)?.release(false);
  expect(await fourth).toBe(pids[1]);
  held.at(0)?.release(false);
  held.at(2)?.release(false);
});

it('POOL-08 refuses those who wait for the only opening that fails, and opens one for the next', async () => {
  openings = [() => Promise.reject(new Error('no server'))];
  const callers = await Promise.allSettled([use(), use()]);
  expect(callers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await use()).toBeGreaterThan(0);
});

it('opens one in place of one that closed while somebody waits', async () => {
  await connections.end(1);
  connections = pool(1);
  const held = await connections.reserve();
  const closing = await pidOf(held);
  const waiting = use();
  await expect(held.sql`select pg_terminate_backend(${closing}::int)`).rejects.toThrow();
  held.release(true);
  expect(await waiting).not.toBe(closing);
});
