import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { readContent } from '@postroad/mail/message/readable-mail';
import type { Provider } from '@postroad/mail/providers/provider';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import {
  type Kept,
  type KeptParts,
  KnownFrames,
  makeAgain,
} from '@postroad/service/sending/sent/keep-content';
import { transaction } from '@postroad/store/platform/transaction';
import { forgetSends } from '@postroad/store/queue/forget-sends';
import { findContent, forgetContents, forgetFrames } from '@postroad/store/queue/send-content';
import { findSend } from '@postroad/store/queue/send-view';
import { afterEach, describe, expect, it } from 'vitest';
import { apiCases } from '../../mail/api-providers.ts';
import { startApiServer } from '../../mail/api-server.ts';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, renderer, type TestService } from '../../support/service.ts';
import { startSmtpInbox } from '../../support/smtp-inbox.ts';
import { type Calling, calling } from '../app/calling.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Sending {
  opened: TestService;
  calls: Calling;
  emailId: number;
  /** Sends the email by a flow to a person with these fields; answers the send. */
  send(email: string, details?: Record<string, unknown>): Promise<number>;
  /** The message of a send, made again from what is kept. */
  again(sendId: number): Promise<Buffer>;
}

const body = `Dear {{ person.first_name | default: "friend" }} of {{ person.fields.town }},
{% for item in event.details.items %}
- {{ item.name }}: {{ item.price }} €
{% endfor %}
Sent {{ now | date: "%H:%M on %d %B" }}. [Read](https://example.com/a?b=1&c=ü) or
[yours](https://example.com/{{ person.id }}), or [leave]({{ unsubscribe_url }}).`;

/** The values that are kept, of all attempts in their order. */
async function contents({ database }: TestService): Promise<unknown[]> {
  const rows = await database.pool<{ merge_values: string }[]>`
    select v as merge_values from send_contents c
    cross join lateral unnest(string_to_array(c.merge_values, chr(30))) with ordinality as m (v, place)
    order by c.id, place`;
  return rows.map(({ merge_values }) => JSON.parse(merge_values));
}

const secretKey = 'a-key-for-the-tests-of-content-of-mail';

async function sending(provider: Provider): Promise<Sending> {
  const opened = await openTestService({
    provider: () => provider,
    env: { LOG_LEVEL: 'silent', SECRET_KEY: secretKey },
  });
  closing.push(() => opened.close());
  const calls = calling(opened);
  const { call } = calls;
  await call('update_profile', {
    ...{ name: 'Grüße & Co', default_from_address: 'Ünal <hi@example.com>' },
    ...{ reply_to: 'answers@example.com', timezone: 'Asia/Tokyo', tracking: true },
  });
  await call('update_settings', { settings: { 'sending.mailing_address': 'Main Street 1' } });
  const subject = 'For {{ person.first_name }}: ☂ {{ event.details.items.size }}';
  const { email } = await call('create_email', { subject, body_markdown: body });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  const definition = { trigger: { event: 'go' }, nodes };
  await call('create_flow', { key: 'go', definition });
  await call('activate_flow', { flow_key: 'go' });
  return {
    ...{ opened, calls, emailId: email.id },
    async send(address, details = {}) {
      await call('upsert_person', {
        ...{ email: address, first_name: 'Zoë', fields: { town: 'Köln', unread: 'secret' } },
      });
      const items = [{ name: 'Tea', price: 3 }];
      await call('record_event', { email: address, name: 'go', details: { items, ...details } });
      await call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
      const { sends } = await call('list_sends', { person: address, limit: 1 });
      return sends[0]?.id ?? 0;
    },
    again: (sendId) =>
      transaction(opened.database, { readOnly: true }, async (tx) => {
        const row = await findSend(tx, sendId);
        const kept = await findContent<CompiledEmail, KeptParts, Kept['values']>(tx, sendId);
        if (!row || !kept) throw new Error(`Nothing is kept of ${sendId}.`);
        const key = Buffer.from(secretKey);
        const made = await makeAgain(renderer, key, row, row.person_id ?? 0, kept);
        return made.data;
      }),
  };
}

