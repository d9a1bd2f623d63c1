import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseKind } from '../../../support/database.ts';
import { dumpTables } from '../../../support/dump.ts';
import { pathsOf } from '../../app/calling.ts';
import { type Renewing, renewing, trigger } from './renewing.ts';

let at: Renewing;

/** A service for all tests of a group, which then say nothing of each other's people. */
function oneService() {
  beforeAll(async () => {
    at = await renewing();
  });
  afterAll(async () => {
    await at.opened.close();
  });
}

function serviceForEach() {
  beforeEach(async () => {
    at = await renewing();
  });
  afterEach(async () => {
    await at.opened.close();
  });
}

const receivers = async () => (await at.arrived()).map(([to]) => to);
const runs = async () => {
  const [row] = await at.opened.database.pool<{ count: number }[]>`
    select count(*) from runs`;
  return row?.count;
};

describe('a reminder', () => {
  serviceForEach();

  it('RENEW-11, RENEW-14 is sent at its local time, and its mail speaks of the subscription', async () => {
    await at.remind('reminder');
    await at.subscribe('ada', { interval: 'month' });
    await at.moveTo('2031-05-10T06:59:59Z');
    expect(await receivers()).toEqual([]);
    await at.moveTo('2031-05-10T07:00:00Z');
    expect(await at.arrived()).toEqual([
      ['ada', expect.stringContaining('ada pro 19.00 2031-05-13 2031-05-10T')],
    ]);
    const { queue } = await at.call('list_queue', { status: 'sent' });
    expect(queue).toEqual([expect.objectContaining({ due_at: '2031-05-10T07:00:00.000Z' })]);
    const { timeline } = await at.call('get_timeline', { person: 'ada@example.com' });
    expect(timeline.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['run_started', 'send']),
    );
    const { runs: shown } = await at.call('list_flow_runs', { flow_key: 'reminder' });
    expect(shown.map(({ status }) => status)).toEqual(['completed']);
  });

  it('RENEW-12 repeats with each renewal, and never for one date', async () => {
    await at.remind('reminder');
    await at.subscribe('ada');
    await at.moveTo('2031-05-20T00:00:00Z');
    expect(await receivers()).toEqual(['ada']);
    await at.tell('ada', 'subscription_renewed', { next_renewal_at: '2031-06-13T15:00:00Z' });
    await at.moveTo('2031-06-10T06:59:00Z');
    expect(await receivers()).toEqual([]);
    await at.moveTo('2031-06-12T00:00:00Z');
    expect(await receivers()).toEqual(['ada']);
    // The same date at another hour, and the date it had before, are no new renewals.
    await at.tell('ada', 'subscription_updated', { next_renewal_at: '2031-06-13T20:00:00Z' });
    await at.moveTo('2031-07-20T00:00:00Z');
    expect(await receivers()).toEqual([]);
  });

  it('RENEW-24 is caught up with until its local day ends', async () => {
    await at.subscribe('ada');
    await at.subscribe('bob', { next_renewal_at: '2031-05-12T15:00:00Z' });
    await at.moveTo('2031-05-10T21:30:00Z');
    await at.remind('reminder');
    await at.moveTo('2031-05-10T21:30:01Z');
    expect(await receivers()).toEqual(['ada']);
    await at.moveTo('2031-06-10T00:00:00Z');
    expect(await receivers()).toEqual([]);
  });

  it('RENEW-35 is not sent again within the cycle when the date is edited', async () => {
    await at.remind('reminder');
    await at.subscribe('ada');
    await at.moveTo('2031-05-11T00:00:00Z');
    expect(await receivers()).toEqual(['ada']);
    await at.tell('ada', 'subscription_updated', { next_renewal_at: '2031-05-15T15:00:00Z' });
    const { skipped } = await at.preview('reminder');
    expect(skipped.map(({ reason }) => reason)).toEqual(['same_cycle']);
    await at.moveTo('2031-05-13T15:00:00Z');
    expect(await receivers()).toEqual([]);
    // The original renewal has gone by: what renews now is another one.
    await at.tell('ada', 'subscription_updated', { next_renewal_at: '2031-05-17T15:00:00Z' });
    await at.moveTo('2031-05-15T00:00:00Z');
    expect(await receivers()).toEqual(['ada']);
  });

  it('SAFE-38, SAFE-39 is never of a subscription that is paused, unpaid, incomplete or unknown', async () => {
    await at.remind('reminder');
    const statuses = ['paused', 'unpaid', 'incomplete', 'incomplete_expired', 'weird'];
    for (const status of statuses) await at.subscribe(status, { status });
    await at.subscribe('ada');
    await at.subscribe('given-up', { status: 'incomplete_expired' }, 'ada');
    const { upcoming, skipped } = await at.preview('reminder');
    expect(upcoming.map(({ external_id }) => external_id)).toEqual(['ada']);
    expect(skipped.map(({ reason }) => reason)).toEqual(skipped.map(() => 'not_active'));
    expect(skipped).toHaveLength(statuses.length + 1);
    await at.tell('ada', 'subscription_updated', { status: 'unpaid' });
    await at.moveTo('2031-05-20T00:00:00Z');
    expect(await receivers()).toEqual([]);
    await at.tell('paused', 'subscription_updated', {
      ...{ status: 'active', next_renewal_at: '2031-06-13T15:00:00Z' },
    });
    await at.moveTo('2031-06-12T00:00:00Z');
    expect(await receivers()).toEqual(['paused']);
  });

  it.each([
    ['Asia/Tokyo', '2031-05-14', '2031-05-14T08:30:00+09:00'],
    ['UTC', '2031-05-13', '2031-05-13T23:30:00+00:00'],
    ['America/New_York', '2031-05-13', '2031-05-13T19:30:00-04:00'],
  ])('SAFE-44 says the day that the preview has, in %s', async (timezone, day, local) => {
    const words = ['renewal_date', 'renewal_at', 'renewal_timezone'];
    const written = words.map((word) => `{{ automation.${word} }}`).join(' ');
    const dated = '{{ automation.renewal_date | date: "%Y-%m-%d" }}';
    const body_markdown = `${written} ${dated}.`;
    const { email } = await at.call('create_email', { subject: 'It renews', body_markdown });
    const nodes = [{ type: 'send_email', email_id: email.id }];
    await at.remind('zoned', { timezone }, { nodes });
    await at.subscribe('ada', { next_renewal_at: '2031-05-13T23:30:00Z' });
    const { upcoming } = await at.preview('zoned');
    expect(upcoming.map((row) => row.next_renewal_date)).toEqual([day]);
    const { flow } = await at.call('get_flow', { flow_key: 'zoned' });
    const preview = await at.call('preview_email', {
      ...{ email_id: email.id, flow_id: flow.id, person_id: upcoming[0]?.person_id },
    });
    const said = `${day} ${local} ${timezone} ${day}.`;
    expect(preview.text).toContain(`${said}\n`);
    await at.moveTo('2031-05-12T23:00:00Z');
    expect(await at.arrived()).toEqual([['ada', expect.stringContaining(`${said}\n`)]]);
  });

  it('SAFE-44 leaves them blank in other mail', async () => {
    const body_markdown = 'Blank: {{ automation.renewal_date }}{{ automation.renewal_at }}.';
    await at.subscribe('ada');
    const draft = { email_id: at.emailId, body_markdown };
    const { text } = await at.call('preview_email', { ...draft, mode: 'random' });
    expect(text).toContain('Blank: .');
  });

  it('RENEW-13 without repeat is sent for a subscription once', async () => {
    await at.remind('reminder', { repeat: false }, { run_policy: 'single_run' });
    await at.remind('repeating-flow', { repeat: false });
    await at.subscribe('ada');
    await at.moveTo('2031-05-20T00:00:00Z');
    expect(await receivers()).toEqual(['ada', 'ada']);
    await at.tell('ada', 'subscription_renewed', { next_renewal_at: '2031-06-13T15:00:00Z' });
    await at.moveTo('2031-06-09T00:00:00Z');
    for (const flow of ['reminder', 'repeating-flow']) {
      expect((await at.preview(flow)).skipped.map(({ reason }) => reason)).toEqual([
        'already_sent',
      ]);
    }
    await at.moveTo('2031-06-20T00:00:00Z');
    expect(await receivers()).toEqual([]);
  });

  it('is of each subscription by itself, side by side, and of none of several alike', async () => {
    const wait = { type: 'delay', duration: { amount: 20, unit: 'days' } };
    const nodes = [{ type: 'send_email', email_id: at.emailId }, wait];
    await at.remind('reminder', {}, { nodes });
    await at.subscribe('one', {}, 'ada');
    await at.moveTo('2031-05-11T00:00:00Z');
    await at.tell('one', 'subscription_ended', {}, 'ada');
    await at.subscribe('two', { next_renewal_at: '2031-05-16T15:00:00Z' }, 'ada');
    await at.moveTo('2031-05-14T00:00:00Z');
    expect(await receivers()).toEqual(['ada', 'ada']);
    const { flow } = await at.call('get_flow', { flow_key: 'reminder' });
    expect(flow.people_inside).toBe(2);
    await at.subscribe('three', { next_renewal_at: '2031-05-20T15:00:00Z' }, 'ada');
    await at.moveTo('2031-05-18T00:00:00Z');
    expect(await receivers()).toEqual([]);
  });

  it('waits until the earlier run for the subscription has ended', async () => {
    const nodes = [{ type: 'delay', duration: { amount: 40, unit: 'days' } }];
    await at.remind('reminder', {}, { nodes });
    await at.subscribe('ada');
    await at.moveTo('2031-05-20T00:00:00Z');
    await at.tell('ada', 'subscription_renewed', { next_renewal_at: '2031-06-13T15:00:00Z' });
    await at.moveTo('2031-06-09T00:00:00Z');
    const { skipped } = await at.preview('reminder');
    expect(skipped.map(({ reason }) => reason)).toEqual(['already_enrolled']);
    await at.moveTo('2031-06-12T00:00:00Z');
    expect(await runs()).toBe(1);
  });

  it('goes to nobody who is gone, suppressed, or not to be charged', async () => {
    await at.remind('reminder');
    for (const name of ['gone', 'out', 'ended', 'leaving', 'asleep', 'ada']) {
      await at.subscribe(name);
    }
    await at.subscribe('dateless', { next_renewal_at: null });
    await at.subscribe('free', { renewal_amount_cents: 0 });
    await at.subscribe('unpriced', { renewal_amount_cents: null });
    await at.subscribe('yearly', { interval: 'yearly' });
    await at.subscribe('other', { product: 'team' });
    await at.call('delete_person', { person: 'gone@example.com' });
    await at.call('update_person', { person: 'out@example.com', unsubscribed: true });
    await at.tell('ended', 'subscription_ended', {});
    await at.tell('leaving', 'subscription_updated', { cancel_at_period_end: true });
    await at.tell('asleep', 'subscription_updated', { status: 'inactive' });
    await at.moveTo('2031-05-12T00:00:00Z');
    expect((await receivers()).sort()).toEqual(['ada', 'free']);
  });

  it('RENEW-33 a paused flow starts none, and mail that waits is reminder enough', async () => {
    await at.remind('reminder');
    await at.subscribe('ada');
    await at.subscribe('bob', { next_renewal_at: '2031-05-14T15:00:00Z' });
    at.provider.answer = { kind: 'unreachable', reason: 'away' };
    await at.moveTo('2031-05-10T07:00:00Z');
    await at.call('pause_flow', { flow_key: 'reminder' });
    // It is under way, and may still be skipped.
    const waits = await at.preview('reminder');
    expect(waits.skipped.map(({ reason }) => reason)).toEqual(['already_enrolled']);
    await at.tell('ada', 'subscription_updated', { next_renewal_at: '2031-05-17T15:00:00Z' });
    const { skipped } = await at.preview('reminder');
    expect(skipped.map(({ reason }) => reason)).toEqual(['same_cycle']);
    await at.moveTo('2031-05-12T00:00:00Z');
    expect(await runs()).toBe(1);
  });

  it('times of it that do not exist are passed over, and others continue', async () => {
    const change = { timezone: 'America/New_York', local_time: '02:30' };
    await at.remind('reminder', change);
    // Clocks go from 02:00 to 03:00 on 14 March 2032.
    await at.subscribe('ada', { next_renewal_at: '2032-03-17T15:00:00Z' });
    await at.subscribe('bob', { next_renewal_at: '2032-03-18T15:00:00Z' });
    await at.moveTo('2032-03-10T00:00:00Z');
    const { upcoming, skipped } = await at.preview('reminder');
    expect(upcoming.map(({ external_id }) => external_id)).toEqual(['bob']);
    expect(skipped).toEqual([
      expect.objectContaining({ reason: 'unresolved_time', target_local: '2032-03-14 02:30' }),
    ]);
    expect(skipped[0]).not.toHaveProperty('target_at');
    await at.moveTo('2032-03-20T00:00:00Z');
    expect(await receivers()).toEqual(['bob']);
  });
});

