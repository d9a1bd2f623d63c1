import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { bindCursor, encodeCursor, encodeTextCursor } from '@postroad/core/platform/cursor';
import { limits } from '@postroad/core/platform/limits';
import { type Operation, pathParameters } from '@postroad/core/platform/operations/operation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from './running-service.ts';

// @quick postgres: lists of one room after another, which tests of the rooms ask for on both.

let running: RunningService;
/** A value of each parameter that a path to a list takes. */
let named: Record<string, string>;

type Schema = Operation['input'];
type Body = Record<string, unknown>;

async function ask(method: string, path: string, body?: object): Promise<[number, Body]> {
  const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${running.url}/api/v1${path}`, { method, headers, ...sent });
  return [answer.status, (await answer.json()) as Body];
}

async function made(path: string, body: object): Promise<Body> {
  const [status, answer] = await ask('POST', path, body);
  expect([path, status < 300, answer]).toEqual([path, true, answer]);
  return answer;
}

let sequenceId = 0;

/** At least two rows of most lists. */
async function fill(): Promise<void> {
  const condition = { type: 'has_tag', tag: 'vip' };
  const definition = { trigger: { event: 'signed_up' }, nodes: [{ type: 'add_tag', tag: 'vip' }] };
  for (const n of ['one', 'two']) {
    await made('/themes', { name: n });
    await made('/templates', { name: n, html: '<html><body>{{ content }}</body></html>' });
    await made('/components', { key: n, name: n, html: '<p>Hi</p>' });
    const { email: written } = await made('/emails', { subject: n, body_markdown: 'Hello' });
    const { sequence } = await made('/sequences', { name: n });
    sequenceId = (sequence as { id: number }).id;
    await made('/flows', { key: n, name: n, run_policy: 'repeat', definition });
    await made('/flows/one/versions', { name: n });
    await made('/fields', { key: n });
    await made('/products', { key: n });
    const { segment } = await made('/segments', { key: n, name: n, definition: condition });
    await made('/forms', { key: n });
    await made('/guards', { key: n, name: n, condition });
    await made('/tokens', { name: n, scope: 'read' });
    const { id } = segment as { id: number };
    const email = `${n}@example.com`;
    await made(`/emails/${(written as { id: number }).id}/test_send`, { to: email });
    await made('/broadcasts', { name: n, segment_id: id, email_source: 'scratch' });
    const details = { product: n, interval: 'monthly', external_id: n };
    const person = { tags: [n, 'vip'] };
    await made('/events', { email, name: 'subscription_started', details, person });
    await made('/people/one@example.com/notes', { body: n });
    await made('/people/one@example.com/consents', {
      ...{ kind: 'given', purpose: n, text: n, source: n },
    });
    await made('/messages', { to: email, subject: n, body_markdown: 'Hello' });
    // A name that never resolves.
    await made('/webhook_endpoints', { key: n, url: `https://${n}.invalid/`, events: ['flow.*'] });
    await made('/webhook_endpoints/one/test', {});
    await made('/people/tag', { add_tags: [n], everybody: true });
  }
  await made('/flows/one/activate', {});
  for (const _ of ['one', 'two']) {
    await made('/events', { email: 'one@example.com', name: 'signed_up' });
    await made('/people/import', { content: `email\n${'nobody\n'.repeat(2)}` });
    await made('/clock', { advance: { amount: 1, unit: 'minutes' } });
  }
}

beforeAll(async () => {
  running = await startService();
  await fill();
  const [, { imports }] = await ask('GET', '/people/imports');
  const [{ id = 0 } = {}] = imports as { id?: number }[];
  named = { flow_key: 'one', segment_key: 'one', person: 'one@example.com', import_id: String(id) };
  named.webhook_endpoint = 'one';
});

afterAll(() => running.stop());

function shapeOf(schema: Schema): Record<string, Schema> {
  return (schema as { shape?: Record<string, Schema> }).shape ?? {};
}

/** A list answers an array under the last word of its path, or under a name that ends with it. */
function keyOf(name: OperationName): string {
  const { path, output } = operationNamed(name);
  const word = path.split('/').at(-1) ?? '';
  return Object.keys(shapeOf(output)).find((key) => key.endsWith(`_${word}`)) ?? word;
}

