import type { Change } from '@postroad/core/platform/change-set';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLive } from '../http/live-reader.ts';
import { operatorToken, type RealServer, startReal } from '../http/real-server.ts';

// @database postgres: only on a server can others notify.

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});
afterAll(() => server.stop());

/** As anybody does who may log in to the database; PostgreSQL asks for no right to notify. */
const notify = (channel: string, payload: string) =>
  server.database.pool`select pg_notify(${channel}, ${payload})`;

it.each([
  ['no JSON', 'x'],
  ['no list', '{}'],
  ['nothing in it', '[null]'],
  ['no ids', '[["emails"]]'],
  ['an id without a list', '[["emails","updated",7]]'],
  ['an unknown action', '[["emails","stolen",[7]]]'],
  ['ids that are objects', '[["emails","updated",[{"toString":null}]]]'],
  ['a resource that is an object', '[[{"a":1},"updated",[7]]]'],
  ['a thousand brackets', '['.repeat(1_000)],
])('a notice with %s leaves nobody without the changes after it', async (_, payload) => {
  const change = () => server.ask('PATCH', '/api/v1/profile', { body: { name: 'changed' } });
  const isProfile = ({ resource }: Change) => resource === 'profile';
  const live = await readLive(server.url, operatorToken);
  const heard = live.changes(isProfile).then(JSON.stringify, String);
  await notify('postroad_changes', payload);
  await change();
  // The client cannot know what it missed, so it is to read its records again.
  expect(await heard).toContain('The stream ended after [].');
  const next = await readLive(server.url, operatorToken);
  await change();
  expect(await next.changes(isProfile)).toHaveLength(1);
  next.stop();
});

it('a signal that no lane knows wakes none, and the next one does', async () => {
  let woken = 0;
  const stop = server.service.onWake(() => {
    woken += 1;
  });
  await notify('postroad_wake', `constructor __proto__ ${'x'.repeat(7_000)}`);
  await notify('postroad_wake', 'sends');
  await expect.poll(() => woken).toBeGreaterThan(0);
  stop();
});
