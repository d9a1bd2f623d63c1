import { limits } from '@postroad/core/platform/limits';
import { readContent } from '@postroad/mail/message/readable-mail';
import { type Outcome, withheld } from '@postroad/mail/providers/provider';
import { LeaseKeeper } from '@postroad/service/queue/lease-keeper';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dumpTables } from '../../support/dump.ts';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;
let email_id: number;

beforeEach(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
  const body_markdown = 'For {{ person.email }}: [{{ automation.subscription.product }}]';
  email_id = (await calls.call('create_email', { subject: 'Try', body_markdown })).email.id;
});

afterEach(() => opened.close());

const to = 'tester@example.com';
const test = () => calls.call('send_test_email', { email_id, to });
const sends = async (status?: 'sent' | 'failed' | 'skipped') =>
  (await calls.call('list_queue', status ? { status } : {})).queue;

it('PREVIEW-13, PREVIEW-14, PREVIEW-15, PREVIEW-16 sends at once, as a test, to a new person', async () => {
  expect(await test()).toEqual({
    sent: true,
    to,
    provider: 'fake',
    note: expect.stringContaining('does not yet mean delivered'),
    sends: [{ to, send_id: expect.any(Number), sent: true }],
  });
  expect(provider.messages).toMatchObject([{ to }]);
  const mail = await PostalMime.parse(provider.messages[0]?.data ?? '');
  expect(mail.subject).toBe('Try');
  expect(mail.text).toContain(`For ${to}: []`);
  expect(await sends()).toEqual([]);
  expect(await sends('sent')).toMatchObject([
    { source: { kind: 'test', id: null, name: null, step: null }, person: { email: to } },
  ]);
  const { person } = await calls.call('get_person', { person: to });
  expect(person).toMatchObject({ email: to, unsubscribed: false });
  expect((await calls.call('list_events', {})).events).toEqual([]);
});

it('PREVIEW-15 takes the person there is, however the address is written', async () => {
  const { person_id } = await calls.call('record_event', { email: to, name: 'seen' });
  const said = await calls.call('send_test_email', { email_id, to: ' Tester@Example.COM ' });
  expect(said).toMatchObject({ sent: true, to });
  expect(await sends('sent')).toMatchObject([{ person: { id: person_id } }]);
});

it.each([
  [''],
  ['nobody'],
  ['a@b.example, c@d.example'],
  ['Name <a@example.com>'],
  ['a@example.com\r\nBcc: b@example.com'],
])('PREVIEW-12 %j is not an address', async (wrong) => {
  const refusal = await calls.refused('send_test_email', { email_id, to: wrong });
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(['to']);
  expect(provider.messages).toEqual([]);
});

it('HANDOFF-06 hands no test over once the lease of its attempt is past its term', async () => {
  const holds = vi.spyOn(LeaseKeeper.prototype, 'holds').mockReturnValue(false);
  provider.send = async (_message, mayProceed) => (mayProceed?.() ? accepted : withheld);
  const said = await test();
  holds.mockRestore();
  expect(said.sent).toBe(false);
  expect(withheld).toMatchObject({ reason: said.quote });
  expect(await sends()).toMatchObject([{ status: 'scheduled', attempts: 0 }]);
});

it('PREVIEW-12 to is required', async () => {
  expect(pathsOf(await calls.refused('send_test_email', { email_id }))).toEqual(['to']);
});