describe('a run that began for a renewal', () => {
  serviceForEach();

  const waiting = (days: number) => ({ type: 'delay', duration: { amount: days, unit: 'days' } });
  const slow = () => ({ nodes: [waiting(1), { type: 'send_email', email_id: at.emailId }] });

  it('SAFE-45 ends before its next send once the subscription is no longer eligible, with the reason of the preview', async () => {
    await at.remind('reminder', {}, slow());
    const changes: [string, string, object, string][] = [
      ['cancelled', 'subscription_cancelled', {}, 'cancelled'],
      ['leaving', 'subscription_updated', { cancel_at_period_end: true }, 'scheduled_cancel'],
      ['asleep', 'subscription_updated', { status: 'inactive' }, 'not_active'],
      ['silent', 'seen', {}, 'suppressed'],
      ['twin', 'seen', {}, 'ambiguous'],
    ];
    for (const [name] of changes) await at.subscribe(name);
    await at.subscribe('ada');
    await at.moveTo('2031-05-10T07:00:00Z');
    for (const [name, event, details] of changes) await at.tell(name, event, details);
    await at.subscribe('twin-2', {}, 'twin');
    await at.call('update_person', { person: 'silent@example.com', unsubscribed: true });
    const { skipped } = await at.preview('reminder');
    const previewed = new Map(skipped.map((row) => [row.external_id, row.reason]));
    for (const [name, , , reason] of changes)
      expect([name, previewed.get(name)]).toEqual([name, reason]);
    await at.moveTo('2031-05-12T00:00:00Z');
    expect(await receivers()).toEqual(['ada']);
    const { runs: ended } = await at.call('list_flow_runs', { flow_key: 'reminder' });
    const shown = ended.map(({ person, status, reason }) => [person.email, status, reason]);
    const expected = changes.map(([name, , , reason]) => [`${name}@example.com`, 'exited', reason]);
    expect(shown.sort()).toEqual([['ada@example.com', 'completed', null], ...expected].sort());
    const run = ended.find(({ reason }) => reason === 'cancelled');
    const { run: traced } = await at.call('get_run', { run_id: run?.id ?? 0 });
    expect(traced.trace.at(-1)).toMatchObject({ outcome: 'exited', reason: 'cancelled' });
    const explained = await at.call('explain_delivery', {
      ...{ person: 'cancelled@example.com', flow_key: 'reminder' },
    });
    expect(explained).toMatchObject({
      would_send: false,
      reasons: [{ code: 'run_exited', quote: 'cancelled' }],
    });
  });

  it('AGM-01 that is to come, or never comes, is explained by its subscription', async () => {
    await at.remind('reminder');
    await at.subscribe('ada');
    await at.subscribe('unpriced', { renewal_amount_cents: null });
    await at.subscribe('other', { product: 'team' });
    const asked = [{ flow_key: 'reminder' }, { email_id: at.emailId }];
    const said = [
      ['ada', 'The flow starts for this person on 2031-05-10 at 09:00, Europe/Paris.', ''],
      [
        ...['unpriced', 'The person is not reminded of a renewal: missing_amount.'],
        'Read what the reason means in describe_schema renewal, part skipped, and correct the subscription with record_event.',
      ],
      [
        ...['other', 'The person has no subscription of "pro", monthly.'],
        'Look at the product and interval of the subscriptions in list_subscriptions.',
      ],
    ];
    for (const [name, sentence, fix] of said) {
      const person = `${name}@example.com`;
      const message = `The flow reminder did not start for this person so far. ${sentence}`;
      for (const about of asked) {
        const { would_send, reasons } = await at.call('explain_delivery', { person, ...about });
        const reason = { code: 'start_awaited', message, fix };
        expect([would_send, reasons]).toEqual([false, [reason]]);
      }
      const { reason } = await at.call('dry_run_flow', { flow_key: 'reminder', person });
      expect(reason).toBe(sentence);
    }
    await at.moveTo('2031-05-14T00:00:00Z');
    await at.tell('ada', 'subscription_renewed', { next_renewal_at: '2031-06-13T15:00:00Z' });
    const again = { person: 'ada@example.com', flow_key: 'reminder' };
    const { reasons } = await at.call('explain_delivery', again);
    expect(reasons).toContainEqual({
      code: 'start_awaited',
      message: 'The flow starts for this person on 2031-06-10 at 09:00, Europe/Paris.',
      fix: '',
    });
  });

  it('SAFE-45 continues where only the date moved, and after the renewal', async () => {
    const nodes = [waiting(1), { type: 'send_email', email_id: at.emailId }];
    await at.remind('reminder', {}, { nodes: [...nodes, waiting(5), nodes[1] ?? {}] });
    await at.subscribe('ada');
    await at.moveTo('2031-05-10T07:00:00Z');
    await at.tell('ada', 'subscription_updated', { next_renewal_at: '2031-05-14T15:00:00Z' });
    await at.moveTo('2031-05-12T00:00:00Z');
    await at.tell('ada', 'subscription_renewed', { next_renewal_at: '2031-06-14T15:00:00Z' });
    await at.moveTo('2031-05-20T00:00:00Z');
    expect(await receivers()).toEqual(['ada', 'ada']);
  });

  it('SAFE-45 sends nothing that waits in the queue either', async () => {
    await at.remind('reminder');
    await at.subscribe('ada');
    await at.subscribe('bob');
    const rules = [{ days: [0, 1, 2, 3, 4, 5, 6], start: '12:00', end: '24:00' }];
    await at.call('update_settings', { settings: { send_windows: { rules } } });
    await at.moveTo('2031-05-10T07:00:00Z');
    expect(await receivers()).toEqual([]);
    await at.tell('ada', 'subscription_cancelled', {});
    await at.moveTo('2031-05-11T00:00:00Z');
    expect(await receivers()).toEqual(['bob']);
    const { queue } = await at.call('list_queue', { status: 'skipped' });
    expect(queue).toEqual([
      expect.objectContaining({ last_error: 'No reminder any more: cancelled', status: 'skipped' }),
    ]);
  });
});

