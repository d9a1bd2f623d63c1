import { limits } from '@postroad/core/platform/limits';
import type { Outcome } from '@postroad/mail/providers/provider';
import type { Service } from '@postroad/service/app/service';
import { readPublicToken } from '@postroad/service/content/public-token';
import { HandOffJournal } from '@postroad/service/queue/hand-off-journal';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accepted, type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let provider: FakeProvider;
let opened: TestService;
let calls: Calling;

beforeEach(async () => {
  provider = fakeProvider();
  opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
  calls = calling(opened);
});

/** Lets go of an answer that a failed test still holds. */
let letGo: (outcome: Outcome) => void = () => {};

afterEach(async () => {
  letGo(accepted);
  await opened.close();
});

const advance = (amount: number, unit: 'seconds' | 'minutes' | 'hours' | 'days' = 'seconds') =>
  calls.call('move_clock', { advance: { amount, unit } });

async function mailFlow(body = 'Hello'): Promise<number> {
  const { email } = await calls.call('create_email', { subject: 'Hi', body_markdown: body });
  const nodes = [{ type: 'send_email', email_id: email.id }];
  await calls.call('create_flow', { key: 'mail', definition: { trigger: { event: 'go' }, nodes } });
  await calls.call('activate_flow', { flow_key: 'mail' });
  return email.id;
}

async function queueFor(...people: string[]): Promise<void> {
  await calls.call('record_events', {
    events: people.map((name) => ({ email: `${name}@example.com`, name: 'go' })),
  });
}

type Status = 'scheduled' | 'holding' | 'sending' | 'uncertain' | 'sent' | 'failed' | 'skipped';
const queue = async (status?: Status | 'canceled') =>
  (await calls.call('list_queue', status ? { status } : {})).queue;

const refused = (status: number, enhanced: string | null): Outcome => ({
  kind: 'refused',
  permanent: status >= 500,
  status,
  enhanced,
  reason: `${status} ${enhanced ?? ''} no`,
});

/** Takes the provider's answer of the first mail into the test's own hands. */
function heldAnswer(): { asked: Promise<void>; say: (outcome: Outcome) => void } {
  let say: (outcome: Outcome) => void = () => {};
  const asked = new Promise<void>((resolve) => {
    provider.answer = () => {
      resolve();
      return new Promise<Outcome>((answer) => {
        say = answer;
        letGo = answer;
      });
    };
  });
  return { asked, say: (outcome) => say(outcome) };
}

/** Rounds until there is nothing more to do. */
async function rounds(service: Service): Promise<void> {
  while (await service.tick());
}

