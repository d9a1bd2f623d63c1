import { connect, type Socket } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered, expectProblem } from './http-server.ts';
import { operatorToken, type RealServer, startReal } from './real-server.ts';

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});
afterAll(() => server.stop());

const base = '/api/v1/people';

function send(
  body: string | Uint8Array,
  query = '',
  type = 'text/csv',
  more = {},
): Promise<Answered> {
  const headers = { 'content-type': type, ...more };
  return server.ask('POST', `${base}/import${query}`, { body, headers });
}

const query = (options: Record<string, unknown>) =>
  `?${new URLSearchParams(
    Object.entries(options).map(([key, value]): [string, string] => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )}`;

const importOf = (answer: Answered) => answer.json.import as Record<string, unknown>;

describe('a file as the body', () => {
  it('is imported, with its options in the query', async () => {
    const answer = await send(
      'Mail;Town\r\nada@example.com;Porto\r\n',
      query({ mapping: { Town: 'fields.city' }, 'tags[]': 'one', trigger: 'true' }),
    );
    expect(answer.status, answer.text).toBe(201);
    expect(importOf(answer)).toMatchObject({ status: 'done', created: 1, trigger: true });
    const { json } = await server.ask('GET', `${base}/ada@example.com`);
    expect(json.person).toMatchObject({ fields: { city: 'Porto' }, tags: ['one'] });
  });

  it('may be NDJSON, and may be a dry run', async () => {
    const line = '{"email":"grace@example.com","first_name":"Grace"}\n';
    const tried = await send(line, '?dry_run=1', 'application/x-ndjson; charset=utf-8');
    expect(tried.json).toMatchObject({ dry_run: true, import: { id: null, created: 1 } });
    expect((await server.ask('GET', `${base}/grace@example.com`)).status).toBe(404);
    const done = await send(line, '', 'application/x-ndjson');
    expect(importOf(done)).toMatchObject({ format: 'ndjson', created: 1 });
  });

  it.each<[what: string, ask: () => Promise<Answered>, status: number, code: string]>([
    ['another charset', () => send('email\n', '', 'text/csv; charset=latin1'), 415, 'unsupported_media_type'], // biome-ignore format: one row a line
    ['compression', () => send('email\n', '', 'text/csv', { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'], // biome-ignore format: one row a line
    ['a file for another route', () => server.ask('POST', '/api/v1/events', { body: 'email\n', headers: { 'content-type': 'text/csv' } }), 415, 'unsupported_media_type'], // biome-ignore format: one row a line
    ['an unknown option', () => send('email\n', '?nope=1'), 422, 'validation_failed'],
    ['the file twice', () => send('email\n', '?content=email'), 422, 'validation_failed'],
    ['an option that is none', () => send('email\n', '?trigger=maybe'), 422, 'validation_failed'],
    ['nothing', () => send(''), 422, 'validation_failed'],
    ['a spreadsheet', () => send(Buffer.from('504b0304ffff', 'hex')), 422, 'validation_failed'],
    ['a header that is none', () => send(`x\n${'a\n'.repeat(3_000_000)}`), 422, 'validation_failed'], // biome-ignore format: one row a line
  ])('with %s is refused', async (_what, ask, status, code) => {
    expectProblem(await ask(), status, code);
    expect(server.logged).toEqual([]);
  });

  it('with a line of 10 MB loses that line alone', async () => {
    const long = `email,first_name\nlong-a@example.com,A\nx,${'y'.repeat(10_485_760)}\nlong-b@example.com,B\n`;
    const answer = await send(long);
    expect(importOf(answer)).toMatchObject({
      created: 2,
      invalid: 1,
      errors: [{ row: 3, message: expect.stringContaining(String(limits.importRowChars)) }],
    });
  });

  /** Sends the head of an upload and the given part of the body; the rest never arrives. */
  async function begin(body: string): Promise<Socket> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST ${base}/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${operatorToken}\r\nContent-Type: text/csv\r\nContent-Length: 10000000\r\n\r\n${body}`,
    );
    return socket;
  }

  const lines = Array.from({ length: 2_500 }, (_, index) => `cut${index}@example.com\n`).join('');
  const latest = async () => {
    const { json } = await server.ask('GET', `${base}/imports?limit=1`);
    return (json.imports as Record<string, unknown>[])[0];
  };

  const arrived = async () => {
    const found = await latest();
    return found?.status === 'receiving' ? Number(found.rows) : 0;
  };

  it('that is interrupted imports nothing, and its import says so', async () => {
    const socket = await begin(`email\n${lines}`);
    await expect.poll(arrived).toBeGreaterThanOrEqual(2_000);
    socket.destroy();
    await expect.poll(latest).toMatchObject({
      status: 'failed',
      created: 0,
      reason: expect.stringContaining('broke off'),
    });
    expect((await server.ask('GET', `${base}/cut0@example.com`)).status).toBe(404);
    expect(server.logged).toEqual([]);
  });

  it('may take longer than other requests, as long as data arrives', async () => {
    const taken = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve));
    const socket = await begin(`email\n${lines}`);
    const theirs = await taken;
    await expect.poll(arrived).toBeGreaterThanOrEqual(2_000);
    // As Node does when the time limit of a request is over.
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.app.server.emit('clientError', late, theirs);
    socket.write('still@example.com\n');
    expect(theirs.writableEnded || theirs.destroyed).toBe(false);
    socket.destroy();
    await expect.poll(latest).toMatchObject({ status: 'failed' });
  });

  it('is refused to a token that may only read', async () => {
    const made = await server.ask('POST', '/api/v1/tokens', { body: { name: 'r', scope: 'read' } });
    const answer = await server.ask('POST', `${base}/import`, {
      body: 'email\na@example.com\n',
      token: String(made.json.secret),
      headers: { 'content-type': 'text/csv' },
    });
    expectProblem(answer, 403, 'forbidden');
  });
});

describe('an answer as a stream', () => {
  it('is the export as a file, or a page of it as JSON', async () => {
    await send('email,first_name\nfile@example.com,=1+1\n');
    const csv = await server.ask('GET', `${base}/export?q=file@`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="people.csv"');
    expect(csv.text).toMatch(/^id,email,[^\n]*\r\n\d+,file@example.com,'=1\+1,[^\n]*\r\n$/);
    const accept = (type: string) => ({ headers: { accept: type } });
    for (const [path, type] of [
      ['?q=file@&format=ndjson', '*/*'],
      ['?q=file@', 'application/x-ndjson'],
    ] as const) {
      const lines = await server.ask('GET', `${base}/export${path}`, accept(type));
      expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
      expect(JSON.parse(lines.text)).toMatchObject({ email: 'file@example.com' });
    }
    const page = await server.ask('GET', `${base}/export?q=file@`, accept('application/json'));
    expect(page.json).toEqual({ content: csv.text, people: 1, next_cursor: null });
  });

  it('is the report of an import', async () => {
    const done = await send('email,first_name\n=bad,Ada\n');
    const report = await server.ask('GET', `${base}/imports/${importOf(done).id}/errors`);
    expect(report.text).toMatch(
      /^import_row,import_column,import_error,email,first_name\r\n2,email,.*,'=bad,Ada\r\n$/,
    );
    const accept = { headers: { accept: 'application/json' } };
    const page = await server.ask('GET', `${base}/imports/${importOf(done).id}/errors`, accept);
    expect(page.json).toMatchObject({ errors: [{ row: 2, excerpt: '=bad, Ada' }] });
  });

  it('is refused as any other', async () => {
    expectProblem(await server.ask('GET', `${base}/export?format=xls`), 422, 'validation_failed');
    expectProblem(await server.ask('GET', `${base}/export`, { token: null }), 401, 'unauthorized');
    expectProblem(await server.ask('GET', `${base}/imports/999999/errors`), 404, 'not_found');
  });
});
