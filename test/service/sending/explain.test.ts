import type { Outcome } from '@postroad/mail/providers/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

const settle = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
let made = 0;

interface Ground {
  key: string;
  person: string;
  email_id: number;
}

/** An email, a flow that sends it after the steps of `before`, and a person. */
async function ground(before: object[] = [], more: object = {}, live = true): Promise<Ground> {
  made += 1;
  const key = `flow-${made}`;
  const person = `p${made}@example.com`;
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: 'Hello' });
  const nodes = [...before, { type: 'send_email', email_id: email.id }];
  const trigger = { event: key, match: { detail: 'plan', op: 'equals', value: 'pro' } };
  const definition = { trigger, nodes };
  await calls.call('create_flow', { key, run_policy: 'single_run', definition, ...more });
  if (live) await calls.call('activate_flow', { flow_key: key });
  await calls.call('upsert_person', { email: person });
  return { key, person, email_id: email.id };
}

const happen = async ({ key, person }: Ground, more: object = {}) => {
  await calls.call('record_event', {
    ...{ email: person, name: key, details: { plan: 'pro' } },
    ...more,
  });
  await settle();
};

async function byEmail({ person, email_id }: Ground) {
  const { would_send, reasons } = await calls.call('explain_delivery', { person, email_id });
  return { would_send, codes: reasons.map(({ code }) => code), reasons };
}

async function byFlow({ person, key }: Ground) {
  const { would_send, reasons } = await calls.call('explain_delivery', { person, flow_key: key });
  return { would_send, codes: reasons.map(({ code }) => code), reasons };
}

const wait = { type: 'delay', duration: { amount: 2, unit: 'days' } };

