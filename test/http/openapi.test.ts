import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationNames } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { OpenApiOperation } from '@postroad/http/openapi/document';
import { openApiDocument } from '@postroad/http/openapi/openapi';
import { expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { createFakeService } from './fake-service.ts';
import { startHttp } from './http-server.ts';
import { matches, type Schema } from './json-schema.ts';

const document = openApiDocument();
const text = `${JSON.stringify(document, null, 2)}\n`;

const operations: [path: string, method: string, operation: OpenApiOperation][] = Object.entries(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [path, method, operation] as [string, string, OpenApiOperation],
  ),
);

function resolve(reference: string): unknown {
  expect(reference).toMatch(/^#\//);
  let value: unknown = document;
  for (const part of reference.slice(2).split('/')) value = (value as Schema)[part];
  return value;
}

/** Every value of the document by its path. */
function* walk(value: unknown, path = '#'): Generator<[path: string, value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* walk(child, `${path}/${key}`);
}

it('is the committed docs/openapi.json; UPDATE_GOLDEN=1 updates it', () => {
  const path = join(root, 'docs/openapi.json');
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('is the document that the server returns', async () => {
  const server = await startHttp(createFakeService());
  const answer = await server.ask('GET', '/openapi.json', { token: null });
  expect(answer.json).toEqual(document);
  await server.stop();
});

const forSubscribers = ['read_subscription', 'unsubscribe', 'resubscribe'];

it('names every operation of the catalog once, and below /api/v1 no other but live changes and what subscribers call', () => {
  const named = operations
    .filter(([path, , operation]) => path.startsWith('/api/v1/') && !operation['x-alias-of'])
    .flatMap(([, , operation]) => operation['x-operations'] ?? [operation.operationId]);
  expect(named.sort()).toEqual([...operationNames, 'live', ...forSubscribers].sort());
});

it('VER-01 has what operators and the pages of subscribers call under /api/v1', () => {
  const outside = operations.flatMap(([path]) => (path.startsWith('/api/v1/') ? [] : [path]));
  expect([...new Set(outside)].sort()).toEqual([
    ...[
      '/',
      '/c/{token}',
      '/docs',
      '/docs/problems',
      '/healthz',
      '/metrics',
      '/o/{token}',
      '/openapi.json',
      '/readyz',
    ],
    ...['/u/{token}', '/webhooks/{provider}'],
  ]);
});

it('has only references that resolve', () => {
  for (const [, value] of walk(document)) {
    const reference = (value as Schema | null)?.$ref;
    if (typeof reference === 'string') expect(resolve(reference)).toBeDefined();
  }
});

it.each(operations)('declares %s %s validly', (path, method, operation) => {
  const parameters = operation.parameters.map((parameter) =>
    '$ref' in parameter ? (resolve(parameter.$ref) as { name: string; in: string }) : parameter,
  );
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  expect(parameters.filter((entry) => entry.in === 'path').map(({ name }) => name)).toEqual(inPath);
  const names = parameters.map((entry) => `${entry.in} ${entry.name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(operation.summary).toMatch(/\S/);
  expect(operation.tags.every((tag) => document.tags.some(({ name }) => name === tag))).toBe(true);
  if (method === 'get') expect(operation.requestBody).toBeUndefined();
  expect(Object.keys(operation.responses).some((status) => /^(20[01]|302)$/.test(status))).toBe(
    true,
  );
  for (const status of Object.keys(operation.responses))
    expect(status).toMatch(/^(\d{3}|default)$/);
});

it('uses each operationId once', () => {
  const ids = operations.map(([, , { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('holds schemas of known keywords whose required fields exist', () => {
  for (const [path, value] of walk(document)) {
    if (!/\/schema$|^#\/components\/schemas\/\w+$/.test(path)) continue;
    // A route of the API whose last word is schema.
    if (Object.keys(document.paths).some((route) => path === `#/paths/${route}`)) continue;
    if ((value as Schema).$ref === undefined) matches({}, value as Schema);
    for (const [inner, part] of walk(value, path)) {
      const { required, properties } = (part ?? {}) as { required?: unknown; properties?: object };
      if (!Array.isArray(required) || inner.endsWith('/properties')) continue;
      expect(Object.keys(properties ?? {}), inner).toEqual(expect.arrayContaining(required));
    }
  }
});

it('accepts the same bodies as the service', () => {
  const body = document.paths['/api/v1/events']?.post?.requestBody;
  const schema = body?.content['application/json'].schema ?? {};
  const event = { email: 'a@example.com', name: 'signed_up', details: { plan: 'pro' } };
  expect(matches(event, schema)).toBe(true);
  expect(matches({ events: [event] }, schema)).toBe(true);
  expect(matches({ ...event, events: [event] }, schema)).toBe(false);
  expect(matches({ events: [] }, schema)).toBe(false);
  expect(matches({ email: 'a@example.com' }, schema)).toBe(false);
  expect(schema.description).toContain(String(limits.bodyBytes));
});

it('describes the problem documents that the server answers', async () => {
  const server = await startHttp(createFakeService());
  const schema = document.components.schemas?.Problem as Schema;
  for (const [path, options] of [
    ['/api/v1/emails', { token: null }],
    ['/api/v1/emails?limit=0', {}],
    ['/api/v1/emails/x', {}],
    ['/nowhere', {}],
  ] as const) {
    expect(matches((await server.ask('GET', path, options)).json, schema)).toBe(true);
  }
  await server.stop();
});
