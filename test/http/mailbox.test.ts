import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailboxAddress } from '@postroad/http/mailbox/mailbox-key';
import { mountMailbox } from '@postroad/http/mailbox/mailbox-routes';
import { createHttpServer } from '@postroad/http/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeService } from './fake-service.ts';

let base: string;
let outboxDir: string;
let app: ReturnType<typeof createHttpServer>;
let key: string;
let cookie: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'postroad-mailbox-'));
  outboxDir = join(base, 'outbox');
  app = createHttpServer(createFakeService());
  key = mountMailbox(app, {
    outboxDir,
    service: createFakeService(),
    secure: false,
    baseUrl: null,
  });
  cookie = `postroad_mailbox=${key}`;
});

afterEach(async () => {
  await app.close();
  await rm(base, { recursive: true });
});

function mail(subject: string, html: string): string {
  const lines = [
    ...['From: a@example.com', 'To: ada@example.com', `Subject: ${subject}`],
    ...['Date: Mon, 12 May 2031 09:00:00 +0000', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/alternative; boundary="b"', '', '--b'],
    ...['Content-Type: text/plain; charset=utf-8', '', 'plain', '--b'],
    ...['Content-Type: text/html; charset=utf-8', '', html, '--b--', ''],
  ];
  return lines.join('\r\n');
}

async function put(id: number, text: string): Promise<void> {
  await mkdir(outboxDir, { recursive: true });
  await writeFile(join(outboxDir, `${id}.eml`), text);
}

const get = (url: string, headers: Record<string, string> = { cookie }) =>
  app.inject({ method: 'GET', url, headers });

it('opens by the URL with the key, which sets a cookie for this page alone', async () => {
  await put(1, mail('Hello', '<p>Hi</p>'));
  const address = mailboxAddress('http://127.0.0.1:1/', key);
  const entered = await get(address.replace('http://127.0.0.1:1', ''), {});
  expect(entered.statusCode).toBe(303);
  expect(entered.headers.location).toBe('mailbox');
  expect(entered.headers['set-cookie']).toBe(`${cookie}; HttpOnly; SameSite=Strict; Max-Age=43200`);
  const listed = await get('/mailbox');
  expect(listed.statusCode).toBe(200);
  expect(listed.body).toMatch(/<a href="mailbox\/1"><span>ada@example\.com<\/span>.*Hello/);
});

it.each(['/mailbox', '/mailbox?key=wrong', '/mailbox/1', '/mailbox/1/html', '/mailbox/1/source'])(
  'refuses %s without the key',
  async (url) => {
    await put(1, mail('Hello', '<p>Hi</p>'));
    for (const headers of [{}, { cookie: 'postroad_mailbox=x' }, { cookie: 'postroad_mailbox=' }]) {
      const refused = await get(url, headers as Record<string, string>);
      expect(refused.statusCode).toBe(401);
      expect(refused.json().detail).toMatch(/postroad open mailbox/);
    }
  },
);

it('shows a mail in a sandbox, without remote content unless requested', async () => {
  const hostile =
    '<html><head></head><body><script>alert(1)</script><img src="http://x.example/o"></body></html>';
  await put(7, mail('=?utf-8?q?<script>alert(2)</script>?=', hostile));
  const page = await get('/mailbox/7');
  expect(page.body).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
  expect(page.body).not.toContain('<script');
  expect(page.body).toMatch(/<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]*; img-src data:; frame-src 'self'/,
  );
  expect(page.headers['content-security-policy']).not.toContain('script-src');
  const framed = await get('/mailbox/7/html');
  expect(framed.body).toContain('<head><base target="_blank">');
  const policy = framed.headers['content-security-policy'];
  expect(policy).toMatch(/^sandbox allow-popups [^;]*; default-src 'none'/);
  expect(policy).toContain('img-src data:;');
  expect(policy).toContain("frame-ancestors 'self'");
  expect((await get('/mailbox/7/html?images=1')).headers['content-security-policy']).toContain(
    'img-src data: https: http:',
  );
  expect((await get('/mailbox/7?view=text')).body).toContain('<pre>plain');
  expect((await get('/mailbox/7?view=headers')).body).toContain('<dt>date</dt>');
  const source = await get('/mailbox/7/source');
  expect(source.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(source.body).toContain('boundary="b"');
});

it('shows the newest first in pages, and knows nothing of other files', async () => {
  expect((await get('/mailbox')).body).toContain('No mail yet');
  for (let id = 1; id <= 52; id += 1) await put(id, mail(`Number ${id}`, '<p></p>'));
  await writeFile(join(outboxDir, 'x.eml'), 'no');
  await writeFile(join(base, '9.eml'), 'outside');
  const first = (await get('/mailbox')).body;
  expect(first).toContain('52 mails');
  expect(first.indexOf('Number 52')).toBeLessThan(first.indexOf('Number 51'));
  expect(first).toContain('href="mailbox?below=3"');
  expect((await get('/mailbox?below=3')).body).toMatch(/Number 2[\s\S]*Number 1/);
  for (const id of ['0', '99', 'x', '..%2f9', '1e1', '%252e%252e']) {
    expect((await get(`/mailbox/${id}`)).statusCode, id).toBe(404);
  }
});

it('shows any file content without failing', async () => {
  for (const [id, text] of [
    [1, ''],
    [2, '\u0000\u0001'],
    [3, 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b'],
  ] as const) {
    await put(id, text);
    expect((await get(`/mailbox/${id}`)).statusCode).toBe(200);
    expect((await get(`/mailbox/${id}/html`)).statusCode).toBe(200);
  }
  expect((await get('/mailbox')).statusCode).toBe(200);
});

it('opens for the session of a token that may write, and for no other', async () => {
  await put(1, mail('Hello', '<p>Hi</p>'));
  const service = createFakeService();
  const [writer, reader] = [
    await service.authenticate('write-token', ''),
    await service.authenticate('read-token', ''),
  ];
  const sessions = {
    ...service.sessions,
    find: async (secret: string) => (secret === 'w' ? writer : secret === 'r' ? reader : null),
  };
  await app.close();
  app = createHttpServer(service);
  mountMailbox(app, { outboxDir, service: { ...service, sessions }, secure: false, baseUrl: null });
  const open = async (secret: string, more = {}) =>
    (await get('/mailbox/1', { host: 'localhost', cookie: `postroad_session=${secret}`, ...more }))
      .statusCode;
  expect(await open('w')).toBe(200);
  expect(await open('r')).toBe(403);
  expect(await open('x')).toBe(401);
  expect(await open('w', { 'sec-fetch-site': 'cross-site' })).toBe(403);
});