describe('a person', () => {
  it('whom nothing keeps from getting it', async () => {
    const { person } = await ground();
    expect(await calls.call('explain_delivery', { person })).toMatchObject({
      person: { email: person },
      would_send: true,
      reasons: [{ code: 'reachable' }],
    });
  });

  it('AGM-03 says in one call in which flows somebody is, and where', async () => {
    const g = await ground([wait]);
    const other = await ground([wait]);
    await happen(g);
    await happen({ ...other, person: g.person });
    const ended = await ground();
    await happen({ ...ended, person: g.person });
    const asked = () => calls.call('explain_delivery', { person: g.person });
    const codes = ['reachable', 'run_waiting', 'run_waiting'];
    const { reasons, would_send } = await asked();
    expect([would_send, reasons.map(({ code }) => code)]).toEqual([true, codes]);
    expect(reasons[1]?.message).toContain(`waits in the flow ${g.key} at `);
    expect(reasons[2]?.message).toContain(`waits in the flow ${other.key} at `);
    await calls.call('pause_flow', { flow_key: other.key });
    const paused = (await asked()).reasons;
    expect(paused.map(({ code }) => code)).toEqual(['reachable', 'run_waiting', 'flow_paused']);
    expect(paused[2]?.message).toContain(`waits in the flow ${other.key} at `);
  });

  it('AGM-01 lists a flow once in which somebody has a run and to which an event came', async () => {
    const g = await ground();
    const arm = [{ type: 'send_email', email_id: g.email_id }];
    const branch = { type: 'if_else', condition: { type: 'has_tag', tag: 'vip' }, else: [] };
    const key = `${g.key}-arms`;
    const definition = { trigger: { event: key }, nodes: [{ ...branch, then: arm }] };
    await calls.call('create_flow', { key, run_policy: 'single_run', definition });
    await calls.call('activate_flow', { flow_key: key });
    const event = { email: g.person, name: key };
    await calls.call('record_event', event);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    await calls.call('record_event', event);
    await calls.call('pause_flow', { flow_key: key });
    const { reasons } = await byEmail(g);
    const own = reasons.filter(({ message }) => message.includes(key));
    expect(own.map(({ code }) => code)).toEqual(['step_not_reached']);
    for (const said of ['took else', 'is paused', 'a single_run flow takes a person once']) {
      expect(own[0]?.message).toContain(said);
    }
    const whole = await calls.call('explain_delivery', { person: g.person, flow_key: key });
    expect(whole.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['flow_paused', 'run_completed', 'single_run']),
    );
  });

  it('AGM-01 names the true reason first, each flow once, and drafts last', async () => {
    const g = await ground();
    const nodes = [{ type: 'send_email', email_id: g.email_id }];
    for (const key of [`${g.key}-draft`, `${g.key}-idle`]) {
      const definition = { trigger: { event: key }, nodes };
      await calls.call('create_flow', { key, run_policy: 'single_run', definition });
    }
    await calls.call('activate_flow', { flow_key: `${g.key}-idle` });
    await happen(g, { details: { plan: 'free' } });
    await calls.call('update_person', { person: g.person, unsubscribed: true });
    const { codes, reasons } = await byEmail(g);
    expect(codes).toEqual(['unsubscribed', 'trigger_not_matched', 'event_missing', 'flow_draft']);
    expect(reasons.at(-1)?.message).toContain(`${g.key}-draft`);
  });

  it('AGM-01 says first that the mail arrived, once nothing sends it again', async () => {
    const g = await ground();
    const key = `${g.key}-on`;
    const nodes = [{ type: 'send_email', email_id: g.email_id }, wait];
    const definition = { trigger: { event: key }, nodes };
    await calls.call('create_flow', { key, run_policy: 'single_run', definition });
    await calls.call('activate_flow', { flow_key: key });
    await happen({ ...g, key });
    const { would_send, codes } = await byEmail(g);
    expect([would_send, codes]).toEqual([false, ['already_sent', 'run_waiting', 'event_missing']]);
  });

  it('AGM-01 says what became of a mail before that a broadcast of the email is a draft', async () => {
    const g = await ground([], { run_policy: 'repeat' });
    const other = await calls.call('create_email', { subject: 'B', body_markdown: 'B' });
    const variants = [
      { name: 'A', email_id: g.email_id },
      { name: 'B', email_id: other.email.id },
    ];
    await calls.call('create_broadcast', { name: 'Later', variants });
    await calls.call('hold_sending', { reason: 'A look' });
    await happen(g);
    expect((await byEmail(g)).codes.at(-1)).toBe('broadcast_draft');
    await calls.call('release_sending', {});
    await settle();
    const { codes } = await byEmail(g);
    expect(codes[0]).toBe('already_sent');
    expect(codes.at(-1)).toBe('broadcast_draft');
  });

  it('AGM-01 says that a flow does not send the email that is asked about with it', async () => {
    const g = await ground([wait]);
    await happen(g);
    const other = await ground();
    const answer = await calls.call('explain_delivery', {
      ...{ person: g.person, flow_key: g.key, email_id: other.email_id },
    });
    expect([answer.would_send, answer.reasons[0]?.code]).toEqual([false, 'flow_lacks_email']);
  });

  it('FIX-01 names the event that is most like the one that a flow waits for', async () => {
    const g = await ground();
    await happen({ ...g, key: `${g.key}s` });
    const [reason] = (await byFlow(g)).reasons;
    expect(reason).toMatchObject({
      code: 'event_missing',
      quote: `The person has an event "${g.key}s".`,
    });
  });

  it('FIX-01 asks nobody to record an event that the service records', async () => {
    const g = await ground();
    const { flow } = await calls.call('get_flow', { flow_key: g.key });
    const definition = { ...flow.definition, trigger: { event: 'signed_up_by_form' } };
    await calls.call('update_flow', { flow_key: g.key, definition });
    const [reason] = (await byFlow(g)).reasons;
    expect(reason).toMatchObject({
      code: 'event_missing',
      fix: 'Leave it to the service, which records this event when it happens.',
    });
  });

  it('who unsubscribed, with the reason', async () => {
    const g = await ground([wait]);
    await happen(g);
    await calls.call('update_person', {
      ...{ person: g.person, unsubscribed: true, reason: 'too_frequent' },
    });
    const { would_send, codes, reasons } = await byEmail(g);
    expect([would_send, codes]).toEqual([false, ['unsubscribed', 'run_waiting']]);
    expect(reasons[0]?.quote).toContain('too_frequent');
  });

  it('who was erased and came back', async () => {
    const g = await ground();
    await calls.call('delete_person', { person: g.person });
    await happen(g);
    expect(await byEmail(g)).toMatchObject({
      would_send: false,
      codes: ['erased', 'skipped', 'run_completed'],
    });
  });

  it('whose address was refused for good, with the answer of the provider', async () => {
    const g = await ground();
    const refused: Outcome = {
      ...{ kind: 'refused', permanent: true, status: 550, enhanced: '5.1.1' },
      reason: '550 5.1.1 No such user',
    };
    provider.answer = refused;
    await happen(g);
    provider.answer = accepted;
    const { would_send, codes, reasons } = await byEmail(g);
    expect([would_send, codes]).toEqual([false, ['hard_bounced', 'failed', 'run_completed']]);
    expect(reasons[1]?.quote).toContain('550 5.1.1 No such user');
    const { events } = await calls.call('list_events', { person: g.person, name: 'unsubscribed' });
    expect(events[0]?.details).toEqual({ reason: 'hard_bounced', how: 'provider' });
    await calls.call('update_person', { person: g.person, hard_bounced: false });
    expect((await byEmail(g)).codes).toEqual(['failed', 'run_completed']);
  });

  it('who complained', async () => {
    const g = await ground();
    await opened.database.pool`
      update people set complained_at = now() where email = ${g.person}`;
    expect(await calls.call('explain_delivery', { person: g.person })).toMatchObject({
      would_send: false,
      reasons: [{ code: 'complained' }],
    });
  });

  it('who does not exist is not found', async () => {
    const refusal = await calls.refused('explain_delivery', { person: 'nobody@example.com' });
    expect(refusal.code).toBe('not_found');
  });
});

