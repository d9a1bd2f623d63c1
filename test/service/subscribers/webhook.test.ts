import { createHmac } from 'node:crypto';
import { limits } from '@postroad/core/platform/limits';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import { transaction } from '@postroad/store/platform/transaction';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

const password = 'a-long-shared-password';
const key = 'key-of-mailgun-0123456789';
const svixKey = Buffer.from('a key of Resend, thirty-two bytes');
const from = { authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` };

let opened: TestService;
let calls: Calling;
let sent: OutgoingMessage[];
let provider: FakeProvider;

beforeEach(async () => {
  provider = fakeProvider();
  sent = provider.messages;
  opened = await openTestService({
    provider: () => provider,
    env: {
      ...{ LOG_LEVEL: 'silent', WEBHOOK_PASSWORD: password, MAILGUN_WEBHOOK_KEY: key },
      RESEND_WEBHOOK_SECRET: `whsec_${svixKey.toString('base64')}`,
    },
  });
  calls = calling(opened);
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  const definition = { trigger: { event: 'go' }, nodes };
  await calls.call('create_flow', { key: 'mail', run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: 'mail' });
});

afterEach(() => opened.close());

/** Sends one mail and answers how it is named to providers. */
async function mailTo(name: string): Promise<string> {
  await calls.call('record_event', { email: `${name}@example.com`, name: 'go' });
  await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
  const text = sent.at(-1)?.data.toString('latin1') ?? '';
  const [, id, mark] = /^Message-ID: <(\d+)\.([0-9a-f]{16})@/m.exec(text) ?? [];
  return `${id}-${mark}`;
}

let posts = 0;

function postmark(reference: string, change: object): WebhookRequest {
  posts += 1;
  const event = { MessageID: `pm-${posts}`, Metadata: { postroad_send: reference }, ...change };
  return { headers: from, body: Buffer.from(JSON.stringify(event)) };
}

const take = (request: WebhookRequest) => opened.service.takeWebhook('postmark', request);
const bounce = (reference: string, Type: string) =>
  take(postmark(reference, { RecordType: 'Bounce', Type, Details: 'smtp;550 no' }));

function resend(id: string, event: object): Promise<boolean | null> {
  const body = Buffer.from(JSON.stringify(event));
  const seconds = String(Math.floor(Date.now() / 1000));
  const signed = createHmac('sha256', svixKey).update(`${id}.${seconds}.`).update(body);
  const headers = {
    ...{ 'svix-id': id, 'svix-timestamp': seconds },
    'svix-signature': `v1,${signed.digest('base64')}`,
  };
  return opened.service.takeWebhook('resend', { headers, body });
}

const person = async (name: string) =>
  (await calls.call('get_person', { person: `${name}@example.com` })).person;

const feedback = () =>
  transaction(opened.database, {}, ({ sql }) => sql`select kind, details from send_feedback`);

const unsubscribed = async (name: string) =>
  (await calls.call('list_events', { person: `${name}@example.com`, name: 'unsubscribed' })).events;

describe('webhooks', () => {
  it('mark a person whose address is gone, and nothing is sent there any more', async () => {
    const reference = await mailTo('ada');
    expect(await bounce(reference, 'HardBounce')).toBe(true);
    expect((await person('ada')).hard_bounced_at).not.toBeNull();
    const [event] = await unsubscribed('ada');
    const sendId = Number(reference.split('-')[0]);
    expect(event?.details).toMatchObject({
      ...{ reason: 'hard_bounced', how: 'provider', send_id: sendId, answer: 'smtp;550 no' },
    });
    const before = sent.length;
    await calls.call('record_event', { email: 'ada@example.com', name: 'go' });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
    expect(sent).toHaveLength(before);
  });

  it('suppress who complains', async () => {
    const reference = await mailTo('ada');
    await take(postmark(reference, { RecordType: 'SpamComplaint' }));
    expect((await person('ada')).complained_at).not.toBeNull();
    expect(await unsubscribed('ada')).toMatchObject([{ details: { reason: 'complained' } }]);
  });

  it('take an address for gone after five soft bounces in a row, each of another mail', async () => {
    for (let round = 1; round < limits.softBounces; round += 1) {
      const reference = await mailTo('ada');
      // A provider that tries again tells of each time.
      await bounce(reference, 'SoftBounce');
      await bounce(reference, 'Transient');
    }
    const arrived = await mailTo('ada');
    await take(postmark(arrived, { RecordType: 'Delivery' }));
    for (let round = 1; round < limits.softBounces; round += 1) {
      await bounce(await mailTo('ada'), 'SoftBounce');
    }
    expect((await person('ada')).hard_bounced_at).toBeNull();
    await bounce(await mailTo('ada'), 'SoftBounce');
    expect((await person('ada')).hard_bounced_at).not.toBeNull();
    expect(await unsubscribed('ada')).toMatchObject([
      { details: { reason: 'hard_bounced', soft_bounces: limits.softBounces } },
    ]);
  });

  it('COND-06 of a former address leave the person and their new address alone', async () => {
    const reference = await mailTo('ada');
    const { id } = await person('ada');
    await calls.call('update_person', { person: String(id), email: 'lovelace@example.com' });
    await bounce(reference, 'HardBounce');
    expect(await feedback()).toMatchObject([{ kind: 'hard_bounced' }]);
    expect((await person('lovelace')).hard_bounced_at).toBeNull();
    await bounce(await mailTo('lovelace'), 'HardBounce');
    expect((await person('lovelace')).hard_bounced_at).not.toBeNull();
  });

  it('LEFT-23 of mail that the provider itself would not send count, and say nothing of the address', async () => {
    for (let round = 1; round <= limits.softBounces; round += 1) {
      const reference = await mailTo('ada');
      const data = {
        tags: { postroad_send: reference },
        failed: { reason: 'reached_daily_quota' },
      };
      expect(await resend(`msg-${round}`, { type: 'email.failed', data })).toBe(true);
    }
    expect(await feedback()).toEqual(
      Array.from({ length: limits.softBounces }, () => ({
        ...{ kind: 'soft_bounced', details: { answer: 'reached_daily_quota' } },
      })),
    );
    expect((await person('ada')).hard_bounced_at).toBeNull();
  });

  it('count once, however often and at once they come', async () => {
    const reference = await mailTo('ada');
    const request = postmark(reference, { RecordType: 'Open', UserAgent: 'x' });
    await Promise.all(Array.from({ length: 10 }, () => take(request)));
    await take(postmark(reference, { RecordType: 'Open', UserAgent: 'x' }));
    const rows = await transaction(
      opened.database,
      {},
      ({ sql }) => sql`select kind, provider, user_agent from tracking_hits`,
    );
    expect(rows).toEqual([
      { kind: 'open', provider: 'postmark', user_agent: 'x' },
      { kind: 'open', provider: 'postmark', user_agent: 'x' },
    ]);
  });

  it('change nothing where the mail is not ours, though the post is the provider’s', async () => {
    const reference = await mailTo('ada');
    const [id, mark = ''] = reference.split('-');
    const others = [`${id}-${'0'.repeat(16)}`, `${Number(id) + 1}-${mark}`, '', `${id}`];
    for (const other of others) expect(await bounce(other, 'HardBounce')).toBe(true);
    const byAddress = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ada@example.com' };
    await take(postmark('', byAddress));
    expect((await person('ada')).hard_bounced_at).toBeNull();
    expect(await feedback()).toEqual([]);
  });

  it('are refused from anybody else, and change nothing', async () => {
    const reference = await mailTo('ada');
    const { body } = postmark(reference, { RecordType: 'Bounce', Type: 'HardBounce' });
    for (const authorization of [undefined, 'Basic eDp5', `Bearer ${password}`]) {
      expect(await take({ headers: { authorization }, body })).toBe(false);
    }
    // These have no secret in the environment.
    expect(await opened.service.takeWebhook('ses', { headers: from, body })).toBe(false);
    expect(await opened.service.takeWebhook('resend', { headers: from, body })).toBe(false);
    expect(await opened.service.takeWebhook('nobody', { headers: from, body })).toBeNull();
    expect((await person('ada')).hard_bounced_at).toBeNull();
  });

  it('let a token of Mailgun, which signs no body, count once', async () => {
    const [first, second] = [await mailTo('ada'), await mailTo('grace')];
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', key).update(`${timestamp}one`).digest('hex');
    const post = (reference: string) => {
      const event = {
        ...{ event: 'failed', severity: 'permanent', reason: 'bounce' },
        'user-variables': { postroad_send: reference },
      };
      const signed = { timestamp, token: 'one', signature };
      const body = Buffer.from(JSON.stringify({ signature: signed, 'event-data': event }));
      return opened.service.takeWebhook('mailgun', { headers: {}, body });
    };
    expect([await post(first), await post(second)]).toEqual([true, true]);
    expect((await person('ada')).hard_bounced_at).not.toBeNull();
    expect((await person('grace')).hard_bounced_at).toBeNull();
  });

  it('say of an uncertain mail that it was sent', async () => {
    provider.answer = { kind: 'uncertain', reason: 'It broke off.' };
    const reference = await mailTo('ada');
    const queue = async (status: 'uncertain' | 'sent') =>
      (await calls.call('list_queue', { status })).queue;
    expect(await queue('uncertain')).toHaveLength(1);
    await take(postmark(reference, { RecordType: 'Delivery' }));
    await take(postmark(reference, { RecordType: 'Open' }));
    expect(await queue('uncertain')).toEqual([]);
    expect(await queue('sent')).toMatchObject([{ id: Number(reference.split('-')[0]) }]);
  });

  it('UNIT-03 of a complaint are answered once what is on its way to the person was handed over', async () => {
    const reference = await mailTo('ada');
    let onItsWay = false;
    let delivered = false;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    provider.answer = async () => {
      onItsWay = true;
      await held;
      delivered = true;
      return accepted;
    };
    await calls.call('record_event', { email: 'ada@example.com', name: 'go' });
    const working = (async () => {
      while (!delivered) await opened.service.tick();
    })();
    await expect.poll(() => onItsWay).toBe(true);
    const taking = take(postmark(reference, { RecordType: 'SpamComplaint' }));
    const before = taking.then(() => delivered);
    await expect.poll(async () => (await person('ada')).complained_at).not.toBeNull();
    letGo();
    expect(await before).toBe(true);
    await working;
  });

  it('MSG-10 of a copy concern its reader, not the person to whom the mail went', async () => {
    for (const name of ['grace', 'joan']) await mailTo(name);
    await calls.call('send_message', {
      to: 'ada@example.com',
      cc: ['grace@example.com', 'stranger@example.com'],
      bcc: ['joan@example.com'],
      subject: 'Hi',
      body_markdown: 'Hello',
    });
    await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
    const text = sent.at(-1)?.data.toString('latin1') ?? '';
    const [, id, mark] = /^Message-ID: <(\d+)\.([0-9a-f]{16})@/m.exec(text) ?? [];
    const reference = `${id}-${mark}`;
    const bounced = { RecordType: 'Bounce', Type: 'HardBounce' };
    await take(postmark(reference, { ...bounced, Email: 'Grace@Example.com' }));
    await take(postmark(reference, { ...bounced, Email: 'stranger@example.com' }));
    await take(postmark(reference, { RecordType: 'SpamComplaint', Email: 'joan@example.com' }));
    await take(postmark(reference, { RecordType: 'Delivery', Recipient: 'joan@example.com' }));
    expect(await person('ada')).toMatchObject({ hard_bounced_at: null, complained_at: null });
    expect((await person('grace')).hard_bounced_at).not.toBeNull();
    expect((await person('joan')).complained_at).not.toBeNull();
    expect(await feedback()).toEqual([]);
    // The mail itself may bounce too, and at an address that its forwarding made of it.
    await take(postmark(reference, { ...bounced, Email: 'ada@elsewhere.example' }));
    expect((await person('ada')).hard_bounced_at).not.toBeNull();
  });

  it('keep nothing of people who were erased', async () => {
    const reference = await mailTo('ada');
    await take(postmark(reference, { RecordType: 'Delivery', Details: 'to ada' }));
    await calls.call('delete_person', { person: 'ada@example.com' });
    expect(await feedback()).toEqual([]);
    expect(await bounce(reference, 'HardBounce')).toBe(true);
    expect(await feedback()).toEqual([]);
  });

  it('are taken in any number at once, of the same people', async () => {
    const references = [await mailTo('ada'), await mailTo('grace'), await mailTo('ada')];
    const kinds = ['HardBounce', 'SoftBounce', 'SpamComplaint'];
    const all = references.flatMap((reference) => kinds.map((kind) => bounce(reference, kind)));
    expect(await Promise.all(all)).toEqual(all.map(() => true));
    expect((await person('ada')).complained_at).not.toBeNull();
    expect((await person('grace')).hard_bounced_at).not.toBeNull();
  });
});