describe('SENT-02 content is exactly what was handed over', () => {
  it('over SMTP, byte for byte', async () => {
    const inbox = await startSmtpInbox();
    const provider = createSmtp({ url: inbox.url });
    const { calls, send, again, emailId } = await sending(provider);
    closing.splice(0, 0, () => inbox.close());
    const id = await send('zoe@example.com');
    // What it is made of changes afterwards.
    await calls.call('update_email', { email_id: emailId, subject: 'New', body_markdown: 'New' });
    await calls.call('update_profile', { name: 'Renamed', default_from_address: 'x@example.com' });
    await calls.call('upsert_person', { email: 'zoe@example.com', first_name: 'Else' });
    const [raw = Buffer.alloc(0)] = inbox.raw;
    expect((await again(id)).toString('latin1')).toBe(
      raw.toString('latin1').replace(/\r\n$/, '\r\n'),
    );
    const content = await calls.call('get_send_content', { send_id: id });
    expect(content).toEqual(readContent({ data: raw }));
    expect(content.subject).toBe('For Zoë: ☂ 1');
    expect(content.html).toContain('/c/');
    expect(content.html).toContain('/o/');
    expect(content.text).toContain('Tea: 3 €');
    const [mail] = await inbox.mails();
    expect(content.text.replaceAll('\r\n', '\n').trim()).toBe(mail?.text?.trim());
    expect(content.headers).toMatchObject({
      To: 'zoe@example.com',
      'Reply-To': 'answers@example.com',
      'Message-ID': mail?.messageId,
      'List-Unsubscribe': expect.stringMatching(/^<http.*\/u\/.+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Date: expect.stringContaining('+0000'),
    });
  });

  it.each(apiCases)('through the API of $name', async ({ name, create, accepted }) => {
    const server = await startApiServer(accepted);
    const { calls, send, again } = await sending(create({ endpoint: server.endpoint }));
    closing.splice(0, 0, () => server.close());
    const id = await send('zoe@example.com');
    const content = await calls.call('get_send_content', { send_id: id });
    const got = server.requests[0]?.body ?? Buffer.alloc(0);
    const data = await again(id);
    if (name === 'mailgun') {
      expect(got.includes(data)).toBe(true);
      return;
    }
    const asked = JSON.parse(got.toString('utf8')) as Record<string, unknown>;
    if (name === 'ses') {
      const { Data } = (asked.Content as { Raw: { Data: string } }).Raw;
      expect(Buffer.from(Data, 'base64').equals(data)).toBe(true);
      return;
    }
    const [subject, html, text] =
      name === 'postmark' ? ['Subject', 'HtmlBody', 'TextBody'] : ['subject', 'html', 'text'];
    expect([asked[subject], asked[html], asked[text]]).toEqual([
      ...[content.subject, content.html, content.text],
    ]);
    const headers = JSON.stringify(asked.Headers ?? asked.headers);
    for (const header of ['Message-ID', 'List-Unsubscribe', 'Feedback-ID'] as const) {
      expect(headers).toContain(JSON.stringify(content.headers[header]));
    }
  });

  it('of the last attempt, also while it is in doubt, and of a test', async () => {
    const provider = fakeProvider();
    const { calls, send, emailId } = await sending(provider);
    provider.answer = { kind: 'uncertain', reason: 'Broke off' };
    const id = await send('zoe@example.com');
    expect((await calls.call('get_send', { send_id: id })).send.status).toBe('uncertain');
    const first = await calls.call('get_send_content', { send_id: id });
    expect(first).toEqual(readContent(at(provider, 0)));
    provider.answer = { kind: 'accepted', providerId: null };
    await calls.call('upsert_person', { email: 'zoe@example.com', first_name: 'Later' });
    await calls.call('retry_send', { send_id: id });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    const second = await calls.call('get_send_content', { send_id: id });
    expect(second).toEqual(readContent(at(provider, 1)));
    expect(second.subject).toContain('Later');
    await calls.call('send_test_email', { email_id: emailId, to: 'me@example.com' });
    const { sends } = await calls.call('list_sends', { person: 'me@example.com' });
    const test = await calls.call('get_send_content', { send_id: sends[0]?.id ?? 0 });
    expect(test).toEqual(readContent(at(provider, 2)));
  });
});

function at({ messages }: FakeProvider, index: number) {
  const message = messages[index];
  if (!message) throw new Error(`There is no message ${index}.`);
  return message;
}

describe('SENT-03', () => {
  it('what is older than sending.keep_content_days is 410, and is removed in batches', async () => {
    const { calls, send, opened } = await sending(fakeProvider());
    const ids = [
      await send('a@example.com'),
      await send('b@example.com'),
      await send('c@example.com'),
    ];
    const send_id = ids[0] ?? 0;
    await calls.call('move_clock', { advance: { amount: 29, unit: 'days' } });
    await calls.call('get_send_content', { send_id });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'days' } });
    const refusal = await calls.refused('get_send_content', { send_id });
    expect([refusal.code, refusal.detail]).toEqual([
      'content_expired',
      expect.stringContaining('30 days'),
    ]);
    const forgotten = (most: number) =>
      transaction(opened.database, { testClock: true }, async (tx) => [
        await forgetContents(tx, tx.now, most),
        await forgetFrames(tx, { spareMs: 3 * 86_400_000, most }),
      ]);
    expect(await forgotten(2)).toEqual([2, 0]);
    expect(await forgotten(2)).toEqual([1, 1]);
    expect(await forgotten(2)).toEqual([0, 0]);
    // The id that this process knows is looked for again.
    await calls.call('get_send_content', { send_id: await send('d@example.com') });
  });

  it('0 keeps none, and a frame that is in use stays', async () => {
    const { calls, send, opened } = await sending(fakeProvider());
    const settings = (days: number) =>
      calls.call('update_settings', { settings: { 'sending.keep_content_days': days } });
    await settings(0);
    const none = await send('a@example.com');
    expect((await calls.refused('get_send_content', { send_id: none })).detail).toContain('is 0');
    await settings(400);
    const before = await calls.refused('get_send_content', { send_id: none });
    expect([before.code, before.detail]).toEqual([
      'content_expired',
      expect.stringContaining('earlier release'),
    ]);
    const kept = await send('b@example.com');
    await calls.call('move_clock', { advance: { amount: 200, unit: 'days' } });
    const gone = await transaction(opened.database, { testClock: true }, (tx) =>
      forgetFrames(tx, { spareMs: 3 * 86_400_000, most: 10 }),
    );
    expect(gone).toBe(0);
    await calls.call('get_send_content', { send_id: kept });
    const faults = await calls.refused('update_settings', {
      settings: { 'sending.keep_content_days': -1 },
    });
    expect(faults.detail).toContain('sending.keep_content_days');
  });

  it('erasing a person erases what they got', async () => {
    const { calls, send, opened } = await sending(fakeProvider());
    const erased = await send('a@example.com');
    await send('b@example.com');
    await calls.call('delete_person', { person: 'a@example.com' });
    const refusal = await calls.refused('get_send_content', { send_id: erased });
    expect([refusal.code, refusal.detail]).toEqual([
      'content_expired',
      expect.stringContaining('erased'),
    ]);
    expect(await contents(opened)).toMatchObject([{ person: { email: 'b@example.com' } }]);
  });

  it('erasing a person leaves what others got who got it at once, in one row', async () => {
    const { calls, emailId, opened } = await sending(fakeProvider());
    const names = ['a', 'b', 'c', 'd'];
    const details = { items: [{ name: 'Tea', price: 3 }] };
    await calls.call('record_events', {
      events: names.map((name) => ({ email: `${name}@example.com`, name: 'go', details })),
    });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
    const rows = () => opened.database.pool`select from send_contents`;
    expect(await rows()).toHaveLength(1);
    const { sends } = await calls.call('list_sends', { email_id: emailId });
    const read = (name: string) => {
      const { id = 0 } = sends.find(({ person }) => person?.email === `${name}@example.com`) ?? {};
      return calls.call('get_send_content', { send_id: id });
    };
    const [before] = [await read('c')];
    // At once, so that each takes its part out of what the other has left.
    await Promise.all(
      ['b', 'd'].map((name) => calls.call('delete_person', { person: `${name}@example.com` })),
    );
    expect(await read('c')).toEqual(before);
    expect(await contents(opened)).toMatchObject([
      { person: { email: 'a@example.com' } },
      { person: { email: 'c@example.com' } },
    ]);
    for (const name of ['a', 'c'])
      await calls.call('delete_person', { person: `${name}@example.com` });
    expect(await rows()).toEqual([]);
  });

  it('shows the last attempt, and erases all of them', async () => {
    const provider = fakeProvider();
    const { calls, send, again, opened } = await sending(provider);
    const refused = { permanent: false, status: 421, enhanced: null, reason: '421 Later' };
    const answer = provider.answer;
    provider.answer = () => ({ kind: 'refused', ...refused });
    const id = await send('a@example.com');
    provider.answer = answer;
    await calls.call('update_person', { person: 'a@example.com', first_name: 'Zaïde' });
    await calls.call('move_clock', { advance: { amount: 5, unit: 'minutes' } });
    expect((await calls.call('get_send_content', { send_id: id })).subject).toContain('Zaïde');
    expect((await again(id)).toString()).toBe(provider.messages.at(-1)?.data.toString());
    expect((await contents(opened)).length).toBeGreaterThan(1);
    await calls.call('delete_person', { person: 'a@example.com' });
    expect(await contents(opened)).toEqual([]);
  });

  it('goes with mail that the account no longer keeps', async () => {
    const { send, opened } = await sending(fakeProvider());
    const id = await send('a@example.com');
    await send('b@example.com');
    await transaction(opened.database, { testClock: true }, (tx) => forgetSends(tx, [id]));
    expect(await contents(opened)).toMatchObject([{ person: { email: 'b@example.com' } }]);
  });

  it('of mail that was not handed over there is none', async () => {
    const { calls, emailId } = await sending(fakeProvider());
    await calls.call('upsert_person', { email: 'a@example.com' });
    await calls.call('hold_sending', { reason: 'Checking' });
    await calls.call('record_event', { email: 'a@example.com', name: 'go' });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
    const { sends } = await calls.call('list_sends', { email_id: emailId });
    expect(sends).toMatchObject([{ status: 'holding' }]);
    const refusal = await calls.refused('get_send_content', { send_id: sends[0]?.id ?? 0 });
    expect([refusal.code, refusal.detail]).toEqual([
      'conflict',
      expect.stringContaining('holding'),
    ]);
    expect((await calls.refused('get_send_content', { send_id: 999 })).code).toBe('not_found');
  });
});