describe('an email', () => {
  it('that does not exist', async () => {
    const { person } = await ground();
    expect(await byEmail({ key: '', person, email_id: 999_999 })).toMatchObject({
      would_send: false,
      codes: ['email_not_found'],
    });
  });

  it('that is archived', async () => {
    const { person } = await ground();
    const { email } = await calls.call('create_email', { subject: 'A', body_markdown: 'B' });
    await calls.call('delete_email', { email_id: email.id });
    expect(await byEmail({ key: '', person, email_id: email.id })).toMatchObject({
      would_send: false,
      codes: ['email_archived'],
    });
  });

  it('that nothing sends', async () => {
    const { person } = await ground();
    const { email } = await calls.call('create_email', { subject: 'A', body_markdown: 'B' });
    expect(await byEmail({ key: '', person, email_id: email.id })).toMatchObject({
      would_send: false,
      codes: ['nothing_sends_it'],
    });
  });
});

describe('a flow', () => {
  it('that does not exist', async () => {
    const { person } = await ground();
    expect(await byFlow({ key: 'nowhere', person, email_id: 0 })).toMatchObject({
      would_send: false,
      codes: ['flow_not_found'],
    });
  });

  it('that is a draft', async () => {
    const g = await ground([], {}, false);
    expect((await byFlow(g)).codes).toEqual(['flow_draft', 'event_missing']);
  });

  it('that is paused, and holds', async () => {
    const g = await ground([wait]);
    await happen(g);
    await calls.call('pause_flow', { flow_key: g.key });
    expect(await byFlow(g)).toMatchObject({
      would_send: false,
      codes: ['flow_paused', 'run_waiting'],
    });
    await calls.call('move_clock', { advance: { amount: 3, unit: 'days' } });
    expect(await byFlow(g)).toMatchObject({
      would_send: false,
      codes: ['flow_paused', 'run_frozen'],
    });
  });

  it('whose event never happened, or under another name', async () => {
    const g = await ground();
    await happen(g, { name: `${g.key}x` });
    expect(await byEmail(g)).toMatchObject({ would_send: false, codes: ['event_missing'] });
  });

  it('whose match the event does not satisfy', async () => {
    const g = await ground();
    await happen(g, { details: { plan: 'free' } });
    expect(await byEmail(g)).toMatchObject({ would_send: false, codes: ['trigger_not_matched'] });
  });

  it('that ignores historical events', async () => {
    const g = await ground();
    await happen(g, { historical: true });
    expect(await byEmail(g)).toMatchObject({ would_send: false, codes: ['event_historical'] });
  });

  it('that was not live when the event arrived', async () => {
    const g = await ground([], {}, false);
    await happen(g);
    await calls.call('activate_flow', { flow_key: g.key });
    expect(await byEmail(g)).toMatchObject({ would_send: false, codes: ['not_live_then'] });
  });

  it('that takes a person once', async () => {
    const g = await ground();
    await happen(g);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    await happen(g);
    expect(await byEmail(g)).toMatchObject({
      would_send: false,
      codes: ['single_run', 'already_sent'],
    });
  });

  it('in which the person is already', async () => {
    const g = await ground([wait], { run_policy: 'repeat' });
    await happen(g);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    await happen(g);
    expect(await byFlow(g)).toMatchObject({
      would_send: true,
      codes: ['run_waiting', 'already_inside'],
    });
  });

  it('in which the person was again and again, and their step in it', async () => {
    const g = await ground([wait], { run_policy: 'repeat' });
    await happen(g);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    await happen(g);
    await happen(g);
    const { reasons } = await byFlow(g);
    expect(reasons[0]?.message).toMatch(/waits in the flow .* at 1-delay \(Wait .*\) until 2/);
    expect(reasons[1]?.message).toMatch(/inside it already\. This was so 2 times\.$/);
  });

  it('that was paused when the event arrived', async () => {
    const g = await ground();
    await calls.call('pause_flow', { flow_key: g.key });
    await happen(g);
    await calls.call('activate_flow', { flow_key: g.key });
    expect(await byFlow(g)).toMatchObject({ would_send: false, codes: ['paused_then'] });
  });

  it('in which an operator ended the run', async () => {
    const g = await ground([wait], { run_policy: 'repeat' });
    await happen(g);
    const { runs } = await calls.call('list_flow_runs', { flow_key: g.key });
    await calls.call('cancel_run', { run_id: runs[0]?.id ?? 0 });
    const { would_send, codes, reasons } = await byFlow(g);
    expect([would_send, codes]).toEqual([false, ['run_canceled']]);
    expect(reasons[0]?.quote).toContain('by test');
  });

  it('whose branch led past the email', async () => {
    const email = { type: 'delay', duration: { amount: 1, unit: 'minutes' } };
    const g = await ground([], {}, false);
    const condition = { type: 'has_tag', tag: 'vip' };
    const sending = { type: 'send_email', email_id: g.email_id };
    const nodes = [{ type: 'if_else', condition, then: [sending], else: [email] }];
    await calls.call('update_flow', {
      ...{ flow_key: g.key, definition: { trigger: { event: g.key }, nodes } },
    });
    await calls.call('activate_flow', { flow_key: g.key });
    await happen(g);
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
    const { would_send, codes, reasons } = await byEmail(g);
    expect([would_send, codes]).toEqual([false, ['step_not_reached']]);
    expect(reasons[0]?.message).toContain('took else');
  });

  it('whose step is gone under the person', async () => {
    const g = await ground([wait]);
    await happen(g);
    const nodes = [{ id: 77, type: 'send_email', email_id: g.email_id }];
    await calls.call('update_flow', {
      ...{ flow_key: g.key, force: true, definition: { trigger: { event: g.key }, nodes } },
    });
    await calls.call('move_clock', { advance: { amount: 3, unit: 'days' } });
    expect(await byFlow(g)).toMatchObject({ would_send: false, codes: ['run_parked'] });
  });
});