describe('SENT-05', () => {
  const list = ['a@example.com', 'b@example.com', 'A@example.com'];

  it('goes to several addresses, with the values of a person', async () => {
    await calls.call('upsert_person', { email: 'model@example.com', first_name: 'Model' });
    const { person } = await calls.call('get_person', { person: 'model@example.com' });
    const edit = {
      subject: 'Dear {{ person.first_name }}',
      body_markdown: '{{ unsubscribe_url }}',
    };
    await calls.call('update_email', { email_id, ...edit });
    const said = await calls.call('send_test_email', { email_id, to: list, person_id: person.id });
    const two = ['a@example.com', 'b@example.com'];
    expect(said).toMatchObject({ sent: true, to: two, provider: 'fake' });
    expect(said.sends.map(({ to: one, sent }) => [one, sent])).toEqual(
      two.map((one) => [one, true]),
    );
    // They leave side by side.
    const arrived = provider.messages.toSorted((one, other) => (one.to < other.to ? -1 : 1));
    for (const [index, message] of arrived.entries()) {
      const mail = await PostalMime.parse(message.data);
      expect([message.to, mail.to?.[0]?.address, mail.subject]).toEqual([
        ...[two[index], two[index], 'Dear Model'],
      ]);
      const content = await calls.call('get_send_content', {
        send_id: said.sends[index]?.send_id ?? 0,
      });
      expect(content).toEqual(readContent(message));
      // The link is of the recipient: a test opts nobody else out.
      const [, token = ''] = /unsubscribe\/([\w-]+)/.exec(content.text) ?? [];
      await opened.service.unsubscribe(token, { reason: null, how: 'page' });
    }
    const { unsubscribed } = (await calls.call('get_person', { person: 'model@example.com' }))
      .person;
    expect(unsubscribed).toBe(false);
    expect((await calls.call('get_person', { person: 'a@example.com' })).person.unsubscribed).toBe(
      true,
    );
    await calls.call('delete_person', { person: 'model@example.com' });
    const { send_id } = said.sends[0] ?? {};
    expect((await calls.refused('get_send_content', { send_id: send_id ?? 0 })).code).toBe(
      'content_expired',
    );
  });

  it('a sixth address is refused, as is a list with one that is none, and nothing is sent', async () => {
    const six = Array.from({ length: 6 }, (_, index) => `${index}@example.com`);
    const refusal = await calls.refused('send_test_email', { email_id, to: six });
    expect([refusal.code, refusal.detail]).toEqual([
      'validation_failed',
      expect.stringContaining('at most 5'),
    ]);
    for (const wrong of [[], ['a@example.com', 'nobody']]) {
      const { code } = await calls.refused('send_test_email', { email_id, to: wrong });
      expect(code).toBe('validation_failed');
    }
    const unknown = { email_id, to: list, person_id: 999_999 };
    expect((await calls.refused('send_test_email', unknown)).code).toBe('not_found');
    await calls.call('upsert_person', { email: 'b@example.com' });
    await opened.database.pool`update people set unsubscribed_at = now()`;
    expect((await calls.refused('send_test_email', { email_id, to: list })).code).toBe('conflict');
    expect(provider.messages).toEqual([]);
  });

  it('says which of them were not accepted, and tries them again as they were', async () => {
    await calls.call('upsert_person', { email: 'model@example.com', first_name: 'Model' });
    const { person } = await calls.call('get_person', { person: 'model@example.com' });
    await calls.call('update_email', { email_id, subject: 'Dear {{ person.first_name }}' });
    provider.answer = ({ to: one }) =>
      one === 'b@example.com' ? { kind: 'unreachable', reason: 'No route' } : accepted;
    const said = await calls.call('send_test_email', { email_id, to: list, person_id: person.id });
    expect(said).toMatchObject({
      sent: false,
      note: expect.stringContaining('1 of 2'),
      quote: 'No route',
    });
    provider.answer = accepted;
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    const again = await PostalMime.parse(provider.messages[2]?.data ?? '');
    expect([again.to?.[0]?.address, again.subject]).toEqual(['b@example.com', 'Dear Model']);
  });
});

it('a dry run sends nothing, makes nobody and says so', async () => {
  const before = await dumpTables(opened.database);
  expect(await calls.dryRun('send_test_email', { email_id, to })).toMatchObject({
    sent: false,
    to,
  });
  expect(await dumpTables(opened.database)).toEqual(before);
  expect(provider.messages).toEqual([]);
});

it.each<[string, Outcome, 'live' | 'failed']>([
  [
    'refused',
    { kind: 'refused', permanent: true, status: 550, enhanced: '5.7.1', reason: '550 no' },
    'failed',
  ],
  [
    'refused for now',
    { kind: 'refused', permanent: false, status: 450, enhanced: null, reason: '450 busy' },
    'live',
  ],
  ['not reached', { kind: 'unreachable', reason: 'No route' }, 'live'],
  ['in doubt', { kind: 'uncertain', reason: 'Broke off' }, 'live'],
])('PREVIEW-13 a test that is %s is not sent, and says why', async (_what, outcome, place) => {
  provider.answer = outcome;
  const said = await test();
  expect(said.sent).toBe(false);
  expect(said.quote).toBe((outcome as { reason: string }).reason);
  const rows = place === 'live' ? await sends() : await sends(place);
  expect(rows).toMatchObject([{ source: { kind: 'test' } }]);
});

it('a test that was refused for now goes out from the queue, once', async () => {
  provider.answer = { kind: 'unreachable', reason: 'No route' };
  await test();
  provider.answer = accepted;
  await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
  expect(await sends('sent')).toMatchObject([{ source: { kind: 'test' } }]);
  expect(provider.messages).toHaveLength(2);
});

it('never emails a suppressed person, and says so', async () => {
  await calls.call('record_event', { email: to, name: 'seen' });
  await opened.database.pool`update people set unsubscribed_at = now() where email = ${to}`;
  const refusal = await calls.refused('send_test_email', { email_id, to });
  expect(refusal.code).toBe('conflict');
  expect(refusal.detail).toContain('Unsubscribed');
  expect(provider.messages).toEqual([]);
});

it('refuses an archived and an unknown email', async () => {
  await calls.call('delete_email', { email_id });
  expect((await calls.refused('send_test_email', { email_id, to })).code).toBe('conflict');
  const unknown = { email_id: 999_999, to };
  expect((await calls.refused('send_test_email', unknown)).code).toBe('not_found');
});