describe('SENT-04', () => {
  it('keeps only what the email reads, and a frame once', async () => {
    const { calls, send, opened } = await sending(fakeProvider());
    await calls.call('update_settings', { settings: { 'retention.events_days': 90 } });
    await send('a@example.com', { unread: 'secret' });
    await send('b@example.com');
    const kept = await contents(opened);
    expect(kept).toMatchObject([
      { person: { email: 'a@example.com', first_name: 'Zoë', fields: { town: 'Köln' } } },
      { event: { details: { items: [{ name: 'Tea', price: 3 }] } } },
    ]);
    expect(JSON.stringify(kept)).not.toContain('secret');
    expect(await opened.database.pool`select from send_frames`).toHaveLength(1);
  });

  it('keeps of an event its id alone while events are kept for ever', async () => {
    const provider = fakeProvider();
    const { calls, send, again, opened } = await sending(provider);
    const send_id = await send('a@example.com');
    expect(await contents(opened)).toMatchObject([{ event_id: expect.any(Number) }]);
    expect(JSON.stringify(await contents(opened))).not.toContain('Tea');
    expect((await again(send_id)).toString()).toBe(at(provider, 0).data.toString());
    // Retention came later, and took the event.
    await opened.database.pool`delete from events`;
    const refusal = await calls.refused('get_send_content', { send_id });
    expect([refusal.code, refusal.detail]).toEqual([
      'content_expired',
      expect.stringContaining('retention.events_days'),
    ]);
  });
});