describe('several at once', () => {
  serviceForEach();

  it('RENEW-12 workers that race, and one that starts again, begin each run once', async () => {
    await at.remind('reminder');
    await at.remind('second', { days_before: 4 });
    const names = Array.from({ length: 30 }, (_, index) => `person-${index}`);
    for (const name of names) await at.subscribe(name);
    const { pool } = at.opened.database;
    // Between ticks, so that scans find everything due at one moment.
    await at.moveTo('2031-05-09T23:00:00Z');
    await at.arrived();
    await pool`update engine_state set test_clock_at = '2031-05-10T07:00:00Z'`;
    if (databaseKind() === 'postgres') {
      const others = [await at.opened.another(at.provider), await at.opened.another(at.provider)];
      const services = [at.opened.service, ...others];
      const edits = names
        .slice(0, 10)
        .map((name) =>
          at.tell(name, 'subscription_updated', { next_renewal_at: '2031-05-13T16:00:00Z' }),
        );
      const leaving = names
        .splice(20)
        .map((name) => at.call('delete_person', { person: `${name}@example.com` }));
      await Promise.all([...services.map((service) => service.tick()), ...edits, ...leaving]);
      for (const service of others) await service.close();
    }
    while (await at.opened.service.tick());
    const reached = (await receivers()).filter((name) => names.includes(name));
    expect(reached.sort()).toEqual([...names].sort());
    expect(await runs()).toBe(2 * names.length);
  });
});