describe('outcomes', () => {
  it('an accepted mail is sent, once', async () => {
    await mailFlow();
    await queueFor('ada');
    await advance(0);
    await advance(30, 'days');
    expect(provider.messages).toHaveLength(1);
    expect(await queue()).toEqual([]);
    expect(await queue('sent')).toMatchObject([
      { status: 'sent', attempts: 1, person: { email: 'ada@example.com' }, last_error: null },
    ]);
  });

  it('a 4xx is tried again with growing pauses until it has been tried often enough', async () => {
    await mailFlow();
    provider.answer = refused(451, '4.7.1');
    await queueFor('ada');
    await advance(0);
    let [row] = await queue('scheduled');
    expect(row).toMatchObject({ attempts: 1, last_error: '451 4.7.1 no' });
    const pauses: number[] = [];
    for (let tries = 1; row; tries += 1) {
      expect(provider.messages).toHaveLength(tries);
      const { now } = await calls.call('get_clock', {});
      pauses.push(Date.parse(row.due_at) - Date.parse(now));
      await calls.call('move_clock', { now: row.due_at });
      [row] = await queue('scheduled');
    }
    expect(provider.messages).toHaveLength(limits.sendAttemptsMax);
    expect(pauses[0]).toBeLessThanOrEqual(limits.sendRetryFirstMs * 1.25);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(limits.sendRetryMostMs * 0.75);
    expect(await queue('failed')).toMatchObject([
      { attempts: limits.sendAttemptsMax, last_error: '451 4.7.1 no' },
    ]);
  });

  it.each([
    [550, '5.1.1', true],
    [550, '5.2.1', true],
    [552, '5.2.2', false],
    [550, '5.1.0', false],
    [550, '5.1.8', false],
    [554, '5.7.1', false],
    [552, null, false],
  ] as const)('%i %s ends as failed; hard-bounced: %s', async (status, enhanced, bounced) => {
    await mailFlow();
    provider.answer = refused(status, enhanced);
    await queueFor('ada');
    await advance(0);
    expect(provider.messages).toHaveLength(1);
    expect(await queue('failed')).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining(String(status)) },
    ]);
    const { person } = await calls.call('get_person', { person: 'ada@example.com' });
    expect(person.hard_bounced_at !== null).toBe(bounced);
  });

  it('an unreachable server uses up no attempt, shows why, and the rest waits untried', async () => {
    await mailFlow();
    provider.answer = { kind: 'unreachable', reason: 'connect ECONNREFUSED' };
    const people = Array.from({ length: 10 }, (_, index) => `p${index}`);
    await queueFor(...people);
    await advance(0);
    expect(provider.messages).toHaveLength(provider.concurrency);
    const waiting = await queue('scheduled');
    expect(waiting).toHaveLength(10);
    for (const row of waiting) {
      expect(row).toMatchObject({ attempts: 0, last_error: 'connect ECONNREFUSED' });
    }
    await advance(3, 'minutes');
    expect(await queue('scheduled')).toHaveLength(10);
    provider.answer = accepted;
    await advance(1, 'minutes');
    expect(await queue()).toEqual([]);
    expect(await queue('sent')).toHaveLength(10);
  });

  it('an uncertain mail waits for an operator, who sends it again or dismisses it', async () => {
    await mailFlow();
    provider.answer = { kind: 'uncertain', reason: 'The connection broke off.' };
    await queueFor('ada', 'bob');
    await advance(30, 'days');
    expect(provider.messages).toHaveLength(2);
    const doubtful = await queue('uncertain');
    expect(doubtful).toMatchObject([
      { attempts: 1, last_error: 'The connection broke off.' },
      { attempts: 1 },
    ]);
    expect((await calls.call('list_queue', {})).counts).toMatchObject({
      uncertain: 2,
      scheduled: 0,
    });
    provider.answer = accepted;
    const [first, second] = doubtful;
    const retried = await calls.call('retry_send', { send_id: first?.id ?? 0 });
    expect(retried.send).toMatchObject({ id: first?.id, status: 'scheduled' });
    const dismissed = await calls.call('dismiss_send', { send_id: second?.id ?? 0 });
    expect(dismissed.send).toMatchObject({ id: second?.id, status: 'canceled' });
    await advance(0);
    expect(provider.messages).toHaveLength(3);
    expect(await queue('sent')).toMatchObject([{ id: first?.id, attempts: 2 }]);
    expect((await calls.refused('retry_send', { send_id: first?.id })).code).toBe('conflict');
    expect((await calls.refused('dismiss_send', { send_id: second?.id })).code).toBe('conflict');
    expect((await calls.refused('retry_send', { send_id: 999_999 })).code).toBe('not_found');
  });

  it('the Message-ID is one over all attempts, and another one for each mail', async () => {
    await mailFlow();
    provider.answer = refused(450, null);
    await queueFor('ada', 'bob');
    await advance(0);
    provider.answer = accepted;
    await advance(5, 'minutes');
    const ids = await Promise.all(
      provider.messages.map(async ({ data }) => (await PostalMime.parse(data)).messageId),
    );
    expect(ids).toHaveLength(4);
    expect(new Set(ids.slice(0, 2))).toEqual(new Set(ids.slice(2)));
    expect(new Set(ids).size).toBe(2);
  });

  it('UNCERTAIN_SENDS=retry sends again without being asked', async () => {
    await opened.close();
    provider = fakeProvider();
    const env = { LOG_LEVEL: 'silent', UNCERTAIN_SENDS: 'retry' };
    opened = await openTestService({ provider: () => provider, env });
    calls = calling(opened);
    await mailFlow();
    provider.answer = { kind: 'uncertain', reason: 'broke off' };
    await queueFor('ada');
    await advance(0);
    expect(await queue('scheduled')).toMatchObject([{ attempts: 1, last_error: 'broke off' }]);
    provider.answer = accepted;
    await advance(1, 'minutes');
    expect(await queue('sent')).toHaveLength(1);
  });
});

