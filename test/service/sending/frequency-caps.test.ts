import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

type Flow = OperationOutput<'create_flow'>['flow'];

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let person = '';
let flows = 0;

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider });
  calls = calling(opened);
});

beforeEach(async () => {
  await caps();
  await calls.call('move_clock', { advance: { amount: 30, unit: 'days' } });
  provider.messages.splice(0);
  flows += 1;
  person = `reader${flows}@example.com`;
});

afterAll(() => opened.close());

const caps = (...rules: object[]) =>
  calls.call('update_settings', { settings: { 'sending.frequency_caps': rules } });

const perDay = { amount: 1, unit: 'days' };

async function email(content: object = {}): Promise<number> {
  const written = { subject: 'Hi', body_markdown: 'Hello', ...content };
  return (await calls.call('create_email', written)).email.id;
}

/** A flow that sends the emails one after the other. */
async function flowOf(emails: readonly number[]): Promise<Flow> {
  flows += 1;
  const key = `capped-${flows}`;
  const nodes = emails.map((email_id) => ({ type: 'send_email', email_id }));
  const definition = { trigger: { event: key }, nodes };
  await calls.call('create_flow', { key, definition });
  return (await calls.call('activate_flow', { flow_key: key })).flow;
}

const settled = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });

/** Sends the emails to the person at once; answers how many go. */
async function send(...emails: number[]): Promise<number> {
  const { key } = await flowOf(emails);
  const before = provider.messages.length;
  await calls.call('record_event', { email: person, name: key });
  await settled();
  return provider.messages.length - before;
}

/** Moves the clock; answers how many mails go meanwhile. */
async function advance(amount: number, unit: 'hours' | 'seconds' | 'days'): Promise<number> {
  const before = provider.messages.length;
  await calls.call('move_clock', { advance: { amount, unit } });
  return provider.messages.length - before;
}

const nowPlus = async (hours: number) => {
  const { now } = await calls.call('get_clock', {});
  return new Date(Date.parse(now) + hours * 3_600_000).toISOString();
};

const queued = async () => (await calls.call('list_queue', {})).queue;

const skipped = async () =>
  (await calls.call('list_sends', { person, status: 'skipped' })).sends.map(
    ({ last_error }) => last_error,
  );

