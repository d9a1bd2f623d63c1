import { limits } from '@postroad/core/platform/limits';
import type { Presence } from '@postroad/core/platform/live/presence';
import { Editing } from '@postroad/service/account/editing';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import type { Service } from '@postroad/service/app/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKind, openTestDatabase } from '../support/database.ts';
import { renderer } from '../support/service.ts';
import { readLive } from './live-reader.ts';
import { operatorToken, type RealServer, startReal } from './real-server.ts';

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});
afterAll(() => server.stop());

const form = { noun: 'guards', record: 'quiet', editor: '00112233aabbccdd', left: false };

/** What the listeners of a process hear, in order. */
async function heardBy(service: Pick<Service, 'onChange'>): Promise<Presence[]> {
  const heard: Presence[] = [];
  await service.onChange({
    onChanges: () => undefined,
    missed: () => undefined,
    onPresences: (presences) => heard.push(...presences),
  });
  return heard;
}

const operator = { id: 'environment', name: 'test', scopes: ['admin'] as const };

async function tokenWith(scope: 'read' | 'events' | 'send' | 'draft'): Promise<string> {
  const input = { name: `Of ${scope}`, scope };
  const { output } = await server.service.invoke('create_token', input, { actor: operator });
  return (output as { secret: string }).secret;
}

function announce(token: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${server.url}/console/editing`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('who has a record open to edit it', () => {
  it('reaches the listeners, with the name of the token', async () => {
    const heard = await heardBy(server.service);
    expect((await announce(await tokenWith('draft'), form)).status).toBe(204);
    await expect.poll(() => heard).toEqual([{ ...form, name: 'Of draft' }]);
  });

  it.each(['read', 'events', 'send'] as const)(
    'is not announced by a token that may only %s',
    async (scope) => {
      const answer = await announce(await tokenWith(scope), form);
      expect(answer.status).toBe(403);
    },
  );

  it('takes nothing that is no presence, and nobody without a token', async () => {
    for (const more of [
      { noun: '<b>' },
      { record: 'a'.repeat(5_000) },
      { editor: 'x' },
      { name: 'Eve' },
    ]) {
      expect((await announce(operatorToken, { ...form, ...more })).status).toBe(422);
    }
    expect((await announce('nobody-has-this-token-at-all', form)).status).toBe(401);
  });

  it('reaches sessions of the console alone, not programs that follow changes', async () => {
    const signedIn = await fetch(`${server.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token: operatorToken }),
    });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const ending = new AbortController();
    const page = await fetch(`${server.url}/api/v1/live`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      signal: ending.signal,
    });
    const program = await readLive(server.url, operatorToken);
    await announce(operatorToken, form);
    let text = '';
    for await (const piece of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes('event: editing')) break;
    }
    ending.abort();
    expect(text).toContain('"record":"quiet"');
    await server.ask('PATCH', '/api/v1/profile', { body: { name: 'last' } });
    const changes = await program.changes(({ resource }) => resource === 'profile');
    expect(changes.every((change) => 'resource' in change)).toBe(true);
    program.stop();
  });
});

it('one token announces at a bounded rate', () => {
  let now = 0;
  const heard: Presence[] = [];
  const editing = new Editing(
    (presence) => heard.push(presence),
    () => now,
  );
  const flood = () => {
    for (let n = 0; n < 1_000; n += 1) editing.announce({ ...operator, scopes: ['draft'] }, form);
  };
  expect(flood).toThrow(/Too many announcements/);
  expect(heard).toHaveLength(limits.presences);
  // Another is not held up by it.
  editing.announce({ id: 'token 7', name: 'Ben', scopes: ['write'] }, form);
  expect(heard.at(-1)?.name).toBe('Ben');
  now += 1_000;
  expect(flood).toThrow(/Too many announcements/);
  expect(heard).toHaveLength(limits.presences + 1 + limits.presencesPerSecond);
});

/** Processes share a database only on a server. */
const shared = databaseKind() === 'postgres' ? ['PostgreSQL'] : [];

it.each(shared)('is heard in every process on %s', async () => {
  const opened = await openTestDatabase(4);
  const env = { ...opened.env, API_TOKEN: operatorToken, LOG_LEVEL: 'error' };
  const one = await openService(readConfig(env), { database: opened.database, renderer });
  const two = await openService(readConfig(env), { renderer });
  const heard = await Promise.all([heardBy(one), heardBy(two)]);
  one.announceEditing(operator, form);
  two.announceEditing(operator, { ...form, left: true });
  for (const each of heard) {
    await expect.poll(() => each.map(({ left }) => left).toSorted()).toEqual([false, true]);
  }
  await two.close();
  await one.close();
  await opened.drop();
});
