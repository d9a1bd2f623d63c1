import type { Provider } from '@postroad/mail/providers/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiCases, canary } from './api-providers.ts';
import { type ApiReply, type ApiServer, startApiServer } from './api-server.ts';

const address = 'o’brien+a/b@exämple.com';
const encoded = encodeURIComponent(address);

let api: ApiServer;

beforeAll(async () => {
  api = await startApiServer({ status: 200, body: {} });
});

afterAll(() => api.close());

beforeEach(() => {
  api.requests.length = 0;
});

const postmark = (Status: string): ApiReply => ({
  status: 200,
  body: { Suppressions: [{ EmailAddress: address, Status, Message: 'Why.' }] },
});
const json = (body: Buffer) => (body.length > 0 ? (JSON.parse(body.toString()) as unknown) : null);

/** From each provider's documentation: the requests, and an answer that accepts them. */
const cases = {
  ses: {
    out: ['PUT', '/v2/email/suppression/addresses', { status: 200, body: {} }],
    back: ['DELETE', `/v2/email/suppression/addresses/${encoded}`, { status: 200, body: {} }],
    unknownIsDone: [false, true],
    says: { EmailAddress: address, Reason: 'COMPLAINT' },
  },
  postmark: {
    out: ['POST', '/message-streams/outbound/suppressions', postmark('Suppressed')],
    back: ['POST', '/message-streams/outbound/suppressions/delete', postmark('Deleted')],
    unknownIsDone: [false, false],
    says: { Suppressions: [{ EmailAddress: address }] },
  },
  resend: {
    out: ['PATCH', `/contacts/${encoded}`, { status: 200, body: { object: 'contact', id: 'x' } }],
    back: ['PATCH', `/contacts/${encoded}`, { status: 200, body: { object: 'contact', id: 'x' } }],
    unknownIsDone: [true, true],
    says: { unsubscribed: true },
  },
  mailgun: {
    out: ['POST', '/v3/mg.example.com/unsubscribes', { status: 200, body: { message: 'ok' } }],
    back: [
      'DELETE',
      `/v3/mg.example.com/unsubscribes/${encoded}`,
      { status: 200, body: { message: 'ok' } },
    ],
    unknownIsDone: [false, true],
    says: null,
  },
} as const;

describe.each(apiCases)('$name', ({ name, create, secrets }) => {
  const { out, back, unknownIsDone, says } = cases[name as keyof typeof cases];
  let provider: Provider;
  const set = async (held: boolean, reply: ApiReply) => {
    api.reply = reply;
    return await provider.setOptOut?.(address, held);
  };

  beforeEach(async () => {
    provider = create({ endpoint: api.endpoint, timeoutMs: 60_000 });
  });

  it('receives an opt-out and its withdrawal', async () => {
    expect(await set(true, out[2])).toEqual({ kind: 'done' });
    expect(await set(false, back[2])).toEqual({ kind: 'done' });
    const asked = api.requests.map(({ method, path }) => [method, path]);
    expect(asked).toEqual([out.slice(0, 2), back.slice(0, 2)]);
    const [first] = api.requests;
    if (says !== null) expect(json(first?.body ?? Buffer.alloc(0))).toEqual(says);
    else {
      const form = first?.body.toString() ?? '';
      expect(form).toMatch(/name="tag"\r\n\r\n\*\r\n/);
      expect(form).toContain(`name="address"\r\n\r\n${address}\r\n`);
    }
    const keys = JSON.stringify(api.requests.map(({ headers }) => headers));
    expect(keys).toMatch(/authorization|x-postmark-server-token/);
  });

  it('is asked again after a temporary failure, and not after a refusal', async () => {
    for (const status of [429, 500, 503, 401, 403]) {
      const reply = { status, body: { message: `No ${canary}.` }, headers: { 'retry-after': '0' } };
      const outcome = await set(true, reply);
      expect(outcome).toMatchObject({
        kind: 'later',
        reason: expect.stringContaining(`${status}`),
      });
      for (const secret of secrets) expect(JSON.stringify(outcome)).not.toContain(secret);
    }
    expect(await set(true, { status: 422, body: {} })).toMatchObject({ kind: 'refused' });
    for (const [index, held] of [true, false].entries()) {
      const outcome = await set(held, { status: 404, body: { message: 'Not found' } });
      expect(outcome?.kind).toBe(unknownIsDone[index] ? 'done' : 'refused');
    }
    expect(await set(true, (response) => response.destroy())).toMatchObject({ kind: 'later' });
  });
});

it('a suppression that Postmark does not change is refused with its words', async () => {
  const found = apiCases.find(({ name }) => name === 'postmark');
  const provider = found?.create({ endpoint: api.endpoint });
  api.reply = postmark('Failed');
  expect(await provider?.setOptOut?.(address, false)).toMatchObject({ kind: 'refused' });
});