const lists = operationNames.filter((name) => {
  const { method, output } = operationNamed(name);
  const { [keyOf(name)]: rows, next_cursor } = shapeOf(output);
  return method === 'GET' && (rows?.type === 'array' || next_cursor !== undefined);
});

function pathOf(name: OperationName): string {
  const { path } = operationNamed(name);
  return pathParameters(path).reduce((text, parameter) => {
    const value = named[parameter];
    if (value === undefined) throw new Error(`Give this test a ${parameter} for ${path}.`);
    return text.replace(`:${parameter}`, encodeURIComponent(value));
  }, path);
}

/** A cursor as the list would give it out for a call without filters. */
function boundFor(name: OperationName, cursor: string): string {
  const { input, path } = operationNamed(name);
  const values = pathParameters(path).map((key) => {
    const value = named[key] ?? '';
    return [key, /^\d+$/.test(value) ? Number(value) : value];
  });
  const call = { name, input: input.parse(Object.fromEntries(values)) as Body };
  return encodeURIComponent(bindCursor(cursor, call));
}

/** The first of the refusals of a cursor, with its status. */
async function refusalOf(path: string): Promise<[number, string]> {
  const [status, { errors = [] }] = await ask('GET', path);
  const [{ code = '', message = '' } = {}] = errors as { code?: string; message?: string }[];
  return [status, `${code}: ${message}`];
}

describe('every list of the catalog', () => {
  it('is found by its answer', () => {
    expect(lists).toEqual(expect.arrayContaining(['list_themes', 'get_timeline', 'list_queue']));
    expect(lists.length).toBeGreaterThan(24);
  });

  it.each(lists)('SAFE-56 %s takes limit and cursor, and answers next_cursor', (name) => {
    const { input, output } = operationNamed(name);
    expect(Object.keys(shapeOf(input))).toEqual(expect.arrayContaining(['limit', 'cursor']));
    expect(Object.keys(shapeOf(output))).toContain('next_cursor');
  });

  it.each(lists)('SAFE-50, SAFE-52, SAFE-53 %s refuses what it would ignore', async (name) => {
    const faulty = [
      'colour=red',
      'cursor=zzz',
      'cursor=',
      'cursor=2147483648',
      'cursor=~',
      'limit=x',
    ];
    const most = limits.pageMax;
    for (const query of [...faulty, `limit=${most + 1}`, 'limit=5000', 'limit=0', 'limit=']) {
      const [status, { errors }] = await ask('GET', `${pathOf(name)}?${query}`);
      expect([query, status]).toEqual([query, 422]);
      expect(errors).toMatchObject([{ path: query.split('=')[0] }]);
      if (query.startsWith('cursor')) expect(errors).toMatchObject([{ code: 'cursor_invalid' }]);
    }
    expect((await ask('GET', `${pathOf(name)}?limit=${most}`))[0]).toBe(200);
  });

  it('SAFE-56 a page of what is streamed else is JSON', async () => {
    const path = pathOf('list_import_errors');
    const headers = { authorization: `Bearer ${running.token}`, accept: 'text/csv' };
    const whole = await fetch(`${running.url}/api/v1${path}`, { headers });
    expect(whole.headers.get('content-type')).toContain('text/csv');
    const page = await fetch(`${running.url}/api/v1${path}?limit=1`, { headers });
    expect([page.status, await page.json()]).toMatchObject([422, { errors: [{ path: 'limit' }] }]);
  });

  it.each(lists)('SAFE-52 %s answers 500 to no number in a cursor', async (name) => {
    for (const value of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      for (const count of [1, 2, 3]) {
        const cursor = boundFor(name, encodeCursor(new Array<number>(count).fill(value)));
        const [status] = await ask('GET', `${pathOf(name)}?cursor=${cursor}`);
        expect([200, 422]).toContain(status);
      }
    }
    const text = boundFor(name, encodeTextCursor('ü ~\u0000'));
    expect([200, 422]).toContain((await ask('GET', `${pathOf(name)}?cursor=${text}`))[0]);
  });

  const whole = lists.filter((name) => !name.startsWith('export_'));
  it.each(whole)('SAFE-56 %s answers page by page what it answers at once', async (name) => {
    const key = keyOf(name);
    const [, all] = await ask('GET', `${pathOf(name)}?limit=${limits.pageMax}`);
    const rows: unknown[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const [status, page] = await ask('GET', `${pathOf(name)}?limit=1${after}`);
      expect(status).toBe(200);
      rows.push(...(page[key] as unknown[]));
      cursor = page.next_cursor as string | null;
    } while (cursor !== null && rows.length < limits.pageMax);
    expect(rows).toEqual(all[key]);
    expect(all.next_cursor).toBeNull();
    if (name !== 'list_queue' && name !== 'list_imports') expect(rows.length).toBeGreaterThan(1);
  });
});

