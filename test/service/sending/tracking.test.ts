import { limits } from '@postroad/core/platform/limits';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import { transaction } from '@postroad/store/platform/transaction';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

const password = 'a-long-shared-password';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const body =
  'See [one](https://a.example/x?b=1&c=2), [two](https://b.example/), [three](https://c.example/) and [yours](https://d.example/?who={{ person.email }}).';

let opened: TestService;
let calls: Calling;
let sent: OutgoingMessage[];
let emailId: number;
let people = 0;

beforeAll(async () => {
  const provider = fakeProvider();
  sent = provider.messages;
  const env = { LOG_LEVEL: 'silent', WEBHOOK_PASSWORD: password, BASE_URL: 'https://t.example' };
  opened = await openTestService({ provider: () => provider, env });
  calls = calling(opened);
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: body });
  emailId = email.id;
  const definition = {
    trigger: { event: 'go' },
    nodes: [
      { type: 'send_email', email_id: emailId },
      {
        type: 'gate',
        wait_for: { condition: { type: 'clicked_email', email_id: emailId } },
        expire_after: { amount: 9, unit: 'days' },
        on_expiry: 'exit',
      },
      { type: 'add_tag', tag: 'clicked' },
    ],
  };
  await calls.call('create_flow', { key: 'mail', run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: 'mail' });
});

afterAll(() => opened.close());

let address: string;

beforeEach(() => {
  people += 1;
  address = `p${people}@example.com`;
});

const pass = (amount: number, unit = 'seconds') =>
  calls.call('move_clock', { advance: { amount, unit } } as never);

interface Mail {
  html: string;
  text: string;
  pixel: string | undefined;
  /** Paths of the links, with their queries. */
  links: string[];
  reference: string;
}

async function read(message: OutgoingMessage | undefined): Promise<Mail> {
  const { html = '', text = '', messageId } = await PostalMime.parse(message?.data ?? '');
  const hrefs = Array.from(html.matchAll(/<a\b[^>]*href="([^"]*)"/g), (match) => match[1] ?? '');
  const [, id, mark] = /^<(\d+)\.([0-9a-f]{16})@/.exec(messageId ?? '') ?? [];
  return {
    html,
    text,
    pixel: /src="https:\/\/t\.example\/o\/([^"]+)"/.exec(html)?.[1],
    links: hrefs.map((href) => href.replaceAll('&#38;', '&').replaceAll('&amp;', '&')),
    reference: `${id}-${mark}`,
  };
}

/** Sends the email to a person and answers the mail, some time after. */
async function mailed(to = address): Promise<Mail> {
  await calls.call('record_event', { email: to, name: 'go' });
  await pass(1);
  const mail = await read(sent.at(-1));
  await pass(1, 'minutes');
  return mail;
}

const from = (userAgent = chrome, head = false) => ({ head, headers: { 'user-agent': userAgent } });

