import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { primaryOnly } from '@postroad/core/platform/operations/log-position';
import { createClient } from '@postroad/http/client/client';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import { createLog } from '@postroad/service/platform/log';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transports } from '../mcp/mcp-clients.ts';
import { withoutDebian } from '../support/debian-postgres.ts';
import { type Replicated, startReplicated } from '../support/replica.ts';
import { runCli } from './three-surfaces.ts';

// @database postgres: an embedded database has no replica.

const token = 'test-token-0123456789-abcd';
let started: Replicated | null = null;
let url = '';
let home = '';
let close: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'postroad-home-'));
  started = await startReplicated({ API_TOKEN: token });
  if (started === null) return;
  const app = createHttpServer(started.service, { log: createLog('silent') });
  mountMcp(app, started.service, {});
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  close = () => app.close();
  await started.caughtUp();
  await started.pause();
});

afterAll(async () => {
  await close();
  await started?.stop();
  await rm(home, { recursive: true, force: true });
});

const replicatedOr = (skip: (note: string) => never): Replicated => started ?? skip(withoutDebian);

async function ask(method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { response, json: (await response.json()) as Record<string, unknown> };
}

const listed = (json: Record<string, unknown>) =>
  (json.people as { email: string }[]).map(({ email }) => email);

it('REPL-03 answers of writes have X-Postroad-Position, which reads may send', async ({ skip }) => {
  replicatedOr(skip);
  const email = 'http@example.com';
  const written = await ask('POST', '/people', {}, { email });
  const position = written.response.headers.get('x-postroad-position') ?? '';
  expect(position).toMatch(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);
  const without = await ask('GET', '/people?q=http', {});
  expect(listed(without.json)).toEqual([]);
  expect(without.response.headers.get('x-postroad-position')).toBe(null);
  const carried = await ask('GET', '/people?q=http', { 'x-postroad-position': position });
  expect(listed(carried.json)).toEqual([email]);
  const dry = await ask('POST', '/people?dry_run=1', {}, { email: 'dry@example.com' });
  expect(dry.response.headers.get('x-postroad-position')).toBe(null);
});

it.for(['x', '0/', '1/2/3', `0/0'; select 1`, '0/123456789', '1/2, 1/3', ' '])(
  'REPL-03 refuses the position %j without asking the database',
  async (position, { skip }) => {
    replicatedOr(skip);
    const { response, json } = await ask('GET', '/tags', { 'x-postroad-position': position });
    expect(response.status).toBe(position.trim() === '' ? response.status : 422);
    if (response.status === 422) {
      expect(json.errors).toEqual([
        expect.objectContaining({ path: 'X-Postroad-Position', code: 'value_invalid' }),
      ]);
    }
    // A write sees everything, whatever the header says.
    const body = { email: 'any@example.com' };
    const written = await ask('POST', '/people', { 'x-postroad-position': position }, body);
    expect(written.response.status).toBeLessThan(300);
  },
);

it('REPL-04 the client carries the position of its writes', async ({ skip }) => {
  replicatedOr(skip);
  const client = createClient({ url, token });
  const email = 'client@example.com';
  await client.invoke('upsert_person', { email });
  const { output } = await client.invoke('list_people', { q: 'client@' });
  expect(output.people.map((person) => person.email)).toEqual([email]);
  const stranger = await createClient({ url, token }).invoke('list_people', { q: 'client@' });
  expect(stranger.output.people).toEqual([]);
});

it.for(Object.entries(transports))(
  'REPL-04 MCP carries the position by itself over %s',
  async ([name, connect], { skip }) => {
    replicatedOr(skip);
    const mcp = await connect({ url, token });
    try {
      const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}@example.com`;
      expect(await mcp.call('save_person', { email })).toMatchObject({ isError: false });
      const { answer } = await mcp.call('list_people', { q: email });
      expect(answer.people).toEqual([expect.objectContaining({ email })]);
    } finally {
      await mcp.close();
    }
  },
);

it('REPL-04 a command sees what the command before it has written', async ({ skip }) => {
  replicatedOr(skip);
  const env = { POSTROAD_URL: url, POSTROAD_TOKEN: token, HOME: home };
  const run = async (argv: string[], environment: Record<string, string> = env) => {
    const { exitCode, out, err } = await runCli([...argv, '--json'], environment);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    return JSON.parse(out) as Record<string, unknown>;
  };
  // Nothing is known of what was written before, so it may lag.
  expect(listed(await run(['people', 'list', '--q', 'command@']))).toEqual([]);
  await run(['people', 'upsert', '--email', 'command@example.com']);
  expect(listed(await run(['people', 'list', '--q', 'command@']))).toEqual(['command@example.com']);
  const kept = await readFile(join(home, '.local/state/postroad/positions'), 'utf8');
  expect(kept).toMatch(new RegExp(`^[0-9A-F]+/[0-9A-F]+ ${url}\n$`));
  const exported = await runCli(['people', 'export', '--format', 'csv'], env);
  expect(exported.out).toContain('command@example.com');
  // Without a home there is no place to keep it, so the primary is asked.
  const { HOME: _, ...homeless } = env;
  expect(listed(await run(['people', 'list', '--q', 'command@'], homeless))).toHaveLength(1);
  const broken = { ...env, HOME: '/dev/null' };
  const { exitCode, err } = await runCli(['people', 'upsert', '--email', 'x@example.com'], broken);
  expect(exitCode).toBe(0);
  expect(err).toMatch(/^Lists may lack this change for some seconds: /);
});

it('REPL-03 live changes have the position at which lists have them', async ({ skip }) => {
  replicatedOr(skip);
  const stop = new AbortController();
  const live = await fetch(`${url}/api/v1/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const decoder = new TextDecoder();
  let text = '';
  const reading = (async () => {
    for await (const piece of live.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      if (text.includes('data:')) return;
    }
  })();
  await ask('POST', '/people', {}, { email: 'live@example.com' });
  await reading;
  stop.abort();
  const [, position = ''] = /^id: (.+)\ndata: \{"resource":"people"/m.exec(text) ?? [];
  const { json } = await ask('GET', '/people?q=live', { 'x-postroad-position': position });
  expect(listed(json)).toEqual(['live@example.com']);
  expect(position).not.toBe(primaryOnly);
});
