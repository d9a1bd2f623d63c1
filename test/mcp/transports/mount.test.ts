import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal } from '@postroad/core/platform/refusal';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import type { InvokeOptions } from '@postroad/service/app/service';
import { createLog } from '@postroad/service/platform/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeService, type FakeService } from '../../http/fake-service.ts';
import { transports } from '../mcp-clients.ts';

let service: FakeService;
let url: string;
let stop: () => Promise<void>;
let faults: unknown[];

beforeEach(async () => {
  service = createFakeService();
  faults = [];
  const app = createHttpServer(service, { log: createLog('silent') });
  mountMcp(app, service, {
    addresses: ['https://mail.example.com/postroad', 'http://[2001:db8::1]:3000'],
    onFault: (error) => faults.push(error),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  stop = () => app.close();
});

afterEach(() => stop());

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

/** `fetch` does not let callers set Host, so these tests use plain requests. */
async function ask(
  path: string,
  headers: Record<string, string>,
  body: unknown = initialize,
  method = 'POST',
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const write = { authorization: 'Bearer write-token' };
const read = { authorization: 'Bearer read-token' };

it.each([
  ['/mcp', 'POST'],
  ['/mcp', 'GET'],
  ['/mcp', 'DELETE'],
  ['/sse', 'GET'],
  ['/messages?sessionId=1', 'POST'],
])('asks for a token at %s %s', async (path, method) => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic eDp5' }]) {
    const answer = await ask(path, headers as Record<string, string>, '', method);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'unauthorized' });
  }
});

it.each([
  ['Host', { host: 'attacker.example' }],
  ['Origin', { origin: 'https://attacker.example' }],
  ['Origin', { origin: 'null' }],
])('refuses a foreign %s %j', async (header, headers) => {
  const answer = await ask('/mcp', { ...write, ...headers });
  expect(answer.status).toBe(403);
  expect(JSON.parse(answer.text).detail).toContain(`The ${header} header`);
});

it.each([
  [{ host: 'localhost:3000' }],
  [{ host: 'mail.example.com' }],
  [{ host: '[2001:db8::1]:3000' }],
  [{ origin: 'http://127.0.0.1:8080' }],
  [{ origin: 'https://mail.example.com' }],
])('lets in %j', async (headers) => {
  expect((await ask('/mcp', { ...write, ...headers })).status).toBe(200);
});

it('binds a session to the token that opened it', async () => {
  const opened = await ask('/mcp', write);
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  expect((await ask('/mcp', { ...write, ...session }, list)).text).toContain('list_themes');
  const foreign = await ask('/mcp', { ...read, ...session }, list);
  expect(foreign.status).toBe(404);
  const unknown = await ask('/mcp', { ...read, 'mcp-session-id': 'unknown' }, list);
  expect(unknown).toMatchObject({ status: 404, text: foreign.text });
  expect((await ask('/mcp', { ...write, ...session }, '', 'DELETE')).status).toBe(200);
  expect((await ask('/mcp', { ...write, ...session }, list)).status).toBe(404);
});

