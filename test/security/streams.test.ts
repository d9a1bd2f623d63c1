import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
    let hasStayed = true;
    void staying.ended.then(() => {
      hasStayed = false;
    });
    await running.invoke('revoke_token', { token_id: made.token.id });
    await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
    await stream.ended;
    await running.invoke('get_clock', {});
    expect(hasStayed).toBe(true);
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

describe('LEFT-20 the token in API_TOKEN_FILE', () => {
  const secret = (letter: string) => letter.repeat(limits.apiTokenChars);
  let folder: string;
  let file: string;
  let own: RunningService;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroad-token-'));
    file = join(folder, 'api-token');
    writeFileSync(file, `${secret('a')}\n`);
    own = await startService({ API_TOKEN: '', API_TOKEN_FILE: file, LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await own.stop();
    rmSync(folder, { recursive: true });
  });

  let lines: string[];
  beforeEach(() => {
    lines = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const status = async (text: string) => {
    const headers = { authorization: `Bearer ${text}` };
    return (await fetch(`${own.url}/api/v1/themes`, { headers })).status;
  };

  /** As tools put a file in place whole. */
  function put(text: string): void {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }

  it('counts from the next call on, and the former token no more', async () => {
    expect(await status(secret('a'))).toBe(200);
    // Tried too early: it is not taken for wrong once it counts.
    expect(await status(secret('b'))).toBe(401);
    put(`${secret('b')}\n`);
    expect(await status(secret('a'))).toBe(401);
    expect(await status(secret('b'))).toBe(200);
    writeFileSync(file, secret('c'));
    expect([await status(secret('b')), await status(secret('c'))]).toEqual([401, 200]);
  });

  it('ends the streams of the former token, and of no other', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    put(secret('d'));
    const made = (await own.invoke('create_token', { name: 'agent', scope: 'read' })) as Made;
    const live = async (text: string) => {
      const headers = { authorization: `Bearer ${text}` };
      const reader = (await fetch(`${own.url}/api/v1/live`, { headers })).body?.getReader();
      const ended = (async () => {
        while (!(await reader?.read())?.done);
      })().catch(() => undefined);
      return { ended: ended.then(() => 'ended'), stop: () => reader?.cancel() };
    };
    const [stream, staying] = [await live(secret('d')), await live(made.secret)];
    put(secret('e'));
    await vi.advanceTimersByTimeAsync(limits.tokenLookMs);
    await stream.ended;
    expect(await Promise.race([staying.ended, Promise.resolve('open')])).toBe('open');
    await staying.stop();
  });

  it.each<[string, () => void]>([
    ['is too short', () => put('x'.repeat(limits.apiTokenChars - 1))],
    ['holds two words', () => put(`${secret('x')} ${secret('y')}`)],
    ['is gone', () => rmSync(file)],
  ])('no token counts while the file %s, and the log says why without it', async (_, spoil) => {
    put(secret('f'));
    expect(await status(secret('f'))).toBe(200);
    spoil();
    expect(await status(secret('f'))).toBe(401);
    expect(await status('x'.repeat(limits.apiTokenChars - 1))).toBe(401);
    put(secret('g'));
    expect(await status(secret('g'))).toBe(200);
    const said = lines.filter((line) => line.includes('none is accepted'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(file);
    expect(lines.at(-1)).toContain('The token of the operator was changed.');
    expect(lines.join('')).not.toMatch(/x{8}|f{8}|g{8}/);
  });
});
