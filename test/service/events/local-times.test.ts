import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
  await calls.call('move_clock', { now: '2031-11-23T11:00:00Z' });
});

afterAll(() => opened.close());

/** The account is in US Eastern where nothing is set. */
describe('a time without an offset', () => {
  it('SAFE-43 of an event is in the time zone of the account', async () => {
    const { results } = await calls.call('record_events', {
      events: [
        { email: 'ada@example.com', name: 'came', occurred_at: '2026-11-23T07:00:00' },
        { email: 'ada@example.com', name: 'went', occurred_at: '2026-11-23T07:00:00Z' },
        { email: 'ada@example.com', name: 'came', occurred_at: 'soon' },
      ],
    });
    expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'invalid']);
    const { events } = await calls.call('list_events', { person: 'ada@example.com' });
    expect(events.map(({ name, occurred_at }) => [name, occurred_at])).toEqual([
      ['came', '2026-11-23T12:00:00.000Z'],
      ['went', '2026-11-23T07:00:00.000Z'],
    ]);
  });

  it('SAFE-43 decides on the right side of a day whether an event is historical', async () => {
    const email = 'late@example.com';
    // 23 and 25 hours ago in Eastern time, both more than a day ago if they were read in UTC.
    for (const occurred_at of ['2031-11-22T07:00:00', '2031-11-22T05:00:00']) {
      await calls.call('record_event', { email, name: 'came', occurred_at });
    }
    const { events } = await calls.call('list_events', { person: email });
    expect(events.map(({ historical }) => historical)).toEqual([false, true]);
  });

  it('SAFE-43 bounds lists in the time zone of the account', async () => {
    const since = '2026-11-23T07:00:00';
    const until = '2026-11-23T07:00:01';
    const { events } = await calls.call('list_events', { name: 'came', since, until });
    expect(events).toHaveLength(1);
    const other = { name: 'went', since, until };
    expect((await calls.call('list_events', other)).events).toEqual([]);
  });

  it('SAFE-43 of a renewal is in the time zone of the account', async () => {
    const email = 'renews@example.com';
    const details = { product: 'pro', external_id: 's1', next_renewal_at: '2032-01-01' };
    await calls.call('record_event', { email, name: 'subscription_started', details });
    const { subscriptions } = await calls.call('list_subscriptions', { person: email });
    expect(subscriptions).toMatchObject([{ next_renewal_at: '2032-01-01T05:00:00.000Z' }]);
  });

  it('SAFE-43 of an import is in the time zone of the account', async () => {
    const content =
      'email,subscribed_on,unsubscribed_at\nold@example.com,2030-01-31T23:30:00-05:00,2030-03-01T09:00\n';
    await calls.call('import_people', { content });
    const { person } = await calls.call('get_person', { person: 'old@example.com' });
    expect(person).toMatchObject({
      ...{ subscribed_on: '2030-01-31', unsubscribed_at: '2030-03-01T14:00:00.000Z' },
    });
  });

  it('SAFE-43 follows the profile, and moves the test clock too', async () => {
    await calls.call('update_profile', { timezone: 'Asia/Tokyo' });
    const email = 'tokyo@example.com';
    const event = { email, name: 'came', occurred_at: '2031-11-23T07:00:00' };
    await calls.call('record_event', event);
    const { events } = await calls.call('list_events', { person: email });
    expect(events).toMatchObject([{ occurred_at: '2031-11-22T22:00:00.000Z' }]);
    const { now } = await calls.call('move_clock', { now: '2031-11-24T07:00:00' });
    expect(now).toBe('2031-11-23T22:00:00.000Z');
  });
});
