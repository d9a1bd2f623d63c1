import { afterEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { type Delivering, delivering } from './delivering.ts';

let opened: TestService;
let calls: Calling;
let mail: Delivering;
let provider: FakeProvider;

/** As with a mail server, whose mails the test reads. */
async function open(env: Record<string, string> = {}): Promise<void> {
  provider = fakeProvider();
  provider.answer = accepted;
  opened = await openTestService({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent', ...env },
    provider: () => provider,
  });
  calls = calling(opened);
  mail = delivering(opened);
}

afterEach(() => opened.close());

const email = async (more: object = {}) => {
  const content = { subject: 'Hi', body_markdown: 'Hello {{ unsubscribe_url }}', ...more };
  return (await calls.call('create_email', content)).email.id;
};

const headersSent = () => provider.messages.map(({ data }) => data.toString('latin1'));

describe('a sender', () => {
  it('SAFE-32 that nobody set holds mail until the profile has one', async () => {
    await open();
    expect(await opened.service.lacksSender()).toBe(true);
    await mail.queue([await email()]);
    expect(provider.messages).toEqual([]);
    const { queue } = await calls.call('list_queue', {});
    expect(queue).toMatchObject([{ status: 'holding', hold_reason: 'No sender address is set' }]);
    const { reasons } = await calls.call('explain_delivery', {
      ...{ person: 'reader@example.com', email_id: queue[0]?.email.id ?? 0 },
    });
    expect(reasons.map(({ code }) => code)).toContain('sender_missing');
    await calls.call('update_profile', { default_from_address: 'Shop <shop@example.com>' });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    expect(provider.messages).toMatchObject([{ from: 'shop@example.com' }]);
    expect(await opened.service.lacksSender()).toBe(false);
  });

  it.each([
    ['Büro <x@bücher.example>', 'xn--bcher-kva.example'],
    ['jörg@bücher.example', 'xn--bcher-kva.example'],
    ['x@example.com', 'example.com'],
  ])(
    'SAFE-32 of an address beyond ASCII sends, with an id in ASCII: %s',
    async (from_address, domain) => {
      await open();
      await mail.queue([await email({ from_address })]);
      const [text = ''] = headersSent();
      expect(/^Message-ID: <\d+\.[0-9a-f]{16}@(.*)>\r$/m.exec(text)?.[1]).toBe(domain);
    },
  );

  it('SUB-27 has an unsubscribe header in ASCII, whatever the address of the service holds', async () => {
    await open({ MAIL_FROM: 'x@example.com' });
    for (const [base_url, written] of [
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
      ['https://x.example/a <b>/ü/', 'https://x.example/a%20%3Cb%3E/%C3%BC'],
    ]) {
      await calls.call('update_profile', { base_url });
      await mail.queue([await email()]);
      const text = headersSent().at(-1) ?? '';
      const [, url = ''] = /^List-Unsubscribe: <(.*)>\r$/m.exec(text) ?? [];
      expect(url.replace(/\/u\/[\w-]+$/, '')).toBe(written);
      expect(text.replace(/=\r\n/g, '')).toContain(`${written}/unsubscribe/`);
    }
  });

  it('SAFE-32 of the email itself is enough, and a test without any is refused', async () => {
    await open();
    const own = await email({ from_address: 'own@example.com' });
    const none = await email();
    const refusal = await calls.refused('send_test_email', {
      ...{ email_id: none, to: 'reader@example.com' },
    });
    expect(refusal.detail).toContain('No sender address is set');
    await mail.queue([own, none]);
    expect(provider.messages).toMatchObject([{ from: 'own@example.com' }]);
    await calls.call('update_email', { email_id: none, from_address: 'later@example.com' });
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    expect(provider.messages[1]).toMatchObject({ from: 'later@example.com' });
  });

  it('SAFE-34 that is missing is a warning when mail is set going, and no refusal', async () => {
    await open();
    const nodes = [{ type: 'send_email', email_id: await email() }];
    const definition = { trigger: { event: 'began' }, nodes };
    await calls.call('create_flow', { key: 'began', definition });
    const { flow, warnings } = await calls.call('activate_flow', { flow_key: 'began' });
    expect([flow.status, warnings.map(({ code }) => code)]).toEqual(['live', ['sender_missing']]);
    const condition = { type: 'has_tag', tag: 'reader' };
    const { segment } = await calls.call('create_segment', { key: 'all', definition: condition });
    const { broadcast } = await calls.call('create_broadcast', {
      ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: await email() },
    });
    const broadcast_id = broadcast.id;
    const send_at = '2099-01-01T09:00';
    const scheduled = await calls.call('schedule_broadcast', { broadcast_id, send_at });
    const sent = await calls.call('send_broadcast_now', { broadcast_id });
    for (const answer of [scheduled, sent]) {
      expect(answer.warnings).toMatchObject([{ code: 'sender_missing' }]);
    }
  });

  it('SENDCTL-04 mail that is set going while sending is held has a warning that it waits', async () => {
    await open({ MAIL_FROM: 'x@example.com' });
    const nodes = [{ type: 'send_email', email_id: await email() }];
    const definition = { trigger: { event: 'began' }, nodes };
    await calls.call('create_flow', { key: 'began', definition });
    const { segment } = await calls.call('create_segment', {
      ...{ key: 'all', definition: { type: 'has_tag', tag: 'reader' } },
    });
    const { broadcast } = await calls.call('create_broadcast', {
      ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: await email() },
    });
    await calls.call('hold_sending', { reason: 'The links are wrong' });
    const activated = await calls.call('activate_flow', { flow_key: 'began' });
    const sent = await calls.call('send_broadcast_now', { broadcast_id: broadcast.id });
    const message =
      'Sending is held, so this mail waits until it is released. The reason: The links are wrong';
    for (const { warnings } of [activated, sent]) {
      expect(warnings).toEqual([{ path: '', code: 'sending_held', message }]);
    }
    await calls.call('release_sending', {});
    await calls.call('pause_flow', { flow_key: 'began' });
    expect((await calls.call('activate_flow', { flow_key: 'began' })).warnings).toEqual([]);
  });

  it('SAFE-35 is MAIL_FROM until the profile has its own', async () => {
    await open({ MAIL_FROM: 'Env <env@example.com>' });
    const { profile } = await calls.call('get_profile', {});
    expect(profile.default_from_address).toBe('Env <env@example.com>');
    await mail.queue([await email()]);
    await calls.call('update_profile', { default_from_address: 'own@example.com' });
    await mail.queue([await email()]);
    const from = provider.messages.map((message) => message.from);
    expect(from).toEqual(['env@example.com', 'own@example.com']);
  });

  it('SAFE-36 has answers go to reply_to of the email, else of the profile', async () => {
    await open({ MAIL_FROM: 'env@example.com' });
    await calls.call('update_profile', { reply_to: 'Help <help@example.com>' });
    const own = await email({ reply_to: 'own@example.com' });
    await mail.queue([await email(), own]);
    expect(headersSent()[0]).toMatch(/^Reply-To: Help <help@example\.com>\r$/m);
    expect(headersSent()[1]).toMatch(/^Reply-To: own@example\.com\r$/m);
    await calls.call('update_profile', { reply_to: null });
    await calls.call('update_email', { email_id: own, reply_to: '' });
    await mail.queue([own]);
    expect(headersSent()[2]).not.toContain('Reply-To');
    for (const name of ['update_profile', 'create_email'] as const) {
      expect((await calls.refused(name, { reply_to: 'nobody' })).code).toBe('validation_failed');
    }
    const { files } = await calls.call('export_definitions', {});
    const path = Object.keys(files).find((one) => one.startsWith('emails/')) ?? '';
    const text = (files[path] ?? '').replace(/^labels:/m, 'reply_to: team@example.com\nlabels:');
    const pushed = await calls.call('apply_definitions', { files: { ...files, [path]: text } });
    expect(pushed).toMatchObject({ ok: true, applied: 1 });
    const again = await calls.call('export_definitions', {});
    expect(Object.values(again.files).join()).toContain('reply_to: team@example.com');
  });
});