describe('preview_renewal_approaching', () => {
  serviceForEach();

  const horizon = (days: number) =>
    new Date(Date.parse('2031-05-01T07:00:00Z') + days * 86_400_000 + 3 * 86_400_000).toISOString();

  it('RENEW-15, RENEW-17, RENEW-19, RENEW-21 says who is reminded, and then they are', async () => {
    await at.remind('reminder');
    await at.subscribe('ada');
    const { person } = await at.call('update_person', {
      person: 'ada@example.com',
      ...{ first_name: 'Ada', last_name: 'Lovelace' },
    });
    const { upcoming, skipped } = await at.preview('reminder');
    expect(skipped).toEqual([]);
    expect(upcoming).toEqual([
      {
        person_id: person.id,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        external_id: 'ada',
        subscription_id: expect.any(Number),
        occurrence_key: '2031-05-13T15:00:00.000Z',
        target_at: '2031-05-10T07:00:00.000Z',
        target_local: '2031-05-10 09:00',
        target_display: 'May 10, 2031, 9:00 AM CEST',
        timezone: 'Europe/Paris',
        next_renewal_at: '2031-05-13T15:00:00.000Z',
        next_renewal_date: '2031-05-13',
        renewal_amount_cents: 1900,
      },
    ]);
    await at.moveTo('2031-05-10T07:00:00Z');
    expect(await receivers()).toEqual(['ada']);
    const after = await at.preview('reminder');
    expect(after.upcoming).toEqual([]);
    expect(after.skipped.map(({ reason }) => reason)).toEqual(['already_sent']);
  });

  it('RENEW-16 writes nothing, on a draft and with a definition that is not saved', async () => {
    await at.call('create_flow', { key: 'draft', run_policy: 'repeat', definition: { trigger } });
    await at.subscribe('ada');
    const before = await dumpTables(at.opened.database);
    expect((await at.preview('draft')).upcoming).toHaveLength(1);
    const later = { trigger: { ...trigger, days_before: 10 } };
    const { upcoming } = await at.preview('draft', later);
    expect(upcoming.map(({ target_local }) => target_local)).toEqual(['2031-05-03 09:00']);
    expect(await dumpTables(at.opened.database)).toEqual(before);
  });

  it('RENEW-23, RENEW-24, LIM-03 reaches from today to 14 days from now', async () => {
    await at.moveTo('2031-05-01T07:00:00Z');
    await at.call('create_flow', { key: 'draft', run_policy: 'repeat', definition: { trigger } });
    await at.subscribe('today', { next_renewal_at: horizon(0) });
    await at.subscribe('yesterday', { next_renewal_at: horizon(-1) });
    await at.subscribe('last', { next_renewal_at: horizon(14) });
    await at.subscribe('beyond', { next_renewal_at: horizon(15) });
    await at.subscribe('asleep-beyond', { next_renewal_at: horizon(15), status: 'inactive' });
    const { upcoming, skipped } = await at.preview('draft');
    expect(upcoming.map(({ external_id }) => external_id)).toEqual(['today', 'last']);
    expect(skipped.map(({ external_id, reason }) => [external_id, reason])).toEqual([
      ['yesterday', 'past_target'],
    ]);
  });

  it('RENEW-22, RENEW-25, RENEW-27, RENEW-28, RENEW-29, RENEW-30, RENEW-31 says who is skipped and why', async () => {
    await at.call('create_flow', { key: 'draft', run_policy: 'repeat', definition: { trigger } });
    const reasons: [string, object, string][] = [
      ['ended', { status: 'ended' }, 'cancelled'],
      ['left', { status: 'cancelled' }, 'cancelled'],
      ['asleep', { status: 'inactive' }, 'not_active'],
      ['leaving', { cancel_at_period_end: true }, 'scheduled_cancel'],
      ['dateless', { next_renewal_at: null }, 'missing_date'],
      ['unpriced', { renewal_amount_cents: null }, 'missing_amount'],
      ['silent', {}, 'suppressed'],
      ['bounced', {}, 'suppressed'],
    ];
    for (const [name, details] of reasons) await at.subscribe(name, details);
    await at.subscribe('twin-1', {}, 'twin');
    await at.subscribe('twin-2', {}, 'twin');
    await at.call('update_person', { person: 'silent@example.com', unsubscribed: true });
    const { pool } = at.opened.database;
    await pool`update people set hard_bounced_at = now() where email = 'bounced@example.com'`;
    const { upcoming, skipped } = await at.preview('draft');
    expect(upcoming).toEqual([]);
    const expected = [...reasons.map(([name, , reason]) => [name, reason])];
    expected.push(['twin-1', 'ambiguous'], ['twin-2', 'ambiguous']);
    expect(skipped.map((row) => [row.external_id, row.reason]).sort()).toEqual(expected.sort());
    const of = (name: string) => skipped.find(({ external_id }) => external_id === name);
    expect(of('dateless')).toEqual({
      reason: 'missing_date',
      person_id: expect.any(Number),
      email: 'dateless@example.com',
      external_id: 'dateless',
      subscription_id: expect.any(Number),
      timezone: 'Europe/Paris',
      renewal_amount_cents: 1900,
    });
    expect(of('unpriced')).not.toHaveProperty('renewal_amount_cents');
  });

  it('answers so many rows and counts the rest', async () => {
    await at.call('create_flow', { key: 'draft', run_policy: 'repeat', definition: { trigger } });
    for (const name of ['a', 'b', 'c']) {
      await at.subscribe(name);
      await at.subscribe(`${name}-asleep`, { status: 'inactive' });
    }
    const preview = { flow_key: 'draft' };
    const some = await at.call('preview_renewal_approaching', { ...preview, limit: 2 });
    expect(some.upcoming).toHaveLength(2);
    expect(some.skipped).toHaveLength(2);
    const day = some.upcoming[0]?.target_local.slice(0, 10) ?? '';
    expect(some.counts).toEqual({
      ...{ upcoming: 3, upcoming_days: { [day]: 3 } },
      skipped: { not_active: 3 },
    });
    const all = await at.call('preview_renewal_approaching', { ...preview, limit: 3 });
    expect(all).not.toHaveProperty('counts');
  });
});

