import {
  type OperationName,
  operationNamed,
  operationNames,
} from '@postroad/core/operations/catalog';
import { pathParameters } from '@postroad/core/operations/operation';
import fc from 'fast-check';

export interface FuzzRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
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
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Text that may hold lone surrogates cannot be percent-encoded; it goes as the bytes it becomes. */
function encode(text: unknown): string {
  return encodeURIComponent(String(text).toWellFormed());
}

/** Keys an operation knows, each given or not, and now and then one that it does not know. */
function fieldsOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(Object.fromEntries(names.map((name) => [name, value])), {
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
  const hasBody = method === 'POST' || method === 'PATCH';
  const address = fc.record(
    Object.fromEntries(inPath.map((key) => [key, fc.oneof(fc.constant(1), value)])),
  );
  const dryRun = fc.constantFrom('', '', 'dry_run=1', 'dry_run=0', 'dry_run=x');
  const broken = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{', '[]', '{"a":1e999}'));
  const body = fieldsOf(names).map((fields) => JSON.stringify(fields));
  return fc
    .record({
      params: address,
      fields: fieldsOf(names),
      dryRun,
      body: fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: broken }),
      key: fc.option(fc.string({ maxLength: 250 }), { nil: undefined }),
      token: fc.constantFrom('write-token', 'write-token', 'write-token', 'read-token', 'x'),
    })
    .map((parts) => {
      const query = Object.entries(hasBody ? {} : parts.fields).map(
        ([key, field]) =>
          `${encode(key)}=${encode(typeof field === 'object' ? JSON.stringify(field) : field)}`,
      );
      const url = path.replace(/:(\w+)/g, (_match, key: string) => encode(parts.params[key]));
      const search = [...query, parts.dryRun].filter((part) => part !== '').join('&');
      const headers: Record<string, string> = { authorization: `Bearer ${parts.token}` };
      if (hasBody) headers['content-type'] = 'application/json';
      if (parts.key !== undefined) headers['idempotency-key'] = encode(parts.key);
      return {
        method,
        url: `/api/v1${url}${search === '' ? '' : `?${search}`}`,
        headers,
        ...(hasBody ? { payload: parts.body } : {}),
      };
    });
}

/** Requests to every route of the catalog, well-formed and otherwise. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...operationNames.map(requestOf));
