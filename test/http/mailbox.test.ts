import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
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
  const service = createFakeService();
  service.outputs.get_profile = { profile: { timezone: 'Europe/Berlin' } };
  app = createHttpServer(service);
  key = mountMailbox(app, { outboxDir, service, secure: false, baseUrl: null });
  cookie = `postroad_mailbox=${key}`;
});

afterEach(async () => {
  await app.close();
  await rm(base, { recursive: true });
});

function mail(
  subject: string,
  html: string,
  { to = 'ada@example.com', text = 'plain', feedback = '' } = {},
): string {
  const lines = [
    ...['From: a@example.com', `To: ${to}`, `Subject: ${subject}`],
    ...(feedback === '' ? [] : [`Feedback-ID: ${feedback}:step-0:pr0123456789ab`]),
    ...['Date: Mon, 12 May 2031 09:00:00 +0000', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/alternative; boundary="b"', '', '--b'],
    ...['Content-Type: text/plain; charset=utf-8', '', text, '--b'],
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
  expect((await get('/mailbox?below=9')).body).toContain('No mail yet');
  for (let id = 1; id <= 52; id += 1) await put(id, mail(`Number ${id}`, '<p></p>'));
  await writeFile(join(outboxDir, 'x.eml'), 'no');
  await writeFile(join(base, '9.eml'), 'outside');
  const first = (await get('/mailbox')).body;
  expect(first).toContain('52 mails');
  expect(first.indexOf('Number 52')).toBeLessThan(first.indexOf('Number 51'));
  expect(first).toContain('href="mailbox?below=3"');
  expect(first).not.toContain('http-equiv');
  expect((await get('/mailbox?live=1')).body).toContain('http-equiv="refresh" content="4"');
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
  service.outputs.get_profile = { profile: { timezone: 'UTC' } };
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

it('CON-01 answers a browser that may not see the mailbox with a page that leads to the sign-in', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const [url, start] of [
    ['/mailbox', './sign-in?to=%2Fmailbox'],
    ['/mailbox?key=old', './sign-in?to=%2Fmailbox'],
    ['/mailbox/1', '../sign-in?to=%2Fmailbox%2F1'],
  ] as const) {
    const refused = await get(url, { accept });
    expect([refused.statusCode, refused.headers['content-type']], url).toEqual([
      401,
      'text/html; charset=utf-8',
    ]);
    expect(refused.body).toContain(`<a href="${start}">Sign in to the console</a>`);
    expect(refused.body).toContain('postroad open mailbox');
    expect(refused.body).toContain('<h1>You are not signed in</h1>');
    expect(refused.headers.vary).toContain('accept');
  }
  const absent = await get('/mailbox/9', { accept, cookie });
  expect(absent.statusCode).toBe(404);
  expect(absent.body).toContain('<a href="../mailbox">The mailbox</a>');
});

/** Subjects of the mails that a page lists, as far as they are words with a capital. */
async function found(url: string): Promise<string[]> {
  const { body, statusCode } = await get(url);
  expect(statusCode).toBe(200);
  return [...body.matchAll(/<span class="subject">([^<]*)</g)].map(([, subject = '']) => subject);
}

async function putThree(): Promise<void> {
  await put(1, mail('Welcome', '<p></p>', { text: 'A key is inside', feedback: 'email-3:flow-7' }));
  const bob = 'Bob <bob@example.com>';
  await put(2, mail('News', '<p></p>', { to: bob, feedback: 'email-4:broadcast-7' }));
  await put(3, mail('=?utf-8?q?Gr=C3=BC=C3=9Fe?=', '<p></p>', { text: 'Only a test' }));
}

const post = (payload: string, headers: Record<string, string> = {}, query = '') =>
  app.inject({
    method: 'POST',
    url: `/mailbox/delete${query}`,
    payload,
    headers: {
      ...{ cookie, 'content-type': 'application/x-www-form-urlencoded' },
      ...{ 'sec-fetch-site': 'same-origin', ...headers },
    },
  });

it('LEFT-14 finds mail by recipient, subject and text, and by what sent it', async () => {
  await putThree();
  for (const [query, subjects] of [
    ['q=BOB%40', ['News']],
    ['q=wel', ['Welcome']],
    ['q=gr%C3%BC%C3%9Fe', ['Grüße']],
    ['q=inside+key', ['Welcome']],
    ['q=inside+nothing', []],
    ['q=%00%ff', []],
    ['kind=flow', ['Welcome']],
    ['kind=broadcast&source=7', ['News']],
    ['kind=flow&source=8', []],
    ['kind=other', ['Grüße']],
    ['email=4', ['News']],
    ['kind=pigeon&email=x&source=-1', ['Grüße', 'News', 'Welcome']],
  ] as const) {
    expect(await found(`/mailbox?${query}`), query).toEqual(subjects);
  }
  const { body } = await get('/mailbox/2?q=news&kind=broadcast');
  expect(body).toContain('value="news"');
  expect(body).toMatch(/<option value="broadcast" selected>/);
  expect(body).toContain('href="../mailbox?kind=broadcast&amp;source=7"');
  expect(body).toContain('href="../mailbox?email=4"');
  expect(body).toContain('href="../mailbox/2?q=news&amp;kind=broadcast" aria-current="page"');
});

it('LEFT-14 shows when a mail was sent in the zone of the account', async () => {
  await putThree();
  await put(4, mail('Odd', '<p></p>').replace(/Date: [^\r]*/, 'Date: <b>soon'));
  const { body } = await get('/mailbox');
  expect(body).toContain('<time datetime="2031-05-12T09:00:00.000Z">12 May 2031, 11:00</time>');
  expect(body).toContain('Times in Europe/Berlin');
  expect(body).toContain('&lt;b&gt;soon');
  expect((await get('/mailbox/1')).body).toContain('12 May 2031, 11:00');
});

it('LEFT-14 removes one mail, those of a list, or all that the page knew', async () => {
  await putThree();
  const one = await post('ids=2', {}, '?q=a');
  expect(one.statusCode).toBe(303);
  expect(one.headers.location).toBe('../mailbox?q=a');
  expect(await found('/mailbox')).toEqual(['Grüße', 'Welcome']);
  expect((await get('/mailbox')).body).toContain('name="ids" value="3,1"');
  expect((await post('ids=3,2')).statusCode).toBe(303);
  expect(await found('/mailbox')).toEqual(['Welcome']);
  await put(9, mail('Later', '<p></p>'));
  await writeFile(join(outboxDir, 'kept.txt'), 'no mail');
  expect((await post('all=8')).statusCode).toBe(303);
  expect(await found('/mailbox')).toEqual(['Later']);
  expect(await readdir(outboxDir)).toEqual(['9.eml', 'kept.txt']);
});

it('LEFT-14 takes a removal only from its own pages, and only with ids', async () => {
  await putThree();
  for (const site of ['cross-site', 'same-site', 'none']) {
    const refused = await post('all=3', { 'sec-fetch-site': site });
    expect(refused.statusCode, site).toBe(403);
    expect(refused.json().code).toBe('cross_site');
  }
  expect((await post('all=3', { cookie: 'postroad_mailbox=x' })).statusCode).toBe(401);
  const many = Array.from({ length: 51 }, (_, index) => index + 1).join(',');
  for (const body of ['', 'ids=', 'ids=..%2f1', 'all=x', 'ids=1&all=1', `ids=${many}`]) {
    expect((await post(body)).statusCode, body).toBe(422);
  }
  expect((await post('{"all":3}', { 'content-type': 'application/json' })).statusCode).toBe(422);
  expect((await post(`ids=${'1'.repeat(100_000)}`)).statusCode).toBe(413);
  expect(await found('/mailbox')).toHaveLength(3);
});

it('LEFT-14 reads so much mail for a search at most, and continues where it ended', async () => {
  await mkdir(outboxDir, { recursive: true });
  const ids = Array.from({ length: limits.mailboxSearched + 20 }, (_, index) => index + 1);
  await Promise.all(ids.map((id) => put(id, 'Subject: Filler\r\n\r\n')));
  await put(5, mail('Needle', '<p></p>'));
  await put(2_010, mail('Needle two', '<p></p>'));
  const first = await get('/mailbox?q=needle');
  expect(first.body).toContain('1 found, looking at 2,000 mails');
  const next = /href="mailbox(\?q=needle&amp;below=\d+)">Older/.exec(first.body)?.[1] ?? '';
  expect(next).toBe('?q=needle&amp;below=21');
  expect(await found(`/mailbox${next.replace('&amp;', '&')}`)).toEqual(['Needle']);
  expect((await get('/mailbox?q=nowhere')).body).toContain('Look at older mail');
  expect((await get('/mailbox?q=nowhere&below=21')).body).not.toContain('Look at older');
});
