import { limits } from '@postroad/core/platform/limits';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../http/http-server.ts';
import { type RealServer, startReal } from '../http/real-server.ts';
import { type McpClient, transports } from '../mcp/mcp-clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { renderer } from '../support/service.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';

/** Makes so many calls, a hundred at a time: an address has no more than 200 connections. */
async function inTurns<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count) {
    done.push(...(await Promise.all(Array.from({ length: 100 }, call))));
  }
  return done;
}

describe('SEC-07 floods of calls', () => {
  let server: RealServer;

  beforeAll(async () => {
    server = await startReal({ API_RATE: '1', API_BURST: '5', TEST_CLOCK: '1' });
  });
  afterAll(() => server.stop());

  /** A token of its own, so that tests do not share limits. */
  async function token(): Promise<string> {
    const actor = { id: 'local', name: 'test', scopes: ['admin'] } as const;
    const input = { name: 'one', scope: 'admin' };
    const { output } = await server.service.invoke('create_token', input, { actor });
    return output.secret;
  }

  it('LIM2-01, LIM2-02, LIM2-05 answers 429 with Retry-After beyond the burst of a token', async () => {
    const own = await token();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => server.ask('GET', '/api/v1/profile', { token: own })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThanOrEqual(5);
    expect(limited.length).toBeGreaterThan(0);
    expect(answers.length).toBe(taken.length + limited.length);
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-policy')).toBe('"calls";q=5;w=5');
    }
    expect(taken.map(({ headers }) => headers.get('ratelimit'))).toContain('"calls";r=4;t=1');
    for (const { headers, json } of limited) {
      expect(headers.get('ratelimit')).toBe('"calls";r=0;t=5');
      expect([headers.get('retry-after'), json.code]).toEqual(['1', 'rate_limited']);
    }
    const other = await token();
    expect((await server.ask('GET', '/api/v1/profile', { token: other })).status).toBe(200);
  });

  it('LIM2-06 counts a stream once, and one-click never', async () => {
    const own = await token();
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${own}` };
    const live = await fetch(`${server.url}/api/v1/live`, { headers, signal: stop.signal });
    expect(live.headers.get('ratelimit')).toBe('"calls";r=4;t=1');
    const next = await server.ask('GET', '/api/v1/profile', { token: own });
    expect(next.headers.get('ratelimit')).toMatch(/^"calls";r=[34];/);
    stop.abort();
    const clicks = await inTurns(300, () => server.ask('POST', '/u/unknown', { token: null }));
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]));
    expect(clicks[0]?.headers.get('ratelimit')).toBeNull();
  });
});

describe('renders', () => {
  let running: RunningService;
  let mcp: McpClient;
  let flow: string;

  beforeAll(async () => {
    running = await startService();
    mcp = await transports['Streamable HTTP, 2026'](running);
    const { flows } = (await running.invoke('list_flows', {})) as { flows: { key: string }[] };
    flow = flows[0]?.key ?? '';
  });
  afterAll(async () => {
    await mcp.close();
    await running.stop();
  });

  it('LIM2-03 are limited on HTTP and MCP together, and other calls not by them', async () => {
    const headers = {
      authorization: `Bearer ${running.token}`,
      'content-type': 'application/json',
    };
    const url = `${running.url}/api/v1/flows/${flow}/validate`;
    const validate = () => fetch(url, { method: 'POST', headers, body: '{}' });
    const first = await validate();
    expect(first.headers.get('ratelimit-policy')).toBe('"calls";q=2000;w=2, "renders";q=60;w=3');
    const answers = await inTurns(400, validate);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.headers.get('retry-after')).toBe('1');
    const tried = await inTurns(200, () => mcp.call('validate_flow', { flow_key: flow }));
    expect(tried.map(({ answer }) => answer.code)).toContain('rate_limited');
    expect((await fetch(`${running.url}/api/v1/profile`, { headers })).status).toBe(200);
  });
});

describe('SEC-07 floods of wrong tokens', () => {
  let server: RealServer;

  beforeAll(async () => {
    server = await startReal();
  });
  afterAll(() => server.stop());

  it('TOK-09, LIM2-04, SEC-08 are refused with 429, valid tokens never, and /metrics counts them', async () => {
    const made = await server.ask('POST', '/api/v1/tokens', {
      body: { name: 'elsewhere', scope: 'read', allowed_ips: ['192.0.2.1'] },
    });
    const elsewhere = String(made.json.secret);
    for (let call = 0; call < 20; call += 1) {
      const answer = await server.ask('GET', '/api/v1/profile', { token: elsewhere });
      expectProblem(answer, 403, 'address_not_allowed');
    }
    const counted = async () => {
      const { text } = await server.ask('GET', '/metrics', { token: null });
      const of = (answer: string) =>
        Number(
          new RegExp(`postroad_auth_failures_total\\{answer="${answer}"\\} (\\d+)`).exec(text)?.[1],
        );
      return { unauthorized: of('unauthorized'), limited: of('limited') };
    };
    const before = await counted();
    const wrong = Array.from(
      { length: 40 },
      (_, call) => `postroad_${`${call}`.padStart(32, 'x')}`,
    );
    const answers = await Promise.all(
      wrong.map((token) => server.ask('GET', '/api/v1/profile', { token })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    const refused = answers.filter(({ status }) => status === 401);
    expect(refused.length).toBeGreaterThanOrEqual(limits.failedLogins);
    expect(limited.length).toBe(wrong.length - refused.length);
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.ask('GET', '/api/v1/profile')).status).toBe(200);
    expect(await counted()).toEqual({
      unauthorized: before.unauthorized + refused.length,
      limited: before.limited + limited.length,
    });
  });
});

it('SEC-07 a secret that is not of the made form asks no database', async () => {
  const opened = await openTestDatabase();
  let asked = 0;
  const database = {
    ...opened.database,
    reserve: () => {
      asked += 1;
      return opened.database.reserve();
    },
  };
  const config = readConfig({ ...opened.env, STARTER: '0', LOG_LEVEL: 'error' });
  const service = await openService(config, { database, renderer });
  const added = async (secret: string) => {
    const before = asked;
    expect(await service.authenticate(secret)).toBeNull();
    return asked - before;
  };
  const wrong = `postroad_${'w'.repeat(32)}`;
  expect(await added('a-guess')).toBe(0);
  expect(await added(`${wrong}x`)).toBe(0);
  expect(await added(wrong)).toBeGreaterThan(0);
  expect(await added(wrong)).toBe(0);
  await service.close();
  await opened.drop();
});
