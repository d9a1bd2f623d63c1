import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { openApiDocument } from '@postroad/http/openapi/openapi';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';
import { expectProblem } from './http-server.ts';
import { matches, type Schema } from './json-schema.ts';
import { type RealServer, startReal } from './real-server.ts';
import { anyRequest } from './requests.ts';

let server: RealServer;

/** Ids of the starter content, by the words for them in the requests. */
const ids = new Map<string, number>();

beforeAll(async () => {
  server = await startReal();
  for (const [word, list] of [
    ['LAYOUT', 'templates'],
    ['EMAIL', 'emails'],
  ] as const) {
    const [first] = (await server.ask('GET', `/api/v1/${list}`)).json[list] as { id: number }[];
    ids.set(word, first?.id ?? 0);
  }
});
afterAll(() => server.stop());

const { paths } = openApiDocument();

/** The schema of an answer in the OpenAPI document. */
function answerSchema(name: OperationName, status: number): Schema {
  const { method, path } = operationNamed(name);
  const operation = paths[`/api/v1${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
  const response = operation?.responses[status] as { content: Record<string, { schema: Schema }> };
  const schema = response?.content['application/json']?.schema;
  if (!schema) throw new Error(`${name} has no answer ${status} in the document.`);
  return schema;
}

const event = { email: 'ada@example.com', name: 'signed_up', details: { plan: 'pro' } };

/** Requests in this order; later ones need the records of earlier ones. */
const requests: [name: OperationName, url: string, body?: unknown][] = [
  ['record_event', '/events', event],
  ['record_event', '/events', { ...event, idempotency_key: 'k' }],
  ['record_event', '/events', { ...event, idempotency_key: 'k' }],
  ['record_events', '/events', { events: [event, { email: 'x' }] }],
  ['list_events', '/events?limit=1'],
  ['list_event_types', '/event_types'],
  ['list_people', '/people'],
  ['get_person', '/people/ada%40example.com'],
  ['list_themes', '/themes'],
  ['create_theme', '/themes', { name: 'Night' }],
  ['get_theme', '/themes/night'],
  ['update_theme', '/themes/night', { name: 'Late night' }],
  ['list_layouts', '/templates'],
  ['create_layout', '/templates', { name: 'Bare', html: '<p>{{ content }}</p>' }],
  ['get_layout', '/templates/LAYOUT'],
  ['update_layout', '/templates/LAYOUT', { name: 'First' }],
  ['list_emails', '/emails'],
  ['create_email', '/emails', { subject: 'Hello', body_markdown: 'Hi **you**' }],
  ['get_email', '/emails/EMAIL'],
  ['update_email', '/emails/EMAIL', { subject: 'Welcome' }],
  ['preview_email', '/emails/EMAIL/preview', {}],
  ['list_flows', '/flows'],
  ['create_flow', '/flows', { key: 'later' }],
  ['get_flow', '/flows/later'],
  ['update_flow', '/flows/later', { name: 'Later' }],
  ['validate_flow', '/flows/later/validate', {}],
  ['list_queue', '/queue'],
  ['get_profile', '/profile'],
  ['update_profile', '/profile', { name: 'Test' }],
  ['create_token', '/tokens', { name: 'reader', scope: 'read' }],
  ['list_tokens', '/tokens'],
];

it.each(requests)('answers %s %s as the OpenAPI document says', async (name, path, body) => {
  const url = path.replace(/[A-Z]{2,}/, (word) => String(ids.get(word)));
  const { method } = operationNamed(name);
  const answer = await server.ask(method, `/api/v1${url}`, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  expect(matches(answer.json, answerSchema(name, answer.status)), answer.text).toBe(true);
  if (method === 'GET' || body === undefined) return;
  const dry = await server.ask(method, `/api/v1${url}?dry_run=1`, { body });
  if (dry.status >= 300) expectProblem(dry, dry.status, String(dry.json.code));
  else if (name !== 'validate_flow' && name !== 'preview_email') {
    expect(dry.json.dry_run, dry.text).toBe(true);
    expect(matches(dry.json, answerSchema(name, dry.status)), dry.text).toBe(true);
  }
});

describe('tokens', () => {
  it('read with a read token, write with a write token, and nothing once revoked', async () => {
    const made = await server.ask('POST', '/api/v1/tokens', { body: { name: 'r', scope: 'read' } });
    const { secret: token, token: row } = made.json as { secret: string; token: { id: number } };
    expect((await server.ask('GET', '/api/v1/profile', { token })).status).toBe(200);
    const write = await server.ask('PATCH', '/api/v1/profile', { token, body: { name: 'x' } });
    expectProblem(write, 403, 'forbidden');
    expect((await server.ask('DELETE', `/api/v1/tokens/${row.id}`)).json).toEqual({
      deleted: true,
    });
    expectProblem(await server.ask('GET', '/api/v1/profile', { token }), 401, 'unauthorized');
    expectProblem(await server.ask('DELETE', '/api/v1/tokens/999999'), 404, 'not_found');
  });
});

describe('ids that are not there', () => {
  const none = ['999999', '2147483648', '9007199254740991', '9007199254740993', 'x'];
  it.each(none)('%s', async (id) => {
    for (const path of ['/emails', '/templates', '/themes', '/flows', '/people']) {
      const answer = await server.ask('GET', `/api/v1${path}/${id}`);
      expectProblem(answer, 404, 'not_found');
    }
    expectProblem(await server.ask('POST', `/api/v1/queue/${id}/retry`), 404, 'not_found');
    expectProblem(await server.ask('POST', `/api/v1/flows/${id}/pause`), 404, 'not_found');
  });
});

it('LEFT-10 replays the first answer for an Idempotency-Key, and refuses another body', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = { subject: 'Once' };
  const first = await server.ask('POST', '/api/v1/emails', { body, headers });
  const second = await server.ask('POST', '/api/v1/emails', { body, headers });
  expect(second.json).toEqual(first.json);
  // LEFT-10
  const replayed = 'idempotency-replayed';
  expect([first, second].map((one) => one.headers.get(replayed))).toEqual([null, 'true']);
  const other = await server.ask('POST', '/api/v1/emails', { body: { subject: 'Two' }, headers });
  expectProblem(other, 422, 'idempotency_key_reused');
});

it('has no clock that can be moved without TEST_CLOCK', async () => {
  expectProblem(await server.ask('GET', '/api/v1/clock'), 404, 'not_found');
});

it('reports that it is ready, and metrics without personal data', async () => {
  expect((await server.ask('GET', '/readyz', { token: null })).status).toBe(200);
  const metrics = await server.ask('GET', '/metrics', { token: null });
  expect(metrics.text).toMatch(/^# HELP |^\w+/);
  expect(metrics.text).not.toMatch(/ada|@/);
});

it('SCHEMA-09 is not ready while a migration is missing, whatever its number', async () => {
  const { pool } = server.database;
  const [missing] = await pool<{ number: number; name: string }[]>`
    delete from migrations where number = 12 returning number, name`;
  try {
    const answer = await server.ask('GET', '/readyz', { token: null });
    expectProblem(answer, 503, 'unavailable');
    expect(answer.json.reasons).toEqual(['The database is not migrated. Run postroad migrate.']);
  } finally {
    await pool`insert into migrations (number, name)
      values (${missing?.number ?? 0}, ${missing?.name ?? ''})`;
  }
  expect((await server.ask('GET', '/readyz', { token: null })).status).toBe(200);
});

it('SCHEMA-09 is not ready after a newer version has migrated the database, and says what to stop', async () => {
  const { pool } = server.database;
  await pool`insert into migrations (number, name) values (9999, '9999-newer.sql')`;
  try {
    const answer = await server.ask('GET', '/readyz', { token: null });
    expectProblem(answer, 503, 'unavailable');
    expect(answer.json.reasons).toEqual([
      'A newer version has migrated the database. Stop this process, and start the newer version.',
    ]);
  } finally {
    await pool`delete from migrations where number = 9999`;
  }
});

it('answers every request, and never with a fault', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const response = await server.app.inject(request);
      const seen = `${JSON.stringify(request)}\n${response.body}\n${server.logged.splice(0)}`;
      expect(response.statusCode, seen).toBeLessThan(500);
      const types = ['application/json', 'text/csv', 'application/x-ndjson'];
      const type = String(response.headers['content-type']).replace('; charset=utf-8', '');
      if (response.statusCode < 400) expect(types).toContain(type);
      else expect(type).toBe('application/problem+json');
    }),
    { numRuns: runs(600) },
  );
  expect((await server.ask('GET', '/readyz')).status).toBe(200);
});
