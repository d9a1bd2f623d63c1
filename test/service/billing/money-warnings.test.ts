import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
let people = 0;

beforeAll(async () => {
  opened = await openTestService();
  calls = calling(opened);
});

afterAll(() => opened.close());

/** Records an event of somebody new; answers what it warns of and the subscription it makes. */
async function recorded(name: string, details: object) {
  people += 1;
  const email = `p${people}@example.com`;
  const answer = await calls.call('record_event', { email, name, details: { ...details } });
  const { subscriptions } = await calls.call('list_subscriptions', { person: email });
  const codes = (answer.warnings ?? []).map(({ path, code }) => `${path} ${code}`);
  return { status: answer.status, codes, subscription: subscriptions[0] };
}

const started = (details: object) =>
  recorded('subscription_started', { product: 'pro', interval: 'monthly', ...details });

describe('events about money', () => {
  it.each([
    ['purchased', {}, 'amount_missing'],
    ['purchased', { amount_cents: '150.50' }, 'amount_invalid'],
    ['payment_succeeded', { amount: 500 }, 'amount_missing'],
    ['payment_refunded', { amount_cents: -1 }, 'amount_invalid'],
  ])('SAFE-37 %s with %j is recorded and warns', async (name, details, code) => {
    const { status, codes } = await recorded(name, details);
    expect([status, codes]).toEqual(['created', [`details.amount_cents ${code}`]]);
  });

  it('SAFE-37 warn in each entry of a batch, and are silent where nothing is wrong', async () => {
    const { results } = await calls.call('record_events', {
      events: [
        { email: 'a@example.com', name: 'purchased' },
        { email: 'a@example.com', name: 'purchased', details: { amount_cents: 900 } },
        { email: 'a@example.com', name: 'signed_up', details: { amount_cents: 'x' } },
      ],
    });
    expect(results.map(({ warnings = [] }) => warnings.map(({ path }) => path))).toEqual([
      ['events[0].details.amount_cents'],
      [],
      [],
    ]);
  });

  it('SAFE-37 warn of each detail that is left out, and of none that is only missing', async () => {
    const { codes } = await started({
      ...{ external_id: ['s1'], interval: 7, currency: 'euro', cancel_at_period_end: 'yes' },
      ...{ renewal_amount_cents: 9.5, status: null, next_renewal_at: null },
    });
    expect(codes).toEqual([
      'details.external_id text_invalid',
      'details.interval text_invalid',
      'details.renewal_amount_cents amount_invalid',
      'details.currency currency_invalid',
      'details.cancel_at_period_end flag_invalid',
    ]);
    expect((await recorded('subscription_ended', { external_id: 's1' })).codes).toEqual([]);
    const product = { product: '***', amount_cents: 900 };
    expect((await recorded('purchased', product)).codes).toEqual(['details.product text_invalid']);
  });

  it('SAFE-37 keep the warning of a key that was used before', async () => {
    const event = { email: 'key@example.com', name: 'purchased', idempotency_key: 'one' };
    const { warnings } = await calls.call('record_event', event);
    expect(warnings).toMatchObject([{ code: 'amount_missing' }]);
    const again = await calls.call('record_event', { ...event, name: 'payment_succeeded' });
    expect(again).toMatchObject({
      ...{ status: 'duplicate', warnings: [{ code: 'idempotency_key_shared' }] },
    });
  });

  it.each(['paused', 'unpaid', 'incomplete', 'incomplete_expired'] as const)(
    'SAFE-38 keep the status %s',
    async (status) => {
      const { codes, subscription } = await started({ status });
      expect([codes, subscription?.status]).toEqual([[], status]);
    },
  );

  it('SAFE-39 store a status that nobody knows as unknown', async () => {
    const { codes, subscription } = await started({ status: 'weird' });
    expect([codes, subscription?.status]).toEqual([['details.status status_unknown'], 'unknown']);
  });

  it('SAFE-39 end a subscription whatever status they bring', async () => {
    const details = { external_id: 'ends', product: 'pro' };
    const email = 'ends@example.com';
    await calls.call('record_event', { email, name: 'subscription_started', details });
    const name = 'subscription_cancelled';
    const odd = { ...details, status: 'weird' };
    const { warnings = [] } = await calls.call('record_event', { email, name, details: odd });
    expect(warnings.map(({ message }) => message)).toEqual([
      '"weird" is no known status. It is left out.',
    ]);
    const { subscriptions } = await calls.call('list_subscriptions', { person: email });
    expect(subscriptions).toMatchObject([{ status: 'cancelled' }]);
  });

  it('SAFE-40 take a number written as text', async () => {
    const { codes, subscription } = await started({ renewal_amount_cents: '9900' });
    expect(codes).toEqual(['details.renewal_amount_cents number_as_text']);
    expect(subscription?.renewal_amount_cents).toBe(9900);
    const bought = await recorded('purchased', { amount_cents: '9900' });
    expect(bought.codes).toEqual(['details.amount_cents number_as_text']);
    const definition = { type: 'total_spend', op: 'equals', value: 9900 };
    const { count } = await calls.call('preview_segment', { definition });
    expect(count).toBe(1);
  });

  it.each(['tomorrow', 'soon', 1_796_000_000])('SAFE-41 warn of the date %j', async (date) => {
    const { codes, subscription } = await started({ next_renewal_at: date });
    expect(codes).toEqual(['details.next_renewal_at date_invalid']);
    expect(subscription?.next_renewal_at).toBeNull();
  });
});
