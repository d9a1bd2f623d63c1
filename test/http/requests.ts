import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import {
  hasBody,
  type Operation,
  pathParameters,
} from '@postroad/core/platform/operations/operation';
import fc from 'fast-check';
import { anyCharacter } from '../support/property-tests.ts';

export interface FuzzRequest {
  method: Operation['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const nasty = fc.constantFrom<unknown>(
  ...[
    '\u0000',
    '\ud800',
    "'; drop table people; --",
    '{{ 1 | times: 2 }}',
    '{%',
    '</style>',
    '%',
    '\\',
  ],
  ...['1', '0', '-1', 'a@example.com', 'a@b', '2026-01-01T00:00:00Z', 'true', '', ' ', '__proto__'],
  ...[0, 1, -1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, null, true, [], {}, [[]], [null]],
  ...[{ all: [] }, { trigger: { type: 'event' }, nodes: [{ type: 'delay' }] }, { light: '#000' }],
);

const value = fc.oneof(
  { depthSize: 'small' },
  nasty,
  fc.string({ unit: anyCharacter }),
  fc.jsonValue({ maxDepth: 4 }),
);

const node = fc.constantFrom(
  { type: 'send_email', email_id: 1 },
  { type: 'add_tag', tag: 'a' },
  { type: 'delay', amount: 1, unit: 'days' },
  { type: 'if_else', condition: { type: 'has_tag', tag: 'a' }, then: [{ type: 'exit_flow' }] },
);
const plausibleEvent = { email: 'a@example.com', name: 'signed_up', details: { plan: 'pro' } };

/** Plausible values by key, so that requests pass the first validation. */
const plausible: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.constantFrom('a@example.com', 'é@exämple.com', '"a b"@example.com'),
  name: fc.constantFrom('signed_up', 'Ünï', 'x'.repeat(200)),
  key: fc.stringMatching(/^[a-z]{3}$/),
  subject: fc.constantFrom('Hi {{ first_name }}', '{% if %}', 'x'.repeat(500)),
  body_markdown: fc.constantFrom(
    '**Hi** {{ first_name | upcase }}',
    '{% for a in (1..9) %}',
    '[a](b',
  ),
  html: fc.constantFrom('<p>{{ content }}</p>', '{{ content }}{{ content }}', '<style>{{'),
  css: fc.constantFrom('p { color: red }', 'p {', '}</style>'),
  theme: fc.constantFrom('default', 'nope', null),
  variables: fc.constantFrom({}, { link_color: { light: '#fff', dark: '#000' } }, { nope: 1 }),
  labels: fc.constantFrom([], ['a', ' a ', '']),
  from_address: fc.constantFrom('a@example.com', 'A <a@example.com>', 'a@b, c@d', null),
  template_id: fc.constantFrom(1, 2 ** 53 - 1, null),
  definition: fc.record({
    trigger: fc.constantFrom({ type: 'event', event: 'signed_up' }, {}, { type: 'x' }),
    nodes: fc.array(node, { maxLength: 3 }),
  }),
  events: fc.array(fc.oneof(fc.constant(plausibleEvent), fc.jsonValue()), { maxLength: 4 }),
  details: fc.oneof(fc.constant({ plan: 'pro' }), fc.dictionary(fc.string(), fc.jsonValue())),
  occurred_at: fc.constantFrom('2026-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '2026-02-30'),
  person: fc.constantFrom('a@example.com', '1', {
    first_name: 'Ada',
    fields: { a: 1 },
    tags: ['a'],
  }),
  timezone: fc.constantFrom('Europe/Berlin', 'Mars/Olympus'),
  base_url: fc.constantFrom('https://example.com', 'javascript:alert(1)', null),
  scope: fc.constantFrom('read', 'write'),
  status: fc.constantFrom('sent', 'scheduled'),
  run_policy: fc.constantFrom('single_run', 'repeat'),
  idempotency_key: fc.constantFrom('a', 'b'),
  now: fc.constantFrom('2999-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2000-01-01'),
  advance: fc.constantFrom({ amount: 1, unit: 'days' }, { amount: 1_000_000, unit: 'weeks' }),
  cursor: fc.constantFrom('1', 'WzFd', 'eyJhIjoxfQ'),
};

function fieldValue(key: string): fc.Arbitrary<unknown> {
  const meant = plausible[key] ?? fc.constantFrom<unknown>(1, '1', 'a', true);
  return fc.oneof({ weight: 3, arbitrary: meant }, { weight: 1, arbitrary: value });
}

/** Text with lone surrogates cannot be percent-encoded; it is sent as its UTF-8 bytes. */
function encode(text: unknown): string {
  // An object may have no usable toString, but always has JSON.
  const written = typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
  return encodeURIComponent(written.toWellFormed());
}

/** Known keys of an operation, each present or not, and sometimes an unknown key. */
function fieldsOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(Object.fromEntries(names.map((name) => [name, fieldValue(name)])), {
    requiredKeys: [],
  });
  const stray = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), value, { maxKeys: 2 }) },
  );
  return fc.tuple(known, stray).map(([fields, more]) => ({ ...more, ...fields }));
}

function requestOf(name: OperationName): fc.Arbitrary<FuzzRequest> {
  const { method, path, input } = operationNamed(name);
  const inPath = pathParameters(path);
  const shape = (input as { shape?: Record<string, unknown> }).shape ?? {};
  const names = Object.keys(shape).filter((key) => !inPath.includes(key));
  const inBody = hasBody({ method });
  const address = fc.record(
    Object.fromEntries(
      inPath.map((key) => [
        key,
        fc.oneof(fc.constantFrom<unknown>(1, 2, 'default', 'welcome'), value),
      ]),
    ),
  );
  const dryRun = fc.constantFrom('', '', 'dry_run=1', 'dry_run=0', 'dry_run=x');
  const broken = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('{', '[]', '{"a":1e999}'),
  );
  const body = fieldsOf(names).map((fields) => JSON.stringify(fields));
  return fc
    .record({
      params: address,
      fields: fieldsOf(names),
      dryRun,
      body: fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: broken }),
      key: fc.option(fc.string({ maxLength: 250 }), { nil: undefined }),
      token: fc.constantFrom(...new Array(9).fill('write-token'), 'read-token'),
    })
    .map((parts) => {
      const query = Object.entries(inBody ? {} : parts.fields).map(
        ([key, field]) =>
          `${encode(key)}=${encode(typeof field === 'object' ? JSON.stringify(field) : field)}`,
      );
      const url = path.replace(/:(\w+)/g, (_match, key: string) => encode(parts.params[key]));
      const search = [...query, parts.dryRun].filter((part) => part !== '').join('&');
      const headers: Record<string, string> = { authorization: `Bearer ${parts.token}` };
      if (inBody) headers['content-type'] = 'application/json';
      if (parts.key !== undefined) headers['idempotency-key'] = encode(parts.key);
      return {
        method,
        url: `/api/v1${url}${search === '' ? '' : `?${search}`}`,
        headers,
        ...(inBody ? { payload: parts.body } : {}),
      };
    });
}

/** Requests to every route of the catalog, well-formed and otherwise. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...operationNames.map(requestOf));
