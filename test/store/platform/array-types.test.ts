import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { connect } from '@postroad/store/platform/connection/connect';
import { isPassing } from '@postroad/store/platform/retry';
import { transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

// @database postgres: only a server is asked, and can be away.

let test: TestDatabase;
const closing: (() => void)[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
});

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await test.drop();
});

/** A proxy that breaks the first connections that ask for the types of arrays. */
async function brittleServer(url: string, breaks: number) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((near) => {
    const far = dial(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near
      .on('close', () => far.destroy())
      .on('data', (data: Buffer) => {
        if (data.includes('typarray')) {
          asked += 1;
          if (asked <= breaks) near.end();
        }
        far.write(data);
      });
    far.on('close', () => near.destroy()).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return { url: through.href, asked: () => asked };
}

it('a server is asked what arrays look like once, and again where it was away', async () => {
  const { url, asked } = await brittleServer(test.url ?? '', 2);
  const database = await connect({ databaseUrl: url, dataDir: test.dataDir, poolSize: 4 });
  const pair = () =>
    transaction(database, {}, async ({ sql }) => {
      const [row] = await sql<{ ids: number[] }[]>`select ${[1, 2]}::int[] as ids`;
      return row?.ids;
    });
  for (let answered = false; !answered; ) {
    answered = await pair().then(
      (ids) => ids?.length === 2,
      (error: unknown) => {
        if (!isPassing(error)) throw error;
        return false;
      },
    );
  }
  expect(await Promise.all(Array.from({ length: 8 }, pair))).toEqual(
    Array.from({ length: 8 }, () => [1, 2]),
  );
  expect(asked()).toBe(3);
  await database.close();
});
