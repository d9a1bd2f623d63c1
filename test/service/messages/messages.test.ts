import { forgetMessageContents } from '@postroad/store/messages/message';
import { transaction as store } from '@postroad/store/platform/transaction';
import { claimDueSends } from '@postroad/store/queue/send';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';
import { type Delivering, delivering } from '../sending/delivering.ts';

// @database both: messages are claimed, read and moved by statements of their own.
let opened: TestService;
let calls: Calling;
let mail: Delivering;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  mail = delivering(opened);
});

afterAll(() => opened.close());

const written = { subject: 'Your code', body_markdown: 'It is {{ data.code }}.' };

async function made(content: object = {}): Promise<{ id: number; key: string }> {
  const receipt = { ...written, kind: 'transactional' as const };
  return (await calls.call('create_email', { ...receipt, ...content })).email;
}

/** As if a provider had refused the address for good. */
async function bounce(email: string): Promise<void> {
  const { pool } = opened.database;
  await pool`update people set hard_bounced_at = created_at where email = ${email}`;
}

async function round() {
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  return await mail.arrived();
}

describe('a message', () => {
  it('MSG-05 answers what becomes of it, and goes out', async () => {
    const { id } = await made();
    await mail.arrived();
    const { message } = await calls.call('send_message', {
      to: 'Ada@example.com',
      email_id: id,
      data: { code: '4711' },
      reply_to: 'Help <help@example.com>',
    });
    const { due_at, ...rest } = message;
    expect(rest).toEqual({
      id: message.id,
      status: 'scheduled',
      to: 'ada@example.com',
      person_id: message.person_id,
      email_id: id,
      subject: 'Your code',
    });
    expect(Date.parse(due_at)).not.toBeNaN();
    const [sent] = await round();
    expect(sent).toMatchObject({
      subject: 'Your code',
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ name: 'Help', address: 'help@example.com' }],
    });
    expect(sent?.text).toContain('It is 4711.');
    expect(sent?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
    const shown = await calls.call('get_message', { message_id: message.id });
    expect(shown.message).toMatchObject({ status: 'sent', reply_to: 'Help <help@example.com>' });
  });

  it('MSG-06 takes one source, and words of its own are one', async () => {
    const { id, key } = await made();
    const to = 'ada@example.com';
    await mail.arrived();
    for (const source of [{ email_id: id }, { email: key }, written]) {
      const { message } = await calls.call('send_message', { to, ...source, data: { code: 7 } });
      expect(message.email_id).toBe('subject' in source ? null : id);
    }
    const texts = (await round()).map(({ text }) => text?.trim());
    expect(texts).toHaveLength(3);
    expect(texts.every((text) => text?.includes('It is 7.'))).toBe(true);
    for (const sources of [{}, { email_id: id, email: key }, { email_id: id, ...written }]) {
      const refusal = await calls.refused('send_message', { to, ...sources });
      expect(refusal.code).toBe('validation_failed');
    }
    const half = await calls.refused('send_message', { to, subject: 'Half' });
    expect(pathsOf(half)).toEqual(['body_markdown']);
    const layout = await calls.refused('send_message', { to, email_id: id, template_id: 1 });
    expect(pathsOf(layout)).toEqual(['template_id']);
    const unknown = await calls.refused('send_message', { to, email: `${key}x` });
    expect(unknown.members.errors).toMatchObject([{ path: 'email', did_you_mean: key }]);
  });

  it('MSG-06 puts words of its own into a layout', async () => {
    const html = '<html><body>Top {{ content }}</body></html>';
    const { template } = await calls.call('create_layout', { name: 'Top', html });
    await mail.arrived();
    await calls.call('send_message', {
      ...{ to: 'ada@example.com', ...written },
      template_id: template.id,
    });
    const [sent] = await round();
    expect(sent?.html).toContain('Top');
    const bad = { ...written, body_markdown: '{{ data.code' };
    const refusal = await calls.refused('send_message', { to: 'ada@example.com', ...bad });
    expect(pathsOf(refusal)).toEqual(['body_markdown']);
  });

  it('MSG-07 is transactional where its email is, or its words are its own', async () => {
    const to = 'ada@example.com';
    const marketing = await made({ kind: 'marketing' });
    const receipt = await made();
    for (const wrong of [
      { email_id: marketing.id, transactional: true },
      { email_id: receipt.id, transactional: false },
      { ...written, transactional: false },
    ]) {
      expect(pathsOf(await calls.refused('send_message', { to, ...wrong }))).toEqual([
        'transactional',
      ]);
    }
    for (const right of [
      { email_id: receipt.id, transactional: true },
      { ...written, transactional: true },
    ]) {
      expect((await calls.call('send_message', { to, ...right })).message.status).toBe('scheduled');
    }
    const counted = await calls.refused('send_message', { to, ...written, tracking: true });
    expect(pathsOf(counted)).toEqual(['tracking']);
    await round();
  });

  it('MSG-08 fills data in, and keeps it with what was sent', async () => {
    const body = '{% for item in data.items %}{{ item.name }} {% endfor %}{{ data.note }}';
    await mail.arrived();
    const { message } = await calls.call('send_message', {
      ...{ to: 'ada@example.com', subject: 'Order {{ data.no }}', body_markdown: body },
      data: { no: 12, items: [{ name: 'Tea' }, { name: 'Cup' }], note: '<b>' },
    });
    const [sent] = await round();
    expect(sent?.subject).toBe('Order 12');
    expect(sent?.html).toContain('Tea Cup &lt;b&gt;');
    const content = await calls.call('get_send_content', { send_id: message.id });
    expect(content.subject).toBe('Order 12');
    expect(content.html.trim()).toBe(sent?.html?.trim().replaceAll('\n', '\r\n'));
  });

  it('MSG-11 makes a stranger a person who is in no marketing audience', async () => {
    const to = 'new@stranger.example';
    const { id: marketing } = await made({ kind: 'marketing' });
    const { message } = await calls.call('send_message', { to, ...written });
    const { person } = await calls.call('get_person', { person: to });
    expect(person).toMatchObject({ id: message.person_id, unsubscribed: true });
    const { reasons } = await calls.call('explain_delivery', { person: to, email_id: marketing });
    expect(reasons[0]).toMatchObject({ code: 'unsubscribed', message: 'Never subscribed.' });
    expect(reasons[0]).not.toHaveProperty('quote');
    expect(await round()).toHaveLength(1);
    await mail.arrived();
    await calls.call('create_flow', {
      ...{ key: 'to-stranger' },
      definition: {
        trigger: { event: 'strange' },
        nodes: [{ type: 'send_email', email_id: marketing }],
      },
    });
    await calls.call('activate_flow', { flow_key: 'to-stranger' });
    await calls.call('record_event', { email: to, name: 'strange' });
    expect(await round()).toEqual([]);
    const { broadcast } = await calls.call('create_broadcast', {
      name: 'News',
      email_source: 'scratch',
    });
    const reached = await calls.call('get_broadcast', { broadcast_id: broadcast.id });
    expect(reached.broadcast.audience).toEqual(null);
    const { segment } = await calls.call('create_segment', {
      ...{ name: 'Strangers', key: 'strangers' },
      definition: {
        type: 'predicate',
        name: 'email_domain_in',
        args: { domains: ['stranger.example'] },
      },
    });
    await calls.call('update_broadcast', { broadcast_id: broadcast.id, segment_id: segment.id });
    const chosen = await calls.call('get_broadcast', { broadcast_id: broadcast.id });
    expect(chosen.broadcast.audience).toMatchObject({ people: 1, recipients: 0 });
    const refusal = await calls.refused('send_message', { to, email_id: marketing });
    expect(refusal.code).toBe('recipient_suppressed');
  });

  it('MSG-15 refuses what a blank or archived email would send', async () => {
    const to = 'ada@example.com';
    const blank = await made({ body_markdown: ' ' });
    const archived = await made();
    await calls.call('delete_email', { email_id: archived.id });
    expect((await calls.refused('send_message', { to, email_id: blank.id })).code).toBe(
      'email_blank',
    );
    expect((await calls.refused('send_message', { to, email: archived.key })).code).toBe(
      'email_archived',
    );
  });

  it('MSG-17 comes from the profile, its email, or a domain that the settings allow', async () => {
    const to = 'ada@example.com';
    await calls.call('update_profile', { default_from_address: 'Shop <shop@example.com>' });
    const { id } = await made({ from_address: 'Bills <bills@example.org>' });
    await mail.arrived();
    for (const from of ['Anna at the shop <shop@example.com>', 'bills@example.org']) {
      await calls.call('send_message', { to, email_id: id, from });
    }
    const elsewhere = { to, ...written, from: 'anna@shop.example.net' };
    const refusal = await calls.refused('send_message', elsewhere);
    // Over SMTP the sender cannot be left out (SUBM-04).
    const message = expect.stringMatching(/Use one of these senders, or add the domain\.$/);
    expect(refusal.members.errors).toMatchObject([
      { path: 'from', code: 'sender_not_allowed', message },
    ]);
    const own = await calls.refused('send_message', { to, ...written, from: 'bills@example.org' });
    expect(own.members.errors).toMatchObject([{ code: 'sender_not_allowed' }]);
    await calls.call('update_settings', {
      settings: { 'sending.allowed_from': ['Shop.example.net'] },
    });
    await calls.call('send_message', elsewhere);
    const senders = (await round()).map(({ from }) => from?.address);
    expect(senders).toEqual(['shop@example.com', 'bills@example.org', 'anna@shop.example.net']);
    const wrong = await calls.refused('update_settings', {
      settings: { 'sending.allowed_from': ['a b'] },
    });
    expect(pathsOf(wrong)).toEqual(['settings.sending.allowed_from[0]']);
  });

  it('MSG-10 refuses a recipient who bounced, or left where the message is marketing', async () => {
    const { id: marketing } = await made({ kind: 'marketing' });
    const gone = 'gone@example.com';
    const left = 'left@example.com';
    await calls.call('upsert_person', { email: gone });
    await bounce(gone);
    await calls.call('upsert_person', { email: left });
    await calls.call('update_person', { person: left, unsubscribed: true });
    const refusal = await calls.refused('send_message', { to: gone, ...written });
    expect(refusal).toMatchObject({
      code: 'recipient_suppressed',
      members: { errors: [{ path: 'to', code: 'recipient_suppressed' }] },
    });
    expect(refusal.detail).toContain(gone);
    expect((await calls.refused('send_message', { to: left, email_id: marketing })).code).toBe(
      'recipient_suppressed',
    );
    const stranger = await calls.refused('send_message', {
      to: 'never@example.com',
      email_id: marketing,
    });
    expect(stranger.detail).toContain('Never subscribed');
    expect((await calls.call('send_message', { to: left, ...written })).message.to).toBe(left);
    const late = 'late@example.com';
    const { message } = await calls.call('send_message', { to: late, ...written });
    await bounce(late);
    await round();
    const shown = await calls.call('get_message', { message_id: message.id });
    expect(shown.message).toMatchObject({ status: 'skipped', last_error: 'Hard-bounced' });
  });

  it('MSG-16 waits for send_at, and is canceled until it is handed over', async () => {
    const to = 'ada@example.com';
    const { now } = await calls.call('get_clock', {});
    const send_at = new Date(Date.parse(now) + 3_600_000).toISOString();
    const { message } = await calls.call('send_message', { to, ...written, send_at });
    expect(message.due_at).toBe(send_at);
    await mail.arrived();
    expect(await round()).toEqual([]);
    const { message: canceled } = await calls.call('cancel_message', { message_id: message.id });
    expect(canceled).toMatchObject({ status: 'canceled', last_error: 'Message was canceled' });
    await calls.call('move_clock', { advance: { amount: 2, unit: 'hours' } });
    expect(await mail.arrived()).toEqual([]);
    const again = await calls.refused('cancel_message', { message_id: message.id });
    expect(again.code).toBe('conflict');
    expect((await calls.refused('get_message', { message_id: 999_999 })).code).toBe('not_found');
  });

  it('MSG-16 is sent once under one idempotency key', async () => {
    const { service, actor } = opened;
    const input = { to: 'ada@example.com', ...written };
    const send = () =>
      service.invoke('send_message', input, { actor, idempotencyKey: 'reset-4711' });
    await mail.arrived();
    const [one, two] = [await send(), await send()];
    expect(two.output.message.id).toBe(one.output.message.id);
    expect(await round()).toHaveLength(1);
  });

  it('MSG-16 is listed, by person too, and in the timeline', async () => {
    const to = 'listed@example.com';
    const ids: number[] = [];
    for (const subject of ['One', 'Two', 'Three']) {
      ids.unshift((await calls.call('send_message', { to, ...written, subject })).message.id);
    }
    await round();
    const { messages } = await calls.call('list_messages', { person: to });
    expect(messages.map(({ id, subject }) => [id, subject])).toEqual([
      [ids[0], 'Three'],
      [ids[1], 'Two'],
      [ids[2], 'One'],
    ]);
    const page = await calls.call('list_messages', { limit: 2 });
    expect(page.messages.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const next = await calls.call('list_messages', { limit: 1, cursor: page.next_cursor ?? '' });
    expect(next.messages.map(({ id }) => id)).toEqual(ids.slice(2));
    const { timeline } = await calls.call('get_timeline', { person: to });
    expect(timeline).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'send', id: ids[0], status: 'sent' },
        email: { id: null, title: 'Three' },
        source: { kind: 'message', id: null, name: null },
      }),
    );
    const { sends } = await calls.call('list_sends', { person: to });
    expect(sends[0]).toMatchObject({ id: ids[0], email: { id: null, title: 'Three' } });
  });

  it('MSG-09 goes to copies too, fifty recipients in all', async () => {
    await mail.arrived();
    const { message } = await calls.call('send_message', {
      ...{ to: 'ada@example.com', ...written },
      cc: ['Grace@example.com', 'ada@example.com'],
      bcc: ['audit@example.com'],
    });
    const [sent] = await round();
    expect(sent?.cc).toMatchObject([{ address: 'grace@example.com' }]);
    // The outbox notes the envelope in a header of its own, which no provider gets.
    const envelope = sent?.headers.find(({ key }) => key === 'x-envelope-to')?.value;
    expect(envelope).toBe('ada@example.com, grace@example.com, audit@example.com');
    expect([sent?.bcc, sent?.to?.length]).toEqual([undefined, 1]);
    const shown = await calls.call('get_message', { message_id: message.id });
    expect(shown.message).toMatchObject({
      ...{ cc: ['grace@example.com'], bcc: ['audit@example.com'], status: 'sent' },
    });
    expect((await calls.refused('get_person', { person: 'grace@example.com' })).code).toBe(
      'not_found',
    );
    const many = Array.from({ length: 50 }, (_, at) => `copy${at}@example.com`);
    const refusal = await calls.refused('send_message', {
      ...{ to: 'ada@example.com', ...written },
      ...{ cc: many.slice(0, 25), bcc: many.slice(25) },
    });
    expect(refusal.members.errors).toMatchObject([{ path: 'bcc', code: 'too_many' }]);
    const wrong = await calls.refused('send_message', {
      ...{ to: 'x', ...written, cc: ['ada@example.com', 'y'] },
    });
    expect(pathsOf(wrong)).toEqual(['to', 'cc[1]']);
  });

  it('MSG-10 checks copies when it is accepted, and when it is handed over', async () => {
    const to = 'ada@example.com';
    for (const email of ['copy-gone@example.com', 'copy-late@example.com']) {
      await calls.call('upsert_person', { email });
    }
    await bounce('copy-gone@example.com');
    const refusal = await calls.refused('send_message', {
      ...{ to, ...written, bcc: ['copy-gone@example.com'] },
    });
    expect(refusal.members.errors).toMatchObject([{ path: 'bcc', code: 'recipient_suppressed' }]);
    const { message } = await calls.call('send_message', {
      ...{ to, ...written, cc: ['copy-late@example.com'] },
    });
    await bounce('copy-late@example.com');
    await mail.arrived();
    expect(await round()).toEqual([]);
    expect((await calls.call('get_message', { message_id: message.id })).message).toMatchObject({
      status: 'skipped',
      last_error: 'Copy to copy-late@example.com (Hard-bounced)',
    });
  });

  it('MSG-12 adds headers, and refuses others by name', async () => {
    const to = 'ada@example.com';
    const headers = { 'X-Order': '12', References: '<a@example.com>' };
    const plain = { ...headers, 'Auto-Submitted': 'auto-replied' };
    await mail.arrived();
    await calls.call('send_message', { to, ...written, headers: plain });
    const [sent] = await round();
    const found = (sent?.headers ?? []).filter(({ key }) =>
      ['x-order', 'references', 'auto-submitted'].includes(key),
    );
    expect(Object.fromEntries(found.map(({ key, value }) => [key, value]))).toEqual({
      ...{ 'x-order': '12', references: '<a@example.com>', 'auto-submitted': 'auto-replied' },
    });
    expect(found).toHaveLength(3);
    const refusal = await calls.refused('send_message', {
      ...{ to, ...written },
      headers: { Subject: 'Other', 'X-Two': 'a\r\nBcc: b@example.com' },
    });
    expect(pathsOf(refusal)).toEqual(['headers.Subject', 'headers.X-Two']);
  });

  it('MSG-16 forgets what it said after keep_content_days, and is not sent again then', async () => {
    const to = 'ada@example.com';
    const { message } = await calls.call('send_message', { to, ...written, data: { code: 1 } });
    await round();
    const rows = () => opened.database.pool`
      select data, compiled, forgotten_at is not null as forgotten from messages
      where send_id = ${message.id}`;
    const forget = (before: Date) =>
      store(opened.database, {}, (tx) => forgetMessageContents(tx, before, 1_000));
    await forget(new Date(0));
    expect((await rows())[0]).toMatchObject({ data: { code: 1 }, forgotten: false });
    await forget(new Date(8_000_000_000_000));
    expect((await rows())[0]).toMatchObject({ data: null, compiled: null, forgotten: true });
    await opened.database.pool`update send_log set status = 'failed' where id = ${message.id}`;
    expect((await calls.refused('retry_send', { send_id: message.id })).code).toBe('conflict');
  });

  it('is claimed before all other mail', async () => {
    const { id } = await made({ kind: 'marketing' });
    const { message } = await calls.call('send_message', { to: 'ada@example.com', ...written });
    const claimed = await store(opened.database, {}, async (tx) => {
      await tx.sql`
        insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
        select ${message.person_id}, ${id}, kind, 1, '2000-01-01', '2000-01-01'
        from unnest(array['broadcast', 'flow']) kind`;
      await tx.sql`update sends set due_at = '2010-01-01' where id = ${message.id}`;
      const [lease] = await tx.sql<[{ token: string }]>`
        insert into leases (token, process, expires_at)
        values (gen_random_uuid(), 'test', ${tx.now}) returning token`;
      const found = await claimDueSends(tx, lease.token, 3);
      await tx.sql`delete from in_hand`;
      await tx.sql`delete from sends where source_kind <> 'message'`;
      return found.map(({ source_kind }) => source_kind);
    });
    expect(claimed).toEqual(['message', 'flow', 'broadcast']);
    await round();
  });
});