describe('a definition', () => {
  oneService();

  it('RENEW-26 says in one row that there is nothing to be asked', async () => {
    await at.call('create_flow', { key: 'other', definition: { trigger: { event: 'go' } } });
    const said = async (definition?: Record<string, unknown>) =>
      await at.preview('other', definition);
    const only = (reason: string) => ({ upcoming: [], skipped: [{ reason }] });
    expect(await said()).toEqual(only('not_renewal_trigger'));
    expect(await said({})).toEqual(only('not_renewal_trigger'));
    expect(await said({ trigger: { type: 'weekly' } })).toEqual(only('not_renewal_trigger'));
    const { product: _, ...none } = trigger;
    expect(await said({ trigger: none })).toEqual(only('unknown_product'));
    expect(await said({ trigger: { ...trigger, product: 'gone' } })).toEqual(
      only('unknown_product'),
    );
  });

  it('RENEW-09, LIM-02 refuses a trigger that is not valid, with the path', async () => {
    await at.call('create_flow', { key: 'asked' });
    const faults: [string, unknown][] = [
      ['timezone', 'Mars/Olympus'],
      ['local_time', '24:00'],
      ['days_before', -1],
      ['days_before', 367],
      ['interval', 'weekly'],
      ['event', 'go'],
      ['run_policy', 'repeat'],
    ];
    for (const [key, value] of faults) {
      const definition = { trigger: { ...trigger, [key]: value } };
      const input = { flow_key: 'asked', definition };
      const refusal = await at.refused('preview_renewal_approaching', input);
      expect(pathsOf(refusal)).toEqual([`definition.trigger.${key}`]);
    }
  });

  it('RENEW-07, RENEW-09 saves what is not valid but for other keys, and keeps it from going live', async () => {
    const key = 'saved';
    const single = { key, definition: { trigger: { ...trigger, days_before: 367 } } };
    const { flow } = await at.call('create_flow', single);
    expect(flow.validation.errors.map(({ path }) => path)).toEqual([
      'trigger.days_before',
      'trigger.repeat',
    ]);
    expect((await at.refused('activate_flow', { flow_key: key })).code).toBe('conflict');
    const trespass = { flow_key: key, definition: { trigger: { ...trigger, event: 'go' } } };
    expect(pathsOf(await at.refused('update_flow', trespass))).toEqual([
      'definition.trigger.event',
    ]);
    const { flow: valid } = await at.call('update_flow', {
      flow_key: key,
      ...{ run_policy: 'repeat' as const, definition: { trigger } },
    });
    expect(valid.validation.valid).toBe(true);
    const { flows } = await at.call('list_flows', {});
    expect(flows.find((row) => row.key === key)?.trigger).toEqual({
      type: 'subscription_renewal_approaching',
      product: 'pro',
      label: null,
      summary: '3 days before pro (monthly) renews, at 09:00 Europe/Paris',
      values: {
        ...{ days_before: 3, product: 'pro', interval: 'monthly' },
        ...{ local_time: '09:00', timezone: 'Europe/Paris' },
      },
    });
  });
});