describe('frequency caps', () => {
  it('CAP-01, CAP-03 hold what is above the number until the window allows it', async () => {
    await caps({ max: 2, per: perDay, then: 'hold' });
    expect(await send(await email())).toBe(1);
    const free = await nowPlus(24);
    await advance(6, 'hours');
    expect(await send(await email(), await email(), await email())).toBe(1);
    const held = { status: 'holding', hold_reason: 'Frequency cap: 2 in 1 day', due_at: free };
    expect(await queued()).toMatchObject([held, held]);
    const { sending } = await calls.call('get_sending', {});
    expect(sending.queue).toMatchObject({ holding: 2, scheduled: 0 });
    expect(await advance(18 * 3_600 - 1, 'seconds')).toBe(0);
    expect(await advance(1, 'seconds')).toBe(1);
    // The other one waits for the mail that went six hours later.
    expect(await queued()).toMatchObject([{ ...held, due_at: await nowPlus(6) }]);
    expect(await advance(6, 'hours')).toBe(1);
    expect(await queued()).toEqual([]);
  });

  it('CAP-01 count uncertain mail from when it was handed over, however long it waited', async () => {
    await caps({ max: 1, per: perDay, then: 'hold' });
    await calls.call('hold_sending', { reason: 'A look first' });
    expect(await send(await email())).toBe(0);
    await advance(20, 'hours');
    provider.answer = { kind: 'uncertain', reason: 'The connection broke.' };
    await calls.call('release_sending', {});
    await settled();
    expect(await queued()).toMatchObject([{ status: 'uncertain' }]);
    provider.answer = accepted;
    await advance(5, 'hours');
    expect(await send(await email())).toBe(0);
    const free = await nowPlus(19);
    expect((await queued()).map(({ status, due_at }) => [status, due_at])).toContainEqual([
      'holding',
      free,
    ]);
    await calls.call('dismiss_uncertain_sends', {});
  });

  it('CAP-01, CAP-03 skip it where the rule says so', async () => {
    await caps({ max: 1, per: { amount: 2, unit: 'weeks' }, then: 'skip' });
    expect(await send(await email(), await email())).toBe(1);
    expect(await skipped()).toEqual(['Frequency cap: 1 in 2 weeks']);
    await advance(14 * 24 - 1, 'hours');
    expect(await send(await email())).toBe(0);
    await advance(1, 'hours');
    expect(await send(await email())).toBe(1);
    const { totals } = await calls.call('get_report', { by: 'flow' });
    expect(totals.skipped).toBe(2);
  });

  it('CAP-01 let a mail go that every rule allows', async () => {
    await caps(
      { max: 1, per: { amount: 2, unit: 'hours' }, then: 'hold' },
      { max: 2, per: perDay, then: 'hold' },
    );
    expect(await send(await email())).toBe(1);
    await advance(2, 'hours');
    expect(await send(await email())).toBe(1);
    const free = await nowPlus(22);
    expect(await send(await email())).toBe(0);
    const reason = 'Frequency cap: 2 in 1 day';
    expect(await queued()).toMatchObject([{ hold_reason: reason, due_at: free }]);
  });

  it('CAP-02 count the mail of their label alone', async () => {
    await caps({ label: 'offer', max: 1, per: perDay, then: 'skip' });
    const offer = () => email({ labels: ['news', 'offer'] });
    expect(await send(await email(), await offer(), await email())).toBe(3);
    expect(await send(await email(), await offer())).toBe(1);
    expect(await skipped()).toHaveLength(1);
  });

  it('CAP-02 neither count nor hold tests and transactional mail', async () => {
    await caps({ max: 1, per: perDay, then: 'skip' });
    const receipt = await email({ kind: 'transactional' });
    const plain = await email();
    await calls.call('send_test_email', { email_id: plain, to: person });
    expect(await send(receipt)).toBe(1);
    const words = { subject: 'Your key', body_markdown: '123456' };
    await calls.call('send_message', { to: person, ...words });
    await settled();
    expect(await send(await email())).toBe(1);
    expect(await send(await email())).toBe(0);
    const before = provider.messages.length;
    await calls.call('send_test_email', { email_id: plain, to: person });
    await calls.call('send_message', { to: person, ...words });
    await settled();
    expect(await send(receipt)).toBe(1);
    expect(provider.messages.length).toBe(before + 3);
    // A message of a marketing email is marketing mail.
    await calls.call('send_message', { to: person, email_id: await email() });
    await settled();
    expect(await skipped()).toHaveLength(2);
  });

  it('CAP-01 count per person, and look again at what they hold when they change', async () => {
    await caps({ max: 1, per: perDay, then: 'hold' });
    expect(await send(await email(), await email())).toBe(1);
    person = `other-${person}`;
    expect(await send(await email())).toBe(1);
    await caps({ max: 2, per: perDay, then: 'hold' });
    expect(await advance(0, 'seconds')).toBe(1);
  });

  it('CAP-01 let another mail go at once where the one before it was refused', async () => {
    await caps({ max: 1, per: perDay, then: 'hold' });
    let first = true;
    provider.answer = () => {
      const refused = { kind: 'refused', permanent: true, status: 554, enhanced: '5.6.0' } as const;
      const answer = first ? { ...refused, reason: 'No' } : accepted;
      first = false;
      return answer;
    };
    expect(await send(await email(), await email())).toBe(2);
    provider.answer = accepted;
    expect(await queued()).toEqual([]);
  });

  it('CAP-03 are named by an explanation, before and while they hold a mail', async () => {
    await caps({ max: 1, per: perDay, then: 'hold' });
    const [one, two] = [await email(), await email()];
    expect(await send(one)).toBe(1);
    const ask = () => calls.call('explain_delivery', { person, email_id: two });
    const code = expect.objectContaining({ code: 'frequency_cap' });
    expect((await ask()).reasons).toContainEqual(code);
    expect(await send(two)).toBe(0);
    const why = await ask();
    expect(why.would_send).toBe(true);
    expect(why.reasons.filter((reason) => reason.code === 'frequency_cap')).toHaveLength(2);
    expect(JSON.stringify(why)).toContain('Frequency cap: 1 in 1 day');
    await caps({ max: 1, per: perDay, then: 'skip' });
    const { would_send, reasons } = await calls.call('explain_delivery', { person });
    expect(would_send).toBe(false);
    expect(reasons).toEqual([code]);
  });

  it('CAP-03 that skip keep nothing from going that comes due once they allow it', async () => {
    await caps({ max: 1, per: perDay, then: 'skip' });
    const [first, soon, later] = [await email(), await email(), await email()];
    flows += 1;
    const key = `capped-${flows}`;
    const hours = (amount: number) => ({ type: 'delay', duration: { amount, unit: 'hours' } });
    const sends = (email_id: number) => ({ type: 'send_email', email_id });
    const nodes = [sends(first), hours(12), sends(soon), hours(24), sends(later)];
    await calls.call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
    await calls.call('activate_flow', { flow_key: key });
    await calls.call('record_event', { email: person, name: key });
    await settled();
    const ask = (email_id: number) => calls.call('explain_delivery', { person, email_id });
    expect(await ask(soon)).toMatchObject({
      would_send: false,
      reasons: [{ code: 'frequency_cap' }, { code: 'run_waiting' }],
    });
    await advance(13, 'hours');
    expect((await ask(soon)).would_send).toBe(false);
    // The cap is still full, but no longer when this one comes due.
    expect(await ask(later)).toMatchObject({
      would_send: true,
      reasons: [{ code: 'frequency_cap' }, { code: 'run_waiting' }],
    });
    expect(await advance(1, 'days')).toBe(1);
  });

  it('CAP-05 release mail inside its send window', async () => {
    await calls.call('update_profile', { timezone: 'UTC' });
    await caps({ max: 1, per: { amount: 6, unit: 'hours' }, then: 'hold' });
    const days = [0, 1, 2, 3, 4, 5, 6];
    const rule = { label: null, days, start: '09:00', end: '12:00' };
    await calls.call('update_settings', { settings: { send_windows: { rules: [rule] } } });
    const { now } = await calls.call('get_clock', {});
    const tomorrow = Math.ceil(Date.parse(now) / 86_400_000) * 86_400_000;
    const at = (hours: number) => new Date(tomorrow + hours * 3_600_000).toISOString();
    await calls.call('move_clock', { now: at(10) });
    expect(await send(await email(), await email())).toBe(1);
    expect(await queued()).toMatchObject([
      { hold_reason: 'Frequency cap: 1 in 6 hours', due_at: at(24 + 9) },
    ]);
    await calls.call('update_settings', { settings: { send_windows: { rules: [] } } });
  });

  it('CAP-01 warn of a label that no email carries, and name every fault by its path', async () => {
    const { warnings, settings } = await caps({
      label: 'nobody',
      max: 1,
      per: perDay,
      then: 'hold',
    });
    const path = 'settings.sending.frequency_caps[0].label';
    expect(warnings).toMatchObject([{ path, code: 'label_unused' }]);
    expect(settings['sending.frequency_caps']).toEqual([
      { label: 'nobody', max: 1, per: perDay, then: 'hold' },
    ]);
    const refusal = await calls.refused('update_settings', {
      settings: {
        'sending.frequency_caps': [
          { max: 0, per: perDay, then: 'hold' },
          { max: 1, per: { amount: 400, unit: 'days' }, then: 'wait' },
          { max: 1, per: { setting: 'pause' }, then: 'hold', every: 1 },
        ],
      },
    });
    expect(pathsOf(refusal)).toEqual([
      'settings.sending.frequency_caps[0].max',
      'settings.sending.frequency_caps[1].per.amount',
      'settings.sending.frequency_caps[1].then',
      'settings.sending.frequency_caps[2].every',
      'settings.sending.frequency_caps[2].per',
    ]);
  });
});