it('holds no transaction while the provider is asked, and is done before the service stops', async () => {
  let say: (outcome: Outcome) => void = () => {};
  const asked = new Promise<void>((resolve) => {
    provider.answer = () => {
      resolve();
      return new Promise<Outcome>((answer) => {
        say = answer;
      });
    };
  });
  const said = test();
  await asked;
  expect(await sends()).toMatchObject([{ status: 'sending', source: { kind: 'test' } }]);
  await calls.call('update_profile', { name: 'Meanwhile' });
  say(accepted);
  expect((await said).sent).toBe(true);
});

it('lets no more through in an hour than the limit, also of many at once', async () => {
  const over = 5;
  const answers = await Promise.allSettled(
    Array.from({ length: limits.testSendsPerHour + over }, test),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(
    limits.testSendsPerHour,
  );
  expect(provider.messages).toHaveLength(limits.testSendsPerHour);
  const refusal = await calls.refused('send_test_email', { email_id, to });
  expect(refusal.code).toBe('rate_limited');
  expect(refusal.members.retry_after).toBe(3_600);
  await calls.call('move_clock', { advance: { amount: 59, unit: 'minutes' } });
  expect((await calls.refused('send_test_email', { email_id, to })).members.retry_after).toBe(60);
  await calls.call('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  expect((await test()).sent).toBe(true);
});

it('one idempotency key sends one test', async () => {
  const options = { actor: opened.actor, idempotencyKey: 'once' };
  const input = { email_id, to };
  const first = await opened.service.invoke('send_test_email', input, options);
  expect(await opened.service.invoke('send_test_email', input, options)).toEqual({
    ...first,
    replayed: true,
  });
  expect(provider.messages).toHaveLength(1);
});

describe('whose answer is lost once it is sent', () => {
  /** A client sees the database go away while the history of the call is written. */
  beforeEach(async () => {
    await opened.database.pool`
      create function lose() returns trigger language plpgsql as $$
        begin raise exception 'lost' using errcode = '57P01'; end $$`;
    await opened.database.pool`
      create trigger lost before insert on changes for each row execute function lose()`;
  });

  const restore = () => opened.database.pool`drop function lose cascade`;

  const send = (options: object) =>
    opened.service
      .invoke('send_test_email', { email_id, to }, { actor: opened.actor, ...options })
      .catch((error: unknown) => error);

  it('LEFT-10 is not sent again under its idempotency key', async () => {
    const options = { idempotencyKey: 'lost' };
    expect(await send(options)).toMatchObject({ code: 'unavailable' });
    await restore();
    expect(await send(options)).toMatchObject({ code: 'conflict' });
    expect(provider.messages).toHaveLength(1);
  });

  it('AGT-10 is not sent again by its confirmation', async () => {
    const { actor } = opened;
    const mode = 'auto' as const;
    const { confirmation } = await opened.service.invoke(
      'send_test_email',
      { email_id, to },
      { actor, dryRun: true, confirm: { mode } },
    );
    const options = { confirm: { mode, token: confirmation?.token } };
    expect(await send(options)).toMatchObject({ code: 'unavailable' });
    await restore();
    expect(await send(options)).toMatchObject({ code: 'confirmation_required' });
    expect(provider.messages).toHaveLength(1);
  });
});

describe('STAGE-03 of a draft', () => {
  const draft = () => calls.call('send_test_email', { email_id, to, draft: true });
  const subjects = async () =>
    await Promise.all(
      provider.messages.map(async ({ data }) => (await PostalMime.parse(data)).subject),
    );

  it('sends what the draft says, while all other mail stays as it is', async () => {
    expect((await calls.refused('send_test_email', { email_id, to, draft: true })).code).toBe(
      'not_found',
    );
    const edit = { subject: 'Drafted', from_address: 'Draft <draft@example.com>' };
    await calls.call('save_email_draft', { email_id, ...edit });
    expect(await draft()).toMatchObject({ sent: true });
    await test();
    expect(await subjects()).toEqual(['Drafted', 'Try']);
    expect(provider.messages.map(({ from }) => from)).toEqual([
      'draft@example.com',
      'postroad@localhost',
    ]);
  });

  it('sends the same when it is tried again, whatever became of the draft', async () => {
    await calls.call('save_email_draft', { email_id, subject: 'Drafted' });
    const busy = { status: 450, enhanced: null, reason: '450 busy' };
    provider.answer = { kind: 'refused', permanent: false, ...busy };
    expect(await draft()).toMatchObject({ sent: false });
    provider.answer = accepted;
    await calls.call('delete_email_draft', { email_id });
    await calls.call('move_clock', { advance: { amount: 2, unit: 'hours' } });
    expect(await subjects()).toEqual(['Drafted', 'Drafted']);
  });

  it('is refused where the draft does not compile', async () => {
    await calls.call('save_email_draft', { email_id, body_markdown: '{% if %}' });
    const refusal = await calls.refused('send_test_email', { email_id, to, draft: true });
    expect(refusal.code).toBe('conflict');
    expect(refusal.detail).toContain('does not compile');
    expect(provider.messages).toEqual([]);
  });
});
