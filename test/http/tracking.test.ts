import { unescapeHtml } from '@postroad/core/content/text/escape-html';
import { locationOf, redirectUrl } from '@postroad/core/content/text/link-url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calling } from '../service/app/calling.ts';
import { anyCharacter, runs } from '../support/property-tests.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { type SmtpInbox, startSmtpInbox } from '../support/smtp-inbox.ts';
import { startHttp, type TestServer } from './http-server.ts';

/** Forms that links of a mail may have, and attacks on them. */
const hostileUrls = [
  ...[
    'https://a.example/?a=1&b=2&copy=3&lt;=4&amp;c=5#top',
    'https://a.example/%0d%0aSet-Cookie:%20x=1',
    'https://a.example/\r\nLocation: https://evil.example/',
    'https://a.example/{{ 7 | times: 7 }}'.replace('{{', '%7B%7B'),
    'https://a.example/"onmouseover="x',
    "https://a.example/'><script>alert(1)</script>",
    'https://a.example/ä/例え?ü=🎈',
    'https://例え.jp/',
    'https://user:pa%40ss@a.example:8080/x',
    'https://a.example//evil.example/\\..\\',
    'HTTPS://A.example/=3D=20',
    `https://a.example/${'x'.repeat(1_900)}`,
    'http://a.example/?to=https://b.example/&to=c',
  ],
  ...fc.sample(
    fc
      .string({ unit: anyCharacter, maxLength: 40 })
      .map((rest) => `https://b.example/${rest.replaceAll('\u0000', '')}`),
    { numRuns: runs(100), seed: 7 },
  ),
];

const escaped = (url: string) =>
  url.replace(/[&<>"'{}\r\n\t]/g, (char) => `&#${char.charCodeAt(0)};`);

let inbox: SmtpInbox;
let opened: TestService;
let server: TestServer;
let emailId: number;

beforeAll(async () => {
  inbox = await startSmtpInbox();
  const env = {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'hello@example.com',
    API_TOKEN: 'write-token-0123456789-abcd',
    LOG_LEVEL: 'silent',
  };
  opened = await openTestService({ env });
  server = await startHttp(opened.service, 'write-token-0123456789-abcd');
  await opened.service.announce(server.url);
  const { call } = calling(opened);
  const links = hostileUrls.map((url, at) => `<a id="l${at}" href="${escaped(url)}">x</a>`);
  const { email } = await call('create_email', {
    subject: 'Links',
    body_markdown: `<p>${links.join('')}</p>\n\n[Own](https://own.example/?me={{ person.email }})`,
  });
  emailId = email.id;
  const nodes = [{ type: 'send_email', email_id: emailId }];
  await call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
  await call('activate_flow', { flow_key: 'mail' });
});

afterAll(async () => {
  await server.stop();
  await opened.close();
  await inbox.close();
});

/** The URLs of a new mail, as its reader sees them. */
async function mailTo(email: string) {
  const { call } = calling(opened);
  await call('record_event', { email, name: 'go' });
  await call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
  const mails = await inbox.mails();
  const html = mails.findLast(({ to }) => to?.[0]?.address === email)?.html ?? '';
  await call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  const hrefs = Array.from(html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g), ([, href = '']) => href);
  return {
    links: hrefs.map(unescapeHtml),
    pixel: unescapeHtml(/<img src="([^"]*\/o\/[^"]*)"/.exec(html)?.[1] ?? ''),
  };
}

const follow = (url: string, method = 'GET') =>
  fetch(url, { method, redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 Firefox/128' } });

async function stats() {
  await opened.service.round('upkeep');
  return (await server.ask('GET', `/api/v1/emails/${emailId}/stats`)).json;
}

it('QUEUE-03, EVENT-21 counts over HTTP what a mail that went over SMTP leads to', async () => {
  const { links, pixel } = await mailTo('ada@example.com');
  expect(await stats()).toMatchObject({ sent: 1, opened: 0, clicked: 0 });
  const open = await follow(pixel);
  expect([open.status, open.headers.get('content-type')]).toEqual([200, 'image/gif']);
  expect(open.headers.get('cache-control')).toBe('no-store');
  expect((await follow(links[0] ?? '')).status).toBe(302);
  const click = await follow(links.find((link) => link.includes('?to=')) ?? '');
  expect(click.headers.get('location')).toBe('https://own.example/?me=ada@example.com');
  expect(click.headers.get('cache-control')).toBe('no-store');
  expect(click.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await click.text()).toBe('');
  expect(await stats()).toMatchObject({ sent: 1, opened: 1, clicked: 1 });
});

it('redirects every link to its URL byte for byte, and counts following all as a robot', async () => {
  const { links } = await mailTo('bob@example.com');
  expect(links.length).toBeGreaterThanOrEqual(hostileUrls.length);
  for (const [at, url] of hostileUrls.entries()) {
    const link = links[at] ?? '';
    const redirect = redirectUrl(url);
    if (!link.startsWith(server.url)) {
      expect(new URL(link).href, url).toBe(new URL(url).href);
      continue;
    }
    const answer = await follow(link);
    expect(answer.status).toBe(302);
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location).href, url).toBe(new URL(url).href);
    // The HTML parser normalises line ends and the like before anybody follows a link.
    if (redirect === url) expect(location).toBe(locationOf(url));
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  expect(await stats()).toMatchObject({ sent: 2, clicked: 1 });
});

it('answers HEAD as GET and does not count it', async () => {
  const { links, pixel } = await mailTo('cyd@example.com');
  const before = await stats();
  const open = await follow(pixel, 'HEAD');
  expect([open.status, open.headers.get('content-type')]).toEqual([200, 'image/gif']);
  const click = await follow(links[0] ?? '', 'HEAD');
  expect([click.status, click.headers.get('location')]).toEqual([302, hostileUrls[0]]);
  expect(await stats()).toMatchObject({ opened: before.opened, clicked: before.clicked });
});

it('gives the same answer to every unsigned token, and redirects nowhere', async () => {
  const { links, pixel } = await mailTo('dan@example.com');
  const own = links.find((link) => link.includes('?to=')) ?? '';
  const changed = [
    pixel.replace(/.{4}$/, 'AAAA'),
    `${server.url}/o/x`,
    `${server.url}/c/x`,
    `${server.url}/c/x?to=https://evil.example/`,
    own.replace(/to=.*/, 'to=https%3A%2F%2Fevil.example%2F'),
    `${own}&to=https%3A%2F%2Fevil.example%2F`,
    own.replace(/\?.*/, ''),
    links[0]?.replace(/\d+$/, '100000') ?? '',
    links[0]?.replace(/\/c\//, '/o/') ?? '',
    `${server.url}/c/${'a'.repeat(900)}`,
    `${server.url}/c/%00%0d%0a`,
  ];
  const bodies = new Set<string>();
  for (const url of changed) {
    const answer = await follow(url);
    expect([answer.status, answer.headers.get('location')], url).toEqual([404, null]);
    bodies.add(await answer.text());
  }
  expect(bodies.size).toBe(1);
  expect((await follow(pixel, 'POST')).status).toBe(405);
});