describe('a send', () => {
  it('that is due and goes out next', async () => {
    const g = await ground();
    await calls.call('record_event', {
      ...{ email: g.person, name: g.key, details: { plan: 'pro' } },
    });
    expect(await byEmail(g)).toMatchObject({ would_send: true, codes: ['run_due'] });
    await settle();
    expect(await byEmail(g)).toMatchObject({
      would_send: false,
      codes: ['already_sent', 'run_completed'],
    });
  });

  it('AGM-01 that is tried again later, which answers before how far the run is', async () => {
    const g = await ground();
    provider.answer = {
      ...{ kind: 'refused', permanent: false, status: 451, enhanced: '4.7.1' },
      reason: '451 4.7.1 Later',
    };
    await happen(g);
    const { would_send, codes, reasons } = await byEmail(g);
    expect([would_send, codes]).toEqual([true, ['retrying', 'run_completed']]);
    expect(reasons[0]?.quote).toContain('451 4.7.1 Later');
    provider.answer = accepted;
    await calls.call('move_clock', { advance: { amount: 1, unit: 'hours' } });
  });

  it('that is held with its reason', async () => {
    const g = await ground();
    provider.answer = { kind: 'unreachable', reason: 'The server is away.' };
    await happen(g);
    provider.answer = accepted;
    await calls.call('pause_flow', { flow_key: g.key });
    const { would_send, codes, reasons } = await byEmail(g);
    expect([would_send, codes]).toEqual([false, ['flow_paused', 'held']]);
    expect(reasons[1]?.message).toContain('Flow is paused');
  });

  it('SENDCTL-04 that waits since all sending is held, and says how it is released', async () => {
    const g = await ground();
    await calls.call('hold_sending', { reason: 'Audit' });
    await happen(g);
    const { codes, reasons } = await byEmail(g);
    expect(codes).toEqual(['held', 'run_completed']);
    expect(reasons[0]).toMatchObject({
      message: expect.stringMatching(/^Send \d+ waits, since all sending is held: Audit\.$/),
      fix: 'Let mail go again with release_sending.',
    });
    await calls.call('release_sending', {});
  });

  it('SENDCTL-04 that waits is not promised while all sending is held, nor is any to a person', async () => {
    const g = await ground([wait]);
    await happen(g);
    await calls.call('hold_sending', { reason: 'Audit' });
    const held = {
      ...{ code: 'held', message: 'All sending is held: Audit.' },
      fix: 'Let mail go again with release_sending.',
    };
    const { would_send, codes, reasons } = await byEmail(g);
    expect([would_send, codes]).toEqual([false, ['held', 'run_waiting']]);
    expect(reasons[0]).toEqual(held);
    expect(await calls.call('explain_delivery', { person: g.person })).toMatchObject({
      would_send: false,
      reasons: [held, { code: 'run_waiting' }],
    });
    await calls.call('release_sending', {});
    expect((await byEmail(g)).would_send).toBe(true);
  });

  it('that may or may not have arrived', async () => {
    const g = await ground();
    provider.answer = { kind: 'uncertain', reason: 'The line broke.' };
    await happen(g);
    provider.answer = accepted;
    expect(await byEmail(g)).toMatchObject({
      would_send: false,
      codes: ['uncertain', 'run_completed'],
    });
  });

  it('of an email archived since', async () => {
    const g = await ground([wait]);
    await happen(g);
    await calls.call('delete_email', { email_id: g.email_id });
    await calls.call('move_clock', { advance: { amount: 3, unit: 'days' } });
    expect(await byEmail(g)).toMatchObject({
      would_send: false,
      codes: ['email_archived', 'step_skipped'],
    });
  });
});
