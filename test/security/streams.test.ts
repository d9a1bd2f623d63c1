import { limits } from '@postroad/core/platform/limits';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type RunningService, startService } from '../surfaces/running-service.ts';

let running: RunningService;

beforeAll(async () => {
  running = await startService();
});
afterAll(() => running.stop());
afterEach(() => {
  vi.useRealTimers();
});

interface Made {
  secret: string;
  token: { id: number };
}

const make = (input: object = {}) =>
  running.invoke('create_token', { name: 'agent', scope: 'read', ...input }) as Promise<Made>;

/** Reads a stream to its end; resolves once the first part of it is there. */
async function open(path: string, { secret }: Made, more: RequestInit = {}) {
  const headers = {
    authorization: `Bearer ${secret}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(more.headers as Record<string, string> | undefined),
  };
  const answer = await fetch(running.url + path, { ...more, headers });
  const reader = answer.body?.getReader();
  const ended = (async () => {
    while (!(await reader?.read())?.done);
  })().catch(() => undefined);
  return { answer, ended };
}

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
});

/** The stream of a session of Streamable HTTP. */
async function openSession(made: Made) {
  const { answer, ended } = await open('/mcp', made, { method: 'POST', body: initialize });
  await ended;
  const session = answer.headers.get('mcp-session-id') ?? '';
  return await open('/mcp', made, { headers: { 'mcp-session-id': session } });
}

const streams = {
  'GET /sse': (made: Made) => open('/sse', made),
  'GET /mcp': openSession,
  'GET /api/v1/live': (made: Made) => open('/api/v1/live', made),
};

it('TOK-10 looks often enough', () => {
  expect(limits.tokenLookMs).toBeLessThanOrEqual(10_000);
});

it.each(Object.entries(streams))(
  'SEC-17, TOK-10 %s ends when its token is revoked',
  async (_, start) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [made, other] = [await make(), await make()];
    const [stream, staying] = [await start(made), await start(other)];
    expect(stream.answer.status).toBe(200);
    await running.invoke('revoke_token', { token_id: made.token.id });
    await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
    await stream.ended;
    const stillOpen = Promise.race([staying.ended.then(() => 'ended'), Promise.resolve('open')]);
    expect(await stillOpen).toBe('open');
    await running.invoke('revoke_token', { token_id: other.token.id });
    await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
    await staying.ended;
  },
);

it('TOK-10 a stream ends when its token expires', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { now } = (await running.invoke('get_clock', {})) as { now: string };
  const made = await make({ expires_at: new Date(Date.parse(now) + 60_000).toISOString() });
  const stream = await streams['GET /sse'](made);
  await running.invoke('move_clock', { advance: { amount: 2, unit: 'minutes' } });
  await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
  await stream.ended;
});