describe('preview_email', () => {
  oneService();

  const previewed = async (name: string, input: object = {}) => {
    const { flow } = await at.call('get_flow', { flow_key: 'reminder' });
    const { person } = await at.call('get_person', { person: `${name}@example.com` });
    const asked = { email_id: at.emailId, flow_id: flow.id, person_id: person.id, ...input };
    const { text } = await at.call('preview_email', asked);
    return text.trim().split('\n')[0];
  };

  beforeAll(async () => {
    await at.remind('reminder');
  });

  it('PREVIEW-07, PREVIEW-09 binds the one subscription that is eligible, however far off', async () => {
    await at.subscribe('far', { next_renewal_at: '2031-11-13T15:00:00Z' });
    await at.subscribe('old', { status: 'ended' }, 'far');
    expect(await previewed('far')).toMatch(/^far pro 19\.00 2031-11-13 2031-11-10T.* 3\.$/);
    expect((await at.preview('reminder')).upcoming).toEqual([]);
  });

  it('PREVIEW-08, PREVIEW-10 leaves the values blank where several are alike, or none is eligible', async () => {
    await at.subscribe('ada', { cancel_at_period_end: true });
    expect(await previewed('ada')).toBe('.');
    await at.tell('ada', 'subscription_updated', { cancel_at_period_end: false });
    expect(await previewed('ada')).toMatch(/^ada pro/);
    await at.subscribe('twin', {}, 'ada');
    expect(await previewed('ada')).toBe('.');
  });

  it('PREVIEW-10 binds nothing by a flow that is no renewal flow, or for nobody who is named', async () => {
    await at.subscribe('bob');
    await at.call('create_flow', { key: 'other', definition: { trigger: { event: 'go' } } });
    const { flow } = await at.call('get_flow', { flow_key: 'other' });
    expect(await previewed('bob', { flow_id: flow.id })).toBe('.');
    expect(await previewed('bob', { flow_id: 999 })).toBe('.');
    expect(await previewed('bob', { person_id: undefined })).toBe('.');
  });

  it('PREVIEW-10 a preview whose values are blank says why', async () => {
    await at.subscribe('carl', { status: 'cancelled' });
    const { flow } = await at.call('get_flow', { flow_key: 'reminder' });
    const { person } = await at.call('get_person', { person: 'carl@example.com' });
    const why = async (input: object) => {
      const { warnings } = await at.call('preview_email', { email_id: at.emailId, ...input });
      return warnings.filter(({ path }) => path === 'flow_id').map(({ message }) => message);
    };
    const person_id = person.id;
    expect(await why({ flow_id: flow.id, person_id })).toEqual([
      `Person ${person_id} is not reminded by the flow "reminder": cancelled. The values of automation are blank.`,
    ]);
    expect(await why({ flow_id: 999, person_id })).toEqual([
      'There is no flow 999. The values of automation are blank.',
    ]);
    expect(await why({ flow_id: flow.id })).toEqual([
      'A renewal is bound to a person who is named by person_id. The values of automation are blank.',
    ]);
    await at.subscribe('dora');
    const { person: dora } = await at.call('get_person', { person: 'dora@example.com' });
    expect(await why({ flow_id: flow.id, person_id: dora.id })).toEqual([]);
    expect(await why({ person_id })).toEqual([]);
  });
});
