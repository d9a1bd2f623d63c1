import { limits } from '@postroad/core/platform/limits';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';
import { expectProblem, startHttp, type TestServer } from './http-server.ts';

const service = createFakeService();
const seen: [provider: string, request: WebhookRequest][] = [];
service.takeWebhook = async (provider, request) => {
  seen.push([provider, request]);
  if (provider === 'nobody') return null;
  return request.headers['x-good'] === 'yes';
};
let server: TestServer;

beforeAll(async () => {
  server = await startHttp(service);
});
afterAll(() => server.stop());

const octets = Buffer.from([0, 1, 0xff, 0x7b, 0x0d, 0x0a]);

it.each(['text/plain; charset=UTF-8', 'application/json', 'message/rfc822', 'a/b; c="d"'])(
  'hands over the octets as they came, whatever their type: %j',
  async (type) => {
    seen.length = 0;
    const headers = { 'content-type': type, 'x-good': 'yes' };
    const answered = await server.ask('POST', '/webhooks/ses', {
      token: null,
      headers,
      body: octets,
    });
    expect(answered).toMatchObject({ status: 200, json: { status: 'taken' } });
    const [[provider, request] = []] = seen;
    expect(provider).toBe('ses');
    expect(request?.body.equals(octets)).toBe(true);
  },
);

it('takes a post without a body for an empty one', async () => {
  seen.length = 0;
  await server.ask('POST', '/webhooks/ses', { token: null });
  expect(seen[0]?.[1].body).toHaveLength(0);
});

it('answers 401 with a challenge to an unverified sender, with a token or without', async () => {
  for (const token of [null, 'write-token']) {
    const answered = await server.ask('POST', '/webhooks/postmark', { token, body: {} });
    expectProblem(answered, 401, 'unauthorized');
    expect(answered.headers.get('www-authenticate')).toBe('Basic realm="webhooks"');
  }
});

it('answers 404 for an unknown provider, and 405 for other methods', async () => {
  expectProblem(await server.ask('POST', '/webhooks/nobody', { body: {} }), 404, 'not_found');
  expect((await server.ask('GET', '/webhooks/ses')).status).toBe(405);
});

it('takes no more than a body may hold', async () => {
  seen.length = 0;
  const body = Buffer.alloc(limits.bodyBytes + 1);
  expectProblem(await server.ask('POST', '/webhooks/ses', { body }), 413, 'payload_too_large');
  expect(seen).toEqual([]);
});
