import { once } from 'node:events';
import { connect } from 'node:net';
import { type Running, startServer } from '@postroad/cli/commands/serve';
import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import { readConfig } from '@postroad/service/app/config/config';
import type { ChangeListener } from '@postroad/service/platform/notices/changes';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, databaseKind } from '../support/database.ts';
import { renderer } from '../support/service.ts';
import { killAll, startProcess } from '../support/service-process.ts';
import { createFakeService } from './fake-service.ts';
import { expectProblem, startHttp } from './http-server.ts';
import { readLive } from './live-reader.ts';
import { operatorToken, type RealServer, startReal } from './real-server.ts';

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
});

const isLast = (change: Change) => change.resource === 'profile';

async function receiveUpToLast(act: () => Promise<unknown>): Promise<Change[]> {
  const live = await readLive(server.url, operatorToken);
  await act();
  await server.ask('PATCH', '/api/v1/profile', { body: { name: 'last' } });
  const received = await live.changes(isLast);
  live.stop();
  return received;
}

/** The changes that `act` causes, up to a last change made after it. */
async function changesOf(act: () => Promise<unknown>): Promise<Change[]> {
  // Earlier commits may still be arriving; they arrive in commit order.
  await receiveUpToLast(async () => {});
  const received = await receiveUpToLast(act);
  expect(received.at(-1)).toEqual({ resource: 'profile', id: null, action: 'updated' });
  // Figures of earlier calls arrive when their second is over.
  return received.slice(0, -1).filter(({ action }) => action !== 'counted');
}

const api = (method: string, path: string, body?: object) =>
  server.ask(method, `/api/v1${path}`, body === undefined ? {} : { body });