describe('what is sent', () => {
  it('SUB-27, SUB-28 names the one-click address in its headers, with a token for person, email and send', async () => {
    const emailId = await mailFlow(
      '[Leave]({{ unsubscribe_url }}), [choose]({{ preferences_url }})',
    );
    await queueFor('ada');
    await advance(0);
    const [message] = provider.messages;
    const mail = await PostalMime.parse(message?.data ?? '');
    const header = (key: string) => mail.headers.find((entry) => entry.key === key)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const url = /^<http:\/\/[^/]+\/u\/([\w-]+)>$/.exec(header('list-unsubscribe') ?? '');
    const [{ key }] = await opened.database.pool<
      [{ key: Buffer }]
    >`select secret as key from instance_keys where secret is not null`;
    const { person } = await calls.call('get_person', { person: 'ada@example.com' });
    expect(readPublicToken([key], url?.[1] ?? '')).toEqual({
      personId: person.id,
      emailId,
      sendId: message?.sendId,
    });
    expect(mail.html).toContain(`/unsubscribe/${url?.[1]}?tab=unsubscribe"`);
    expect(mail.html).toContain(`/unsubscribe/${url?.[1]}?tab=preferences"`);
  });

  it('a template that fails on one person fails that mail and no other', async () => {
    await mailFlow('{% for n in (1..person.fields.count) %}{{ n }} {% endfor %}');
    await calls.call('record_events', {
      events: [5, 1e12, 5].map((count, index) => ({
        email: `t${index}@example.com`,
        name: 'go',
        person: { fields: { count } },
      })),
    });
    await advance(0);
    expect(await queue('sent')).toHaveLength(2);
    expect(await queue('failed')).toMatchObject([
      {
        person: { email: 't1@example.com' },
        last_error: expect.stringMatching(/could not be made/),
      },
    ]);
  });

  it.each([
    ['unsubscribed_at', 'Unsubscribed'],
    ['hard_bounced_at', 'Hard-bounced'],
    ['complained_at', 'Complained'],
  ])('a person with %s gets nothing, and the log says why', async (column, reason) => {
    await mailFlow();
    await calls.call('record_event', { email: 'ada@example.com', name: 'made' });
    const { pool } = opened.database;
    await pool`update people set ${pool(column)} = now()`;
    await queueFor('ada', 'bob');
    await advance(0);
    expect(provider.messages.map(({ to }) => to)).toEqual(['bob@example.com']);
    expect(await queue('skipped')).toMatchObject([
      { person: { email: 'ada@example.com' }, attempts: 0, last_error: reason },
    ]);
  });
});

