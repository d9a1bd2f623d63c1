import type { Schema } from '../support/json-schema.ts';

/** A request as it goes over the wire; the address has its query. */
export interface MalformedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The parts of an OpenAPI document that requests are made from. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface ApiOperation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

/** Numbers from 0 to 1 that a seed decides (mulberry32), so that a run can be repeated. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const texts = [
  ...['', ' ', '\u0000', '\ud800', 'a\r\nb: c', '%', '\\', '__proto__', 'constructor', 'toString'],
  ...[
    "'; drop table people; --",
    '{{ 1 | times: 2 }}',
    '{% for a in (1..9999999) %}',
    '{%',
    '</style>',
  ],
  ...[
    '1',
    '-1',
    '1e999',
    'NaN',
    'true',
    'null',
    '[]',
    '..',
    '../../etc/passwd',
    'a@example.com',
    'a@b',
  ],
  ...[
    '2026-01-01T00:00:00Z',
    '9999-12-31T23:59:59+23:59',
    '2026-02-30',
    'ı'.repeat(300),
    'x'.repeat(20_000),
  ],
  ...[
    'javascript:alert(1)',
    '*'.repeat(2_000),
    '[a]('.repeat(500),
    '> '.repeat(1_000),
    `!${' '.repeat(9_000)}!`,
  ],
] as const;
const numbers = [0, 1, 2, -1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, -0] as const;
const words = [
  'welcome',
  'default',
  'signed_up',
  'vip',
  'a',
  'ada@example.com',
  'Europe/Berlin',
] as const;

/** Makes requests to every operation of a document, most of them wrong in one or several ways. */
export class MalformedRequests {
  readonly #document: ApiDocument;
  readonly #random: () => number;
  readonly #operations: { method: string; path: string; operation: ApiOperation }[];

  constructor(document: ApiDocument, seed: number) {
    this.#document = document;
    this.#random = randomOf(seed);
    this.#operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    );
  }

  next(): MalformedRequest {
    const { method, path, operation } = this.#one(this.#operations);
    const parameters = operation.parameters ?? [];
    const filled = path.replace(/\{(\w+)\}/g, () => written(this.#plausible()));
    const query = parameters
      .filter((parameter) => parameter.in === 'query' && this.#happens(0.4))
      .map(({ name, schema }) => `${name}=${written(this.#value(schema ?? {}, 3))}`);
    if (this.#happens(0.05)) query.push(`${written(this.#text())}=${written(this.#text())}`);
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const body = type === undefined ? null : this.#body(content?.schema ?? {});
    return {
      method: method.toUpperCase(),
      path: `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      headers: this.#headers(type ?? null),
      body,
    };
  }

  #body(schema: Schema): string {
    const written = JSON.stringify(this.#value(schema, 6)) ?? '';
    if (!this.#happens(0.08)) return written;
    return this.#one<() => string>([
      () => written.slice(0, Math.floor(this.#random() * written.length)),
      () => '{"a":1e999}',
      () => '['.repeat(5_000),
      () => '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
      () => this.#text(),
      () => '',
    ])();
  }

  #headers(type: string | null): Record<string, string> {
    const headers: Record<string, string> = {};
    if (type !== null) headers['content-type'] = this.#happens(0.95) ? type : 'text/plain';
    if (this.#happens(0.05)) headers['idempotency-key'] = written(this.#text()).slice(0, 300);
    if (this.#happens(0.05)) headers['if-match'] = written(this.#text()).slice(0, 300);
    if (this.#happens(0.02)) headers.accept = 'text/event-stream, text/html;q=0.9, */*;q=x';
    return headers;
  }

  /** What fits the schema, more often than not. */
  #value(schema: Schema, depth: number): unknown {
    if (depth === 0 || this.#happens(0.12)) return this.#nasty(depth);
    const resolved = this.#resolved(schema);
    if (resolved.const !== undefined) return resolved.const;
    if (resolved.enum) return this.#one(resolved.enum);
    const choices = resolved.anyOf ?? resolved.oneOf ?? resolved.allOf;
    if (choices) return this.#value(this.#one(choices), depth);
    const type = Array.isArray(resolved.type) ? this.#one(resolved.type) : resolved.type;
    if (type === 'object' || resolved.properties) return this.#object(resolved, depth);
    if (type === 'array') {
      const count = Math.floor(this.#random() * 4);
      return Array.from({ length: count }, () => this.#value(resolved.items ?? {}, depth - 1));
    }
    if (type === 'integer' || type === 'number') return this.#one([1, 2, ...numbers]);
    if (type === 'boolean') return this.#happens(0.5);
    if (type === 'null') return null;
    return this.#plausible();
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): unknown {
    const made: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries(properties)) {
      const share = required.includes(name) ? 0.95 : 0.35;
      if (this.#happens(share)) made[name] = this.#value(schema, depth - 1);
    }
    if (this.#happens(0.05)) made[this.#text()] = this.#nasty(depth);
    return made;
  }

  #resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.#document.components?.schemas?.[name] ?? {});
  }

  #nasty(depth: number): unknown {
    return this.#one<() => unknown>([
      () => this.#text(),
      () => this.#one(numbers),
      () => null,
      () => this.#happens(0.5),
      () => [],
      () => ({}),
      () => [this.#text(), [depth]],
      () => ({ [this.#text()]: { $ne: null } }),
    ])();
  }

  #plausible(): unknown {
    return this.#happens(0.7) ? this.#one<unknown>([1, 2, 3, ...words]) : this.#text();
  }

  #text(): string {
    return this.#one(texts);
  }

  #one<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }

  #happens(share: number): boolean {
    return this.#random() < share;
  }
}

function written(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed());
}