describe('LEFT-07 code that knows no list', () => {
  it.each(lists)('reads %s to its end by the header Link', async (name) => {
    const headers = { authorization: `Bearer ${running.token}`, accept: 'application/json' };
    const seen = new Set<string>();
    let at: string | undefined = `/api/v1${pathOf(name)}?limit=1`;
    let cursor: unknown = null;
    while (at !== undefined && seen.size < limits.pageMax) {
      expect(seen).not.toContain(at);
      seen.add(at);
      const page: Response = await fetch(new URL(at, running.url), { headers });
      expect(page.status).toBe(200);
      at = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      cursor = ((await page.json()) as Body).next_cursor;
      expect(cursor === null).toBe(at === undefined);
    }
    expect(cursor).toBeNull();
    if (name !== 'list_queue' && name !== 'list_imports') expect(seen.size).toBeGreaterThan(1);
  });
});

const sorted = lists.filter((name) => 'sort' in shapeOf(operationNamed(name).input));

/** The orders in which a list comes, the default first. */
async function ordersOf(name: OperationName): Promise<string[]> {
  const [status, { errors }] = await ask('GET', `${pathOf(name)}?sort=colour`);
  const [{ path = '', message = '' } = {}] = errors as { path?: string; message?: string }[];
  expect([status, path]).toEqual([422, 'sort']);
  return /must be (?:one of )?(.*?)\./.exec(message)?.[1]?.split(', ') ?? [];
}

describe('LEFT-09 sort', () => {
  it('is taken by every list but that of the queue and the exports', () => {
    const others = lists.filter((name) => !sorted.includes(name));
    expect(others.toSorted()).toEqual(['export_people', 'export_person', 'list_queue']);
  });

  it.each(sorted)('%s comes in each of its orders, page by page', async (name) => {
    const key = keyOf(name);
    const [, standard] = await ask('GET', `${pathOf(name)}?limit=${limits.pageMax}`);
    const orders = await ordersOf(name);
    expect(orders.length).toBeGreaterThan(0);
    for (const [index, order] of orders.entries()) {
      const rows: unknown[] = [];
      let at: string | null = `${pathOf(name)}?limit=1&sort=${order}`;
      while (at !== null && rows.length < limits.pageMax) {
        const [status, page]: [number, Body] = await ask('GET', at);
        expect(status).toBe(200);
        rows.push(...(page[key] as unknown[]));
        const next = page.next_cursor as string | null;
        at =
          next === null
            ? null
            : `${pathOf(name)}?limit=1&sort=${order}&cursor=${encodeURIComponent(next)}`;
      }
      const expected = standard[key] as unknown[];
      const by = order.replace('-', '');
      if (by === orders[0]?.replace('-', '')) {
        expect(rows).toEqual(index === 0 ? expected : expected.toReversed());
        continue;
      }
      const values = rows.map((row) => (row as Body)[by] as string);
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(order === by ? sorted : sorted.toReversed());
      expect(rows).toHaveLength(expected.length);
    }
  });

  it('a cursor of one order is refused in the other', async () => {
    const [, { next_cursor }] = await ask('GET', '/emails?limit=1');
    const cursor = encodeURIComponent(String(next_cursor));
    expect((await ask('GET', `/emails?limit=1&cursor=${cursor}`))[0]).toBe(200);
    const [status, { errors }] = await ask('GET', `/emails?limit=1&sort=id&cursor=${cursor}`);
    expect([status, errors]).toMatchObject([422, [{ path: 'cursor', code: 'cursor_invalid' }]]);
  });
});