describe('live changes', () => {
  it('EVENT-24 tells of records made, changed and deleted, by id however they were addressed', async () => {
    let id: unknown;
    const [email] = (await api('GET', '/emails')).json.emails as { id: number }[];
    const received = await changesOf(async () => {
      const made = await api('POST', '/themes', { name: 'Short lived' });
      id = (made.json.theme as { id: number }).id;
      await api('PATCH', '/themes/short-lived', { name: 'Changed' });
      await api('DELETE', '/themes/short-lived');
      await api('POST', '/flows', { key: 'live' });
      await api('POST', `/emails/${email?.id}/duplicate`, {});
    });
    expect(received).toEqual([
      { resource: 'themes', id, action: 'created' },
      { resource: 'themes', id, action: 'updated' },
      { resource: 'themes', id, action: 'deleted' },
      { resource: 'flows', id: expect.any(Number), action: 'created' },
      { resource: 'emails', id: expect.any(Number), action: 'created' },
    ]);
  });

  it('EVENT-24 tells of emails that other calls make, of who is the default no longer, and of versions by the id of their flow', async () => {
    await api('POST', '/segments', {
      ...{ key: 'live-tag', name: 'Live', definition: { type: 'has_tag', tag: 'live' } },
    });
    const flow = (await api('POST', '/flows', { key: 'versioned' })).json.flow as { id: number };
    const themes = (await api('GET', '/themes')).json.themes as { id: number; key: string }[];
    const layouts = (await api('GET', '/layouts')).json.layouts as { id: number }[];
    const [formerTheme, formerLayout] = [themes[0]?.id, layouts[0]?.id];
    const news = { name: 'News', segment: 'live-tag', email_source: 'scratch' };
    const nodes = [{ type: 'send_email', email: { subject: 'Hi', body_markdown: 'Hi' } }];
    const number = expect.any(Number);
    const received = await changesOf(async () => {
      await api('POST', '/broadcasts', news);
      await api('POST', '/flows', {
        ...{ key: 'inline', definition: { trigger: { event: 'joined' }, nodes } },
      });
      await api('POST', '/flows/versioned/versions', { name: 'First' });
      await api('POST', '/themes', { name: 'Other', is_default: true });
      await api('PATCH', `/themes/${formerTheme}`, { is_default: true });
      await api('POST', '/layouts', { name: 'Other', html: '{{ content }}', is_default: true });
    });
    expect(received.filter(({ resource }) => resource === 'emails')).toEqual([
      { resource: 'emails', id: number, action: 'created' },
      { resource: 'emails', id: number, action: 'created' },
    ]);
    expect(received).toContainEqual({ resource: 'flows', id: flow.id, action: 'updated' });
    expect(received.filter(({ resource }) => resource === 'themes')).toEqual([
      { resource: 'themes', id: number, action: 'created' },
      { resource: 'themes', id: formerTheme, action: 'updated' },
      { resource: 'themes', id: number, action: 'updated' },
      { resource: 'themes', id: formerTheme, action: 'updated' },
    ]);
    expect(received).toContainEqual({ resource: 'templates', id: formerLayout, action: 'updated' });
    const { changes } = (await api('GET', `/changes?resource=flows&id=${flow.id}`)).json;
    expect(changes).toContainEqual(expect.objectContaining({ operation: 'save_flow_version' }));
  });

  it.each(['events', 'send'])(
    'TOK-03 tells a token of scope %s of nothing, as it reads no record',
    async (scope) => {
      const { json } = await api('POST', '/tokens', { name: scope, scope });
      const answer = await server.ask('GET', '/api/v1/live', { token: String(json.secret) });
      expect(answer).toMatchObject({ status: 403, json: { code: 'forbidden', scope: 'read' } });
    },
  );

  it('EVENT-24 tells of events, and of the people they make and change', async () => {
    const event = { email: 'live@example.com', name: 'seen', idempotency_key: 'live' };
    let answers: { person_id: number; event_id: number }[] = [];
    const received = await changesOf(async () => {
      const made = await api('POST', '/events', event);
      const repeated = await api('POST', '/events', event);
      const changing = { email: event.email, name: 'moved', person: { first_name: 'Ada' } };
      const changed = await api('POST', '/events', { events: [changing, { email: 'x' }] });
      answers = [made.json, repeated.json, (changed.json.results as object[])[0]] as typeof answers;
    });
    const [made, , changed] = answers;
    expect(received).toEqual([
      { resource: 'people', id: made?.person_id, action: 'created' },
      { resource: 'events', id: made?.event_id, action: 'created' },
      { resource: 'people', id: made?.person_id, action: 'updated' },
      { resource: 'events', id: changed?.event_id, action: 'created' },
    ]);
  });

  it('sends nothing for dry runs, refusals, reads and repeats', async () => {
    const headers = { 'idempotency-key': 'live' };
    await server.ask('POST', '/api/v1/emails', { body: { subject: 'Once' }, headers });
    const received = await changesOf(async () => {
      await api('POST', '/themes?dry_run=1', { name: 'Dry' });
      await api('POST', '/events?dry_run=1', { email: 'dry@example.com', name: 'dry' });
      await api('POST', '/themes', { nome: 'x' });
      await api('DELETE', '/themes/default');
      await api('DELETE', '/themes/none');
      await api('GET', '/themes');
      await api('POST', '/flows/live/validate', {});
      await server.ask('POST', '/api/v1/emails', { body: { subject: 'Once' }, headers });
    });
    expect(received).toEqual([]);
  });

  it('sends every client the same, from one subscription', async () => {
    const lives = await Promise.all(
      Array.from({ length: 20 }, () => readLive(server.url, operatorToken)),
    );
    await api('POST', '/events', { email: 'many@example.com', name: 'seen' });
    await api('PATCH', '/profile', { name: 'many' });
    const received = await Promise.all(lives.map((live) => live.changes(isLast)));
    for (const each of received) expect(each).toEqual(received[0]);
    expect(received[0]).toHaveLength(3);
    for (const live of lives) live.stop();
  });

  it('needs a token, and takes no other method', async () => {
    const path = '/api/v1/live';
    expectProblem(await server.ask('GET', path, { token: null }), 401, 'unauthorized');
    expectProblem(await server.ask('GET', path, { token: 'no' }), 401, 'unauthorized');
    expectProblem(await server.ask('POST', path, { body: {} }), 405, 'method_not_allowed');
    expect((await server.ask('HEAD', path)).status).toBe(405);
  });

  it('TOK-10 is open to a read token until that is revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const made = await api('POST', '/tokens', { name: 'watcher', scope: 'read' });
    const { secret, token } = made.json as { secret: string; token: { id: number } };
    const live = await readLive(server.url, secret);
    await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
    // Takes longer than the look at the token, which could end the stream before it tells of the delete.
    await api('PATCH', '/profile', { name: 'still open' });
    await live.changes(isLast);
    await api('DELETE', `/tokens/${token.id}`);
    expect(await live.changes(({ action }) => action === 'deleted')).toEqual([
      { resource: 'tokens', id: token.id, action: 'deleted' },
    ]);
    await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
    await live.ended();
  });
});