it('a token that may only read gets no link with which it could write', async () => {
  const { send, opened } = await sending(fakeProvider());
  const send_id = await send('a@example.com');
  const asked = async (scope: 'read' | 'admin') =>
    (
      await opened.service.invoke(
        'get_send_content',
        { send_id },
        { actor: { ...opened.actor, scopes: [scope] } },
      )
    ).output;
  const all = await asked('admin');
  const shown = await asked('read');
  const token = /\/unsubscribe\/([\w-]+)/.exec(all.html)?.[1] ?? '';
  expect(token.length).toBeGreaterThan(20);
  expect(JSON.stringify(all)).toContain(`/u/${token}`);
  expect(JSON.stringify(shown)).not.toContain(token);
  expect(shown.headers['List-Unsubscribe']).toMatch(/\/u\/hidden>$/);
  expect([all.hidden, shown.hidden]).toEqual([undefined, expect.stringContaining('unsubscribe')]);
  expect(shown.headers['Message-ID']).toBe(all.headers['Message-ID']);
});

it('a frame that was deleted meanwhile is stored again', async () => {
  const { opened } = await sending(fakeProvider());
  const frames = new KnownFrames();
  const frame = { digest: 'ab'.repeat(32), compiled: { html: '' }, parts: {} };
  const id = () =>
    transaction(opened.database, { testClock: true }, async (tx) =>
      (await frames.idsOf(tx, [frame])).get(frame.digest),
    );
  const first = await id();
  expect(await id()).toBe(first);
  await calling(opened).call('move_clock', { advance: { amount: 4, unit: 'days' } });
  await transaction(opened.database, { testClock: true }, (tx) =>
    forgetFrames(tx, { spareMs: 3 * 86_400_000, most: 10 }),
  );
  const again = await id();
  expect(again).toBeGreaterThan(first ?? 0);
});