describe('SAFE-52 a cursor is good for the list and the filters that gave it out', () => {
  async function cursorOf(path: string): Promise<string> {
    const [, { next_cursor }] = await ask('GET', path);
    expect(next_cursor).toEqual(expect.any(String));
    return encodeURIComponent(String(next_cursor));
  }

  it('is refused by another list', async () => {
    const cursor = await cursorOf('/flows?limit=1');
    const other = 'cursor_invalid: The cursor is one of another list.';
    for (const path of ['/emails', '/segments', '/broadcasts', '/themes', '/sequences']) {
      const refused = await refusalOf(`${path}?cursor=${cursor}`);
      expect([path, ...refused]).toEqual([path, 422, expect.stringContaining(other)]);
    }
  });

  it('is refused with other filters, another sort or for another person', async () => {
    const cursor = await cursorOf('/people?limit=1&tag=vip');
    for (const query of ['', 'tag=one&', 'tag=vip&q=one&', 'tag=vip&sort=email&']) {
      expect([query, ...(await refusalOf(`/people?${query}cursor=${cursor}`))]).toEqual([
        query,
        422,
        'cursor_invalid: The cursor was given out for other filters or another sort. Send those of the page before with it, or leave it out to start at the beginning.',
      ]);
    }
    const timeline = await cursorOf('/people/one@example.com/timeline?limit=1');
    const [status] = await ask('GET', `/people/two@example.com/timeline?cursor=${timeline}`);
    expect(status).toBe(422);
    const sends = await cursorOf('/sends?limit=1');
    expect((await ask('GET', `/sends?status=sent&cursor=${sends}`))[0]).toBe(422);
  });

  it('may be given with another limit, other fields and a count', async () => {
    const cursor = await cursorOf('/people?limit=1&tag=vip&count=true');
    for (const query of ['limit=5', 'fields=id', 'count=true', 'sort=-id']) {
      const [status] = await ask('GET', `/people?tag=vip&${query}&cursor=${cursor}`);
      expect([query, status]).toEqual([query, 200]);
    }
  });

  it('holds the longest key', async () => {
    const key = `a${'z'.repeat(limits.keyChars - 1)}`;
    for (const name of [key, `${key.slice(0, -1)}y`]) await made('/fields', { key: name });
    const [, { fields }] = await ask('GET', '/fields?limit=200');
    const at = (fields as { key: string }[]).findIndex((field) => field.key.startsWith('az'));
    const cursor = await cursorOf(`/fields?limit=${at + 1}`);
    const [status, page] = await ask('GET', `/fields?cursor=${cursor}&limit=1`);
    expect([status, page.fields]).toMatchObject([200, [{ key }]]);
  });
});

describe('LEFT-09 fields', () => {
  const narrowed = lists.filter((name) => 'fields' in shapeOf(operationNamed(name).input));

  it.each(narrowed)('%s answers the members that are asked for', async (name) => {
    const [, all] = await ask('GET', `${pathOf(name)}?limit=200`);
    const rows = all[keyOf(name)] as Body[];
    const [first = 'id', second = 'status'] = Object.keys(rows[0] ?? {});
    for (const query of [`fields=${first},${second}`, `fields=${first}&fields=${second}`]) {
      const [status, some] = await ask('GET', `${pathOf(name)}?limit=200&${query}`);
      expect(status).toBe(200);
      const wanted = rows.map((row) => ({ [first]: row[first], [second]: row[second] }));
      expect(some[keyOf(name)]).toEqual(wanted);
      expect(Object.keys(some)).toEqual(Object.keys(all));
    }
  });

  it('a member that no row has is named with the one that was meant', async () => {
    const [status, { errors }] = await ask('GET', '/emails?fields=id,sujbect');
    expect([status, errors]).toMatchObject([
      422,
      [{ path: 'fields', code: 'field_unknown', did_you_mean: 'subject' }],
    ]);
    // A field of the account's own is within fields.
    const [, people] = await ask('GET', '/people?fields=id,loyalty_tier');
    expect(people.errors).toMatchObject([
      { fix: 'Name members of that list alone. Fields of your own are all in fields.' },
    ]);
  });
});