it('ends the answer to a call that is cancelled in a session, and to no other', async () => {
  const opened = await ask('/mcp', write);
  const headers = { ...write, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const answers: ((output: object) => void)[] = [];
  service.invoke = () =>
    new Promise((resolve) => {
      answers.push((output) => resolve({ output } as never));
    });
  const begin = (id: number) => {
    const params = { name: 'list_themes', arguments: {} };
    return ask('/mcp', headers, { jsonrpc: '2.0', id, method: 'tools/call', params });
  };
  const cancelled = begin(2);
  const other = begin(3);
  await expect.poll(() => answers.length, { interval: 5 }).toBe(2);
  const params = { requestId: 2 };
  await ask('/mcp', headers, { jsonrpc: '2.0', method: 'notifications/cancelled', params });
  expect(await cancelled).toMatchObject({ status: 200, text: '' });
  for (const answer of answers) answer({ themes: [] });
  expect((await other).text).toContain('"id":3');
});

it('answers no HEAD, which has no stream', async () => {
  for (const path of ['/mcp', '/sse']) {
    expect((await ask(path, write, '', 'HEAD')).status).toBe(405);
  }
});

it('binds a stream of events to its token too', async () => {
  const stream = await fetch(`${url}/sse`, { headers: write });
  const reader = stream.body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  const path = /data: (\S+)/.exec(first)?.[1] ?? '';
  expect((await ask(path, read)).status).toBe(404);
  expect((await ask(path, write)).status).toBe(202);
  await reader?.cancel();
});

it.each([
  ['malformed JSON', '{"jsonrpc":', 400],
  ['an empty body', '', 400],
  ['nesting without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ['a batch', [initialize, initialize], 400],
  ['no JSON-RPC', { hello: 1 }, 400],
  ['a request before initialize', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 400],
  ['too much', `"${'x'.repeat(17 * 1_048_576)}"`, 413],
])('answers %s and stays healthy', async (_, body, status) => {
  expect((await ask('/mcp', write, body)).status).toBe(status);
  expect((await ask('/mcp', write)).status).toBe(200);
});

describe.each(Object.entries(transports))('over %s', (_, connect) => {
  it('LEFT-18 acts as the scope of the token, and names the scope to ask for', async () => {
    const client = await connect({ url, token: 'read-token' });
    const names = (await client.listTools()).map((tool) => tool.name);
    expect(names).toContain('get_flow');
    expect(names).not.toContain('save_flow');
    const refused = await client.call('save_flow', { flow_key: 'a' });
    expect(refused).toMatchObject({ isError: true, answer: { code: 'forbidden', status: 403 } });
    const reads = ['list_changes', 'get_flow'];
    expect(service.calls.filter(({ name }) => !reads.includes(name))).toEqual([]);
    await client.close();
  });

  it('offers chosen tools, and what explains them', async () => {
    const client = await connect({ url, token: 'write-token' }, '?toolsets=emails&read_only=1');
    const names = (await client.listTools()).map((tool) => tool.name);
    expect(names).toEqual([
      'describe_schema',
      'list_emails',
      'get_email',
      'preview_email',
      'get_draft',
      'get_report',
      'find_tools',
    ]);
    await client.close();
  });

  it.each([
    '?read_only=yes',
    '?read_only=',
    '?readonly=1',
    '?toolsets=emails&toolsets=none',
    '?tools=send_mails',
    '?confirm=no',
  ])('refuses %s rather than offer more than was meant', async (query) => {
    await expect(connect({ url, token: 'write-token' }, query)).rejects.toThrow();
  });

  it.each([
    ['send_broadcast', 'send_broadcast_now'],
    ['get_emial', 'get_email'],
    ['resume_broadcasts', 'pause_broadcast'],
  ])('SAFE-57 names the tool that ?tools=%s meant, not a path', async (unknown, meant) => {
    const { status, text } = await ask(`/mcp?tools=${unknown}`, {
      authorization: 'Bearer write-token',
    });
    expect(status).toBe(422);
    const { detail } = JSON.parse(text) as { detail: string };
    expect(detail).toBe(
      `tools has no "${unknown}". Did you mean ${meant}? find_tools finds the right name.`,
    );
  });

  it('joins repeated toolsets', async () => {
    const client = await connect({ url, token: 'read-token' }, '?toolsets=emails&toolsets=flows');
    const names = (await client.listTools()).map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['get_email', 'get_flow']));
    expect(names).not.toContain('list_themes');
    await client.close();
  });

  it('aborts the operation when a call is cancelled', async () => {
    let fail: (error: Error) => void = () => undefined;
    const asked = new Promise<InvokeOptions>((resolve) => {
      service.invoke = (_name, _input, options) => {
        resolve(options);
        return new Promise((_, reject) => {
          fail = reject;
        });
      };
    });
    const client = await connect({ url, token: 'write-token' });
    const cancelling = new AbortController();
    const call = client.call('save_theme', { name: 'Night' }, cancelling.signal);
    const { isWanted } = await asked;
    expect(isWanted?.()).toBe(true);
    cancelling.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => isWanted?.(), { interval: 5 }).toBe(false);
    fail(new Refusal('unavailable', 'Cancelled.'));
    await client.close();
  });

  it('shows nothing of a fault', async () => {
    service.fault = new Error('secret internals');
    const client = await connect({ url, token: 'write-token' });
    const { isError, answer } = await client.call('list_themes');
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ code: 'internal', status: 500, fix: expect.any(String) });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(faults).toHaveLength(1);
    await client.close();
  });
});