function click(link = '', userAgent = chrome): Promise<string | null> {
  const url = new URL(link);
  const token = url.pathname.replace(/^\/c\//, '');
  return opened.service.takeClick(token, url.searchParams.get('to'), from(userAgent));
}

const open = (mail: Mail, userAgent = chrome) =>
  opened.service.takeOpen(mail.pixel ?? '', from(userAgent));

async function acts(of = address): Promise<string[]> {
  await opened.service.round('upkeep');
  const { timeline } = await calls.call('get_timeline', { person: of });
  return timeline.map(({ kind }) => kind).filter((kind) => kind === 'opened' || kind === 'clicked');
}

const hits = () =>
  transaction(
    opened.database,
    {},
    ({ sql }) => sql<{ kind: string; verdict: string; link: number | null }[]>`
      select h.kind, h.verdict, h.link from tracking_hits h
      join send_log s on s.id = h.send_id join people p on p.id = s.person_id
      where p.email = ${address} order by h.number`,
  );

it('QUEUE-03, EVENT-21 leads links where they led, and counts who opens and clicks', async () => {
  const mail = await mailed();
  expect(mail.text).toContain('one (https://a.example/x?b=1&c=2)');
  expect(await click(mail.links[0])).toBe('https://a.example/x?b=1&c=2');
  expect(await click(mail.links[3])).toBe(`https://d.example/?who=${address}`);
  expect(open(mail)).toBe(true);
  expect((await acts()).sort()).toEqual(['clicked', 'opened']);
  const { events } = await calls.call('list_events', { person: address });
  expect(events.map(({ name }) => name)).not.toContain('clicked');
  const condition = { type: 'opened_email', email_id: emailId, within_days: 1 };
  const segment = await calls.call('preview_segment', { definition: condition } as never);
  expect(segment.count).toBe(1);
});

it('COND-10 wakes who waits for a click', async () => {
  const mail = await mailed();
  const tags = async () => (await calls.call('get_person', { person: address })).person.tags;
  expect(await tags()).toEqual([]);
  await click(mail.links[1]);
  await opened.service.round('upkeep');
  await opened.service.tick();
  expect(await tags()).toEqual(['clicked']);
});

it('EVENT-21 keeps what robots do and counts none of it', async () => {
  const mail = await mailed();
  open(mail, 'Mozilla/5.0');
  await click(mail.links[0], 'curl/8.5.0');
  opened.service.takeOpen(mail.pixel ?? '', from(chrome, true));
  expect(await acts()).toEqual([]);
  expect(await hits()).toEqual([
    { kind: 'open', verdict: 'mail_proxy', link: null },
    { kind: 'click', verdict: 'robot', link: 0 },
    { kind: 'open', verdict: 'head', link: null },
  ]);
});

it('EVENT-21 takes back what it counted once all links are followed', async () => {
  const mail = await mailed();
  await click(mail.links[0]);
  expect(await acts()).toEqual(['clicked']);
  await click(mail.links[1]);
  await click(mail.links[2]);
  expect(await acts()).toEqual([]);
  expect((await hits()).map(({ verdict }) => verdict)).toEqual([
    'all_links',
    'all_links',
    'all_links',
  ]);
});

it('EVENT-21 judges again what older rules judged', async () => {
  const mail = await mailed();
  await click(mail.links[0]);
  open(mail, 'Mozilla/5.0');
  expect(await acts()).toEqual(['clicked']);
  await transaction(opened.database, {}, async ({ sql }) => {
    await sql`
      update tracking_hits set verdict = case verdict when 'human' then 'head' else 'human' end`;
    await sql`delete from email_engagements`;
    await sql`update engine_state set verdict_rules_version = 0`;
  });
  const another = await opened.another();
  while (await another.round('upkeep')) await another.round('upkeep');
  expect((await hits()).map(({ verdict }) => verdict)).toEqual(['human', 'mail_proxy']);
  expect(await acts()).toEqual(['clicked']);
  await another.close();
});

it('counts once what a provider and our own link both tell of', async () => {
  const mail = await mailed();
  const take = (change: object) =>
    opened.service.takeWebhook('postmark', {
      headers: { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` },
      body: Buffer.from(
        JSON.stringify({ MessageID: 'pm', Metadata: { postroad_send: mail.reference }, ...change }),
      ),
    });
  await take({ RecordType: 'Click', OriginalLink: 'https://b.example/', UserAgent: chrome });
  await take({ RecordType: 'Open', UserAgent: 'Mozilla/5.0' });
  await click(mail.links[1]);
  expect(await acts()).toEqual(['clicked']);
  expect((await hits()).map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['click', 'human'],
    ['open', 'mail_proxy'],
    ['click', 'human'],
  ]);
});

it('leads nowhere but where a mail of ours did, and tells nothing of what is not', async () => {
  const mail = await mailed();
  const { pixel = '', links } = mail;
  const url = new URL(links[3] ?? '');
  const signed = url.pathname.slice(3);
  const other = await mailed('other@example.com');
  const otherToken = new URL(other.links[3] ?? '').pathname.slice(3);
  const to = url.searchParams.get('to') ?? '';
  const damaged = `${pixel.slice(0, -2)}${pixel.endsWith('AA') ? 'BB' : 'AA'}`;
  const forged: [string, string | null][] = [
    [`${pixel}.4`, null],
    [`${pixel}.00`, null],
    [`${pixel}.-1`, null],
    [`${pixel}.99999`, null],
    [pixel, null],
    [pixel, 'https://evil.example/'],
    [`${damaged}.0`, null],
    [signed, null],
    [signed, 'https://evil.example/'],
    [otherToken, to],
    [`${signed}.0`, null],
    ['', null],
    ['.0', null],
    ['a'.repeat(limits.publicTokenChars + 1), to],
  ];
  for (const [token, where] of forged) {
    expect(await opened.service.takeClick(token, where, from())).toBeNull();
  }
  for (const token of [signed, '', `${pixel}A`, otherToken]) {
    expect(opened.service.takeOpen(token, from())).toBe(false);
  }
  expect(await acts()).toEqual([]);
  const longest = Math.max(...[pixel, signed].map((token) => `${token}.499`.length));
  expect(longest).toBeLessThanOrEqual(limits.publicTokenChars);
});

it('leads on from mail that was sent before its email was changed', async () => {
  const mail = await mailed();
  const { links } = mail;
  await calls.call('update_email', {
    email_id: emailId,
    body_markdown: 'Now [zero](https://zero.example/) alone.',
  });
  const fresh = await mailed('fresh@example.com');
  expect(await click(links[1])).toBe('https://b.example/');
  expect(await click(fresh.links[0])).toBe('https://zero.example/');
  await calls.call('update_email', { email_id: emailId, body_markdown: body });
});

it('is off for an email, for the account, and in tests', async () => {
  const plain = async (mail: Mail) => {
    expect(mail.pixel).toBeUndefined();
    expect(mail.links[0]).toBe('https://a.example/x?b=1&c=2');
  };
  const { email } = await calls.call('update_email', { email_id: emailId, tracking: false });
  expect(email.tracking).toBe(false);
  await plain(await mailed());
  await calls.call('update_email', { email_id: emailId, tracking: true });
  await calls.call('update_profile', { tracking: false });
  await plain(await mailed('off@example.com'));
  await calls.call('update_profile', { tracking: true });
  expect((await mailed('on@example.com')).pixel).toBeDefined();
  await calls.call('send_test_email', { email_id: emailId, to: address });
  await plain(await read(sent.at(-1)));
  const copy = await calls.call('update_email', { email_id: emailId, tracking: false });
  const { email: copied } = await calls.call('duplicate_email', { email_id: copy.email.id });
  expect(copied.tracking).toBe(false);
  await calls.call('update_email', { email_id: emailId, tracking: true });
});

it('a flood of one mail grows the table by a bounded number of rows', async () => {
  const mail = await mailed();
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < 50; at += 1) open(mail, `${chrome} ${round} ${at}`);
    await opened.service.round('upkeep');
  }
  expect(await hits()).toHaveLength(limits.trackingHitsPerLink);
});

it('forgets what an erased person opened; their links lead on', async () => {
  const mail = await mailed();
  open(mail);
  await acts();
  await calls.call('delete_person', { person: address });
  const left = await transaction(
    opened.database,
    {},
    ({ sql }) =>
      sql`select from tracking_hits where send_id = ${Number(mail.reference.split('-')[0])}`,
  );
  expect(left).toHaveLength(0);
  expect(await click(mail.links[1])).toBe('https://b.example/');
  await opened.service.round('upkeep');
  expect(await hits()).toEqual([]);
});
