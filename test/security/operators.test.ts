import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPage } from '../docs/guide.ts';
import { type RealServer, startReal } from '../http/real-server.ts';
import { snsOf } from '../mail/webhooks/hooks.ts';

// What is done with tokens and passwords, over HTTP.

const passwords = { ses: 'the-password-of-ses', smtp: 'the-password-of-smtp' };
const topic = 'arn:aws:sns:eu-west-1:123456789012:mail';

let server: RealServer;

beforeAll(async () => {
  server = await startReal({
    ...{ WEBHOOK_PASSWORD_SES: passwords.ses, WEBHOOK_PASSWORD_SMTP: passwords.smtp },
    SES_TOPIC_ARN: topic,
  });
});

afterAll(() => server.stop());

async function tokenOf(scope: string): Promise<{ id: number; secret: string }> {
  const { json } = await server.ask('POST', '/api/v1/tokens', { body: { name: scope, scope } });
  return { id: (json.token as { id: number }).id, secret: String(json.secret) };
}

it('SEC-09 who had a token stop a flow, export, erase and redirect is on record', async () => {
  const { id, secret: token } = await tokenOf('admin');
  const calls = [
    ['POST', '/flows/welcome/pause', {}],
    ['GET', '/people/export', undefined],
    ['POST', '/people', { email: 'ada@example.com' }],
    ['DELETE', '/people/ada@example.com', undefined],
    ['POST', '/tokens', { name: 'another', scope: 'read' }],
    ['PATCH', '/profile', { default_from_address: 'evil@example.org' }],
    ['PATCH', '/settings', { settings: { 'sending.unsubscribe_page_url': 'https://e.example/' } }],
  ] as const;
  for (const [method, path, body] of calls) {
    const { status } = await server.ask(method, `/api/v1${path}`, { token, body });
    expect([path, status < 300]).toEqual([path, true]);
  }
  await server.ask('DELETE', `/api/v1/tokens/${id}`);
  const { json } = await server.ask('GET', '/api/v1/changes?actor=admin');
  const changes = json.changes as { operation: string; surface: string }[];
  expect(changes.map(({ operation }) => operation).toReversed()).toEqual([
    ...['pause_flow', 'export_people', 'upsert_person', 'delete_person', 'create_token'],
    ...['update_profile', 'update_settings'],
  ]);
  expect(new Set(changes.map(({ surface }) => surface))).toEqual(new Set(['http']));
});

it('SEC-10 a token of a web server that posts events exports, erases and sends nothing', async () => {
  const { secret: token } = await tokenOf('events');
  const event = { email: 'ada@example.com', name: 'signed_up' };
  expect((await server.ask('POST', '/api/v1/events', { token, body: event })).status).toBe(201);
  for (const [method, path, body] of [
    ['GET', '/people/export', undefined],
    ['DELETE', '/people/ada@example.com', undefined],
    ['POST', '/broadcasts', { name: 'x', email_source: 'scratch' }],
    ['PATCH', '/settings', { settings: {} }],
    ['POST', '/tokens', { name: 'x', scope: 'events' }],
    ['GET', '/people', undefined],
  ] as const) {
    const { status } = await server.ask(method, `/api/v1${path}`, { token, body });
    expect([path, status]).toEqual([path, 403]);
  }
});

it('SEC-29 the checks warn of a signing key that a dump would have, and the guide says why', async () => {
  const { json } = await server.ask('GET', '/api/v1/checks');
  const { results } = json.checks as { results: { check: string; level: string }[] };
  expect(results.find(({ check }) => check === 'secret_key')?.level).toBe('warning');
  expect(readPage('docs/guides/unsubscribing.md')).toMatch(/forge/);
  expect(readPage('docs/guides/security.md')).toContain('a copy of the database could forge links');
});

it('SEC-30 who has the password of one provider does not speak for another, nor with an old message', async () => {
  const post = async (path: string, password: string, body: object) => {
    const authorization = `Basic ${Buffer.from(`postroad:${password}`).toString('base64')}`;
    const options = { token: null, headers: { authorization }, body };
    return (await server.ask('POST', `/webhooks/${path}`, options)).status;
  };
  const at = (ms: number) =>
    snsOf({}, { TopicArn: topic, Timestamp: new Date(Date.now() + ms).toISOString() });
  expect(await post('smtp', passwords.ses, {})).toBe(401);
  expect(await post('postmark', passwords.ses, {})).toBe(401);
  expect(await post('ses', passwords.smtp, at(0))).toBe(401);
  expect(await post('ses', passwords.ses, at(-24 * 3_600_000))).toBe(401);
  expect(await post('ses', passwords.ses, at(0))).toBe(200);
});