describe('LEFT-09 expand', () => {
  it('brings the records that a read names', async () => {
    const [, { templates }] = await ask('GET', '/templates?limit=1');
    const [{ id = 0 } = {}] = templates as { id?: number }[];
    const expandedEmail = await made('/emails', { subject: 'Expanded', template_id: id });
    const { id: emailId } = expandedEmail.email as { id: number };
    const [, layout] = await ask('GET', `/templates/${id}`);
    const [status, answer] = await ask('GET', `/emails/${emailId}?expand=template`);
    expect([status, answer.expanded]).toEqual([200, { template: layout.template }]);
    const [, alias] = await ask('GET', `/emails/${emailId}?expand=layout`);
    expect(alias.expanded).toEqual({ layout: layout.template });
    const [, plain] = await ask('GET', `/emails/${emailId}`);
    expect(plain).toEqual({ email: answer.email });
    const [, theme] = await ask('GET', `/templates/${id}?expand=theme`);
    expect(theme.expanded).toMatchObject({ theme: { key: expect.any(String) } });
  });

  it('of a broadcast brings its segment and its email, and null for what it lacks', async () => {
    const [, { broadcasts }] = await ask('GET', '/broadcasts?limit=1');
    const [{ id = 0, segment_id = 0 } = {}] = broadcasts as { id?: number; segment_id?: number }[];
    const [, both] = await ask('GET', `/broadcasts/${id}?expand=segment,email`);
    expect(both.expanded).toMatchObject({ segment: { id: segment_id }, email: { subject: '' } });
    const bare = await made('/broadcasts', { name: 'Bare', email_source: 'scratch' });
    const { id: bareId } = bare.broadcast as { id: number };
    const [, none] = await ask('GET', `/broadcasts/${bareId}?expand=segment`);
    expect(none.expanded).toEqual({ segment: null });
    const [status, { errors }] = await ask('GET', `/broadcasts/${id}?expand=segmnt`);
    expect([status, errors]).toMatchObject([422, [{ did_you_mean: 'segment' }]]);
    const [, second] = await ask('GET', `/broadcasts/${id}?expand=email,%20segmnt`);
    expect(second.errors).toEqual([
      {
        path: 'expand',
        code: 'value_invalid',
        message: 'expand takes segment, email, not "segmnt". Did you mean segment?',
        did_you_mean: 'segment',
      },
    ]);
  });
});

describe('input that would be ignored', () => {
  it('SAFE-50 an unknown query parameter is refused by every read', async () => {
    const reads = operationNames.filter((name) => operationNamed(name).method === 'GET');
    for (const name of reads) {
      const path = operationNamed(name).path.replaceAll(/:[a-z_]+/g, '1');
      const [status] = await ask('GET', `${path}?colour=red`);
      expect([path, status]).toEqual([path, 422]);
    }
    expect((await ask('GET', '/live?colour=red'))[0]).toBe(422);
    expect((await ask('POST', '/emails?subject=x', {}))[0]).toBe(422);
  });

  it('ERR-01 a list of what belongs to a record that is not there is refused', async () => {
    for (const path of [
      ...['/sends?email_id=999999', '/sends?broadcast_id=999999', '/queue?email_id=999999'],
      ...['/emails?template_id=999999', '/changes?resource=flows&id=welcom'],
      ...['flow', 'sequence', 'broadcast'].map((of) => `/queue?source=${of}&source_id=999999`),
      ...['/subscriptions?product=none', '/people?segment=none', '/messages?person=999999'],
    ]) {
      const [status, { detail }] = await ask('GET', path);
      expect([path, status, detail]).toEqual([
        path,
        404,
        expect.stringMatching(/There is no \w+ "/),
      ]);
    }
  });

  it('SAFE-51 facets of used_in that are none are named', async () => {
    const [, answer] = await ask('GET', '/emails?used_in[]=flow&used_in[]=flows&used_in[]=flow');
    expect(answer.ignored).toEqual(['flow']);
    const [, plain] = await ask('GET', '/emails?used_in=flows');
    expect(plain).not.toHaveProperty('ignored');
  });

  it('SAFE-54 an email_id beside scratch is refused', async () => {
    const body = { name: 'News', email_source: 'scratch', email_id: 1 };
    const [status, { errors }] = await ask('POST', '/broadcasts', body);
    expect([status, errors]).toMatchObject([422, [{ path: 'email_id', code: 'key_unknown' }]]);
    const step = { email_source: 'scratch', email_id: 1 };
    expect((await ask('POST', `/sequences/${sequenceId}/add_step`, step))[0]).toBe(422);
  });

  it('SAFE-55 is_default: false on the default theme is refused', async () => {
    const [status, { errors }] = await ask('PATCH', '/themes/default', { is_default: false });
    expect([status, errors]).toMatchObject([422, [{ path: 'is_default' }]]);
    expect((await ask('PATCH', '/themes/one', { is_default: false }))[0]).toBe(200);
  });
});
