import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, ProblemError, ServerUnreachable } from '@postroad/http/client/client';
import { sendByNode } from '@postroad/http/client/node-send';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';
import { startHttp, type TestServer } from './http-server.ts';

const service = createFakeService();
let server: TestServer;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  server = await startHttp(service);
  client = createClient({ url: `${server.url}/`, token: 'write-token' });
});
afterAll(() => server.stop());
beforeEach(() => {
  service.calls.length = 0;
});

const inputs = () => service.calls.map(({ input }) => input);

it('makes path, query and body from the catalog', async () => {
  await client.invoke('list_emails', { q: 'a&b=c', limit: 3, archived: true, label: undefined });
  await client.invoke('get_person', { person: 'a/b?c#d+é@example.com' });
  await client.invoke('update_email', { email_id: 7, labels: ['x'], from_address: null });
  await client.invoke('record_events', { events: [{ email: 'a@example.com', name: 'x' }] });
  await client.invoke('revoke_token', { token_id: 2 });
  await client.invoke('activate_flow', { flow_key: 'welcome' });
  expect(inputs()).toEqual([
    { q: 'a&b=c', limit: 3, archived: true, sort: '-id' },
    { person: 'a/b?c#d+é@example.com' },
    { email_id: 7, labels: ['x'], from_address: null },
    { events: [{ email: 'a@example.com', name: 'x' }] },
    { token_id: 2 },
    { flow_key: 'welcome' },
  ]);
});

it('passes on a dry run and an idempotency key, and marks a dry run in the answer', async () => {
  service.outputs.create_email = { email: { id: 5 }, warnings: [] };
  const dry = await client.invoke('create_email', {}, { dryRun: true, idempotencyKey: 'k' });
  expect(dry).toEqual({ status: 201, output: { email: { id: 5 }, warnings: [] }, dryRun: true });
  expect(service.calls[0]?.options).toMatchObject({ dryRun: true, idempotencyKey: 'k' });
  expect((await client.invoke('create_email', {})).dryRun).toBe(false);
});

it('throws the problem document of a refusal', async () => {
  const refused = client.invoke('list_emails', { limit: 0 });
  await expect(refused).rejects.toThrow(ProblemError);
  await expect(refused).rejects.toMatchObject({
    problem: { status: 422, errors: [{ path: 'limit', code: 'too_small' }] },
  });
  const unauthorized = createClient({ url: server.url, token: 'wrong' });
  await expect(unauthorized.invoke('get_profile', {})).rejects.toMatchObject({
    problem: { status: 401, code: 'unauthorized' },
  });
});

it.each(['', '.', '..', '\ud800'])('asks for no other address with the id %j', async (person) => {
  const refused = client.invoke('get_person', { person });
  await expect(refused).rejects.toMatchObject({ problem: { status: 404, code: 'not_found' } });
  expect(service.calls).toEqual([]);
});

it('names a parameter of the path that is missing', async () => {
  const refused = client.invoke('get_email', {} as { email_id: number });
  await expect(refused).rejects.toMatchObject({
    problem: { status: 422, errors: [{ path: 'email_id', code: 'required' }] },
  });
});

/** A server that gives the same answer to everything, as at a wrong URL. */
async function withOther(
  answer: { status: number; type: string; body: string },
  use: (url: string) => Promise<void>,
): Promise<void> {
  const other = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': answer.type, location: '/login' });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  } finally {
    other.close();
  }
}

it.each([
  { status: 200, type: 'text/html', body: '<h1>Hello</h1>' },
  { status: 502, type: 'text/html', body: 'Bad gateway' },
  { status: 302, type: 'text/plain', body: '' },
  { status: 200, type: 'application/json', body: '{"broken' },
])('says that what answers is no Postroad: %j', async (answer) => {
  await withOther(answer, async (url) => {
    const failed = createClient({ url, token: 'secret-token' }).invoke('get_profile', {});
    await expect(failed).rejects.toThrow(ServerUnreachable);
    await expect(failed).rejects.toThrow(url);
    await expect(failed).rejects.not.toThrow('secret-token');
  });
});

it('says where nothing answers, and what to do', async () => {
  let gone = '';
  await withOther({ status: 200, type: 'text/plain', body: '' }, async (url) => {
    gone = url;
  });
  const failed = createClient({ url: gone, token: 't' }).invoke('get_profile', {});
  await expect(failed).rejects.toThrow(ServerUnreachable);
  await expect(failed).rejects.toThrow(
    /^No Postroad server answers at http.*refused.*POSTROAD_URL/,
  );
});

it.each([
  { body: '', of: 'before the answer' },
  { body: '{"profile": ', of: 'within the answer' },
])('SURF-03 does not say to repeat a write whose connection breaks $of', async ({ body }) => {
  const breaking = createServer((request, response) => {
    request.resume().on('end', () => {
      if (body === '') return request.socket.destroy();
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1_000 });
      response.write(body, () => request.socket.destroy());
    });
  });
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
    for (const send of [fetch, sendByNode]) {
      const client = createClient({ url, token: 't', fetch: send });
      const write = client.invoke('create_broadcast', { name: 'May', email_source: 'scratch' });
      await expect(write).rejects.toThrow(
        /may have been carried out: look before you repeat it\.$/,
      );
      await expect(client.invoke('get_profile', {})).rejects.toThrow(/Try again\.$/);
    }
  } finally {
    breaking.close();
  }
});

it.each(['', 'localhost:3000', 'ftp://x', 'http://'])('refuses the address %j', (url) => {
  expect(() => createClient({ url, token: 't' })).toThrow(ServerUnreachable);
});