describe('the stream', () => {
  /** A service whose changes come from the test. */
  async function faked() {
    const service = createFakeService();
    const listeners = new Set<ChangeListener>();
    service.onChange = async (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    return { listeners, ...(await startHttp(service)) };
  }

  const many: Change[] = Array.from({ length: 5_000 }, (_, id) => ({
    resource: 'events',
    id,
    action: 'created',
  }));

  it('is closed for a client that does not read, and stays open for others', async () => {
    const { listeners, url, stop } = await faked();
    const live = await readLive(url, 'write-token');
    const lazy = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    await once(lazy, 'connect');
    lazy.write('GET /api/v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer write-token\r\n\r\n');
    await once(lazy, 'readable');
    lazy.pause();
    const gone = once(lazy, 'close');
    let closed = false;
    void gone.then(() => {
      closed = true;
    });
    lazy.on('error', () => {});
    for (let round = 0; round < 150; round += 1) {
      for (const listener of listeners) listener.onChanges(many);
      await live.changes(({ id }) => id === many.length - 1);
    }
    lazy.resume();
    await gone;
    expect(closed).toBe(true);
    live.stop();
    await stop();
  });

  it('ends where changes may have been missed, and when the service stops', async () => {
    const { listeners, url, stop } = await faked();
    const first = await readLive(url, 'write-token');
    for (const listener of [...listeners]) listener.missed();
    await first.ended();
    const second = await readLive(url, 'write-token');
    expect(listeners.size).toBe(1);
    await stop();
    await second.ended();
    expect(listeners.size).toBe(0);
  });

  it('answers a problem if it cannot subscribe, and tries again for the next client', async () => {
    const service = createFakeService();
    service.onChange = () => Promise.reject(new Error('no database'));
    const { url, ask, stop } = await startHttp(service);
    expectProblem(await ask('GET', '/api/v1/live'), 500, 'internal');
    service.onChange = async () => () => undefined;
    (await readLive(url, 'write-token')).stop();
    await stop();
  });

  it('is heard once by later clients, though a client that has left could not subscribe', async () => {
    const service = createFakeService();
    let left = 0;
    service.watchToken = () => () => {
      left += 1;
    };
    let fail = (_error: Error): void => undefined;
    const failing = new Promise<() => void>((_resolve, reject) => {
      fail = reject;
    });
    let asked = 0;
    service.onChange = async () => {
      asked += 1;
      return asked === 1 ? await failing : () => undefined;
    };
    const { url, stop } = await startHttp(service);
    const ending = new AbortController();
    const headers = { authorization: 'Bearer write-token' };
    const gone = fetch(`${url}/api/v1/live`, { headers, signal: ending.signal });
    gone.catch(() => undefined);
    await expect.poll(() => asked).toBe(1);
    ending.abort();
    await expect.poll(() => left).toBe(1);
    const second = await readLive(url, 'write-token');
    fail(new Error('no database'));
    await new Promise(setImmediate);
    const third = await readLive(url, 'write-token');
    expect(asked).toBe(2);
    second.stop();
    third.stop();
    await stop();
  });
});

const shared = databaseKind() === 'postgres' ? ['PostgreSQL'] : [];

it.each(shared)('EVENT-24 tells what another process on %s changed', async () => {
  const database = await createTestDatabase();
  const env = { ...database.env, API_TOKEN: operatorToken };
  const process = startProcess(['serve'], { env, stdin: null });
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'error' });
  let here: Running | null = null;
  try {
    const said = await process.until('Stop with Ctrl+C');
    const there = /serves (\S+)/.exec(said)?.[1] ?? '';
    here = await startServer(config, false, { renderer });
    const live = await readLive(here.url, operatorToken);
    const headers = {
      authorization: `Bearer ${operatorToken}`,
      'content-type': 'application/json',
    };
    const post = (path: string, body: object, method = 'POST') =>
      fetch(`${there}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    const events = Array.from({ length: 100 }, (_, at) => ({
      email: `p${at}@example.com`,
      name: 'told_elsewhere',
    }));
    await post('/events', { events });
    await post('/themes', { name: 'Elsewhere' });
    await post('/profile', { name: 'last' }, 'PATCH');
    const received = await live.changes(isLast);
    expect(received.filter(({ resource }) => resource === 'events')).toHaveLength(100);
    expect(received.slice(-2)).toEqual([
      { resource: 'themes', id: expect.any(Number), action: 'created' },
      { resource: 'profile', id: null, action: 'updated' },
    ]);
    live.stop();
  } finally {
    await here?.stop();
    await killAll([process]);
    await database.drop();
  }
});