describe('between claim and outcome', () => {
  it('a pause holds what was claimed and not attempted, and activating sends it', async () => {
    provider = fakeProvider(1);
    await opened.close();
    opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
    calls = calling(opened);
    await mailFlow();
    await queueFor('ada', 'bob', 'cy');
    const { asked, say } = heldAnswer();
    await opened.service.round('runs');
    const round = opened.service.round('sends');
    await asked;
    await calls.call('pause_flow', { flow_key: 'mail' });
    say(accepted);
    await round;
    expect(provider.messages).toHaveLength(1);
    expect(await queue('holding')).toMatchObject([
      { hold_reason: 'Flow is paused', attempts: 0 },
      { hold_reason: 'Flow is paused', attempts: 0 },
    ]);
    provider.answer = accepted;
    await advance(30, 'days');
    expect(provider.messages).toHaveLength(1);
    await calls.call('activate_flow', { flow_key: 'mail' });
    await advance(0);
    expect(await queue('sent')).toHaveLength(3);
  });

  it('a person erased while one mail is handed over gets no other, and the outcome settles to nothing', async () => {
    provider = fakeProvider(1);
    await opened.close();
    opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
    calls = calling(opened);
    await mailFlow();
    await queueFor('ada', 'bea');
    const { asked, say } = heldAnswer();
    await opened.service.round('runs');
    const round = opened.service.round('sends');
    await asked;
    for (const person of ['ada@example.com', 'bea@example.com']) {
      await calls.call('delete_person', { person });
    }
    provider.answer = accepted;
    say(accepted);
    await round;
    await advance(30, 'days');
    expect(provider.messages).toHaveLength(1);
    expect(await queue()).toEqual([]);
    for (const status of ['sent', 'skipped', 'failed'] as const) {
      expect(await queue(status)).toEqual([]);
    }
  });

  async function expireLeases(): Promise<void> {
    await opened.database.pool`update leases set expires_at = now() - interval '1 second'`;
  }

  /** A process that is at work on ada's mail when its lease runs out. */
  async function overtaken(): Promise<{
    other: Service;
    finish: (outcome: Outcome) => Promise<void>;
  }> {
    await mailFlow();
    await queueFor('ada');
    const { asked, say } = heldAnswer();
    await opened.service.round('runs');
    const round = opened.service.round('sends');
    await asked;
    await expireLeases();
    const other = await opened.another(provider);
    return {
      other,
      finish: async (outcome) => {
        say(outcome);
        await round;
      },
    };
  }

  it('an attempt whose process is gone becomes uncertain, and a late outcome touches nothing', async () => {
    const { other, finish } = await overtaken();
    await other.tick();
    expect(await queue('uncertain')).toMatchObject([
      { attempts: 1, last_error: expect.stringContaining('stopped') },
    ]);
    await finish(accepted);
    expect(await queue('uncertain')).toHaveLength(1);
    expect(await queue('sent')).toEqual([]);
    await other.close();
  });

  it('HANDOFF-09 the journal forgets what was skipped instead of being begun', async () => {
    const { plan, start, drop } = HandOffJournal.prototype;
    const noted = new Set<number>();
    const spies = [
      vi.spyOn(HandOffJournal.prototype, 'plan').mockImplementation(function (this: never, ids) {
        for (const id of ids) noted.add(id);
        plan.call(this, ids);
      }),
      vi.spyOn(HandOffJournal.prototype, 'start').mockImplementation(function (this: never, id) {
        noted.delete(id);
        return start.call(this, id);
      }),
      vi.spyOn(HandOffJournal.prototype, 'drop').mockImplementation(function (this: never, ids) {
        for (const id of ids) noted.delete(id);
        drop.call(this, ids);
      }),
    ];
    // With the test clock no journal is kept.
    await opened.close();
    const env = { LOG_LEVEL: 'silent', TEST_CLOCK: '0' };
    opened = await openTestService({ provider: () => provider, env });
    calls = calling(opened);
    await mailFlow();
    await queueFor('ada', 'bob', 'cleo');
    await opened.service.round('runs');
    await calls.call('update_person', { person: 'bob@example.com', unsubscribed: true });
    await rounds(opened.service);
    expect(await queue('skipped')).toHaveLength(1);
    expect(provider.messages).toHaveLength(2);
    expect(spies[0]).toHaveBeenCalled();
    expect([...noted]).toEqual([]);
    for (const spy of spies) spy.mockRestore();
  });

  it('a claim whose process is gone is due again', async () => {
    await mailFlow();
    await queueFor('ada');
    await opened.service.tick();
    const { pool } = opened.database;
    await pool`insert into leases values (gen_random_uuid(), 'gone', now() - interval '1 second')`;
    await pool`
      insert into in_hand (send_id, lease_token)
      select s.id, l.token from sends s, leases l where l.process = 'gone'`;
    const other = await opened.another(provider);
    for (let round = 0; round < 3; round += 1) await other.tick();
    expect(await queue('sent')).toMatchObject([{ attempts: 1 }]);
    await other.close();
  });

  it('stopping finishes the mail in hand and gives back the rest', async () => {
    await opened.close();
    provider = fakeProvider(1);
    opened = await openTestService({ provider: () => provider, env: { LOG_LEVEL: 'silent' } });
    calls = calling(opened);
    const stopping = await opened.another(provider);
    await mailFlow();
    await queueFor('ada', 'bob', 'cy');
    const { asked, say } = heldAnswer();
    const round = rounds(stopping);
    await asked;
    const closed = stopping.close();
    say(accepted);
    await Promise.all([round, closed]);
    expect(provider.messages).toHaveLength(1);
    expect(await queue('sent')).toHaveLength(1);
    expect(await queue('scheduled')).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    const rows = await opened.database.pool`select from in_hand`;
    expect(rows).toHaveLength(0);
    expect(await opened.database.pool`select from leases`).toHaveLength(0);
  });

  it('the clock is settled only once what another round has in hand is done', async () => {
    await mailFlow();
    await queueFor('ada');
    const { asked, say } = heldAnswer();
    await opened.service.round('runs');
    const round = opened.service.round('sends');
    await asked;
    let settled = false;
    const moving = advance(1).then(() => {
      settled = true;
    });
    for (let look = 0; look < 20; look += 1) await opened.service.readiness();
    expect(settled).toBe(false);
    say(accepted);
    await Promise.all([round, moving]);
    expect(await queue('sent')).toHaveLength(1);
  });
});
