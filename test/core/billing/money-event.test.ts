import { moneyEventNames, readMoneyEvent } from '@postroad/core/billing/money-event';
import { countedOnce, type PaymentFact } from '@postroad/core/billing/payments';
import { namedProduct } from '@postroad/core/billing/product-name';
import { limits } from '@postroad/core/platform/limits';
import { ZoneClock } from '@postroad/core/platform/zone-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const at = new Date('2026-05-01T00:00:00Z');
const readEvent = (name: string, details: Record<string, unknown>) =>
  readMoneyEvent(name, details, at, new ZoneClock('UTC'));
const subscription = (name: string, details: Record<string, unknown>) => {
  const read = readEvent(`subscription_${name}`, details);
  if (read?.of !== 'subscription') throw new Error('It was read as something else.');
  return read;
};

describe('what a subscription event tells', () => {
  it.each<[name: string, details: Record<string, unknown>, status: string | undefined]>([
    ['started', {}, 'active'],
    ['started', { status: 'trialing' }, 'trialing'],
    ['started', { status: 'nonsense' }, 'unknown'],
    ['started', { status: ' Incomplete_Expired ' }, 'incomplete_expired'],
    ['updated', {}, undefined],
    ['updated', { status: 'past_due' }, 'past_due'],
    ['updated', { status: ' Canceled ' }, 'cancelled'],
    ['updated', { status: 5 }, 'unknown'],
    ['renewed', {}, 'active'],
    ['renewed', { status: 'past_due' }, 'past_due'],
    ['cancelled', {}, 'cancelled'],
    ['cancelled', { status: 'active' }, 'cancelled'],
    ['cancelled', { status: 'inactive' }, 'inactive'],
    ['cancelled', { status: 'nonsense' }, 'cancelled'],
    ['cancelled', { cancel_at_period_end: true }, undefined],
    ['cancelled', { cancel_at_period_end: true, status: 'active' }, 'active'],
    ['cancelled', { cancel_at_period_end: 'yes' }, 'cancelled'],
    ['ended', {}, 'ended'],
    ['ended', { status: 'active' }, 'ended'],
  ])('EVENT-20 subscription_%s with %j says %s', (name, details, status) => {
    expect(subscription(name, details).patch.status).toBe(status);
  });

  it('EVENT-20 keeps what is valid, and takes what is not for missing', () => {
    const valid = {
      external_id: ' sub_1 ',
      product: 'pro',
      interval: 'Month',
      status: 'active',
      renewal_amount_cents: 1900,
      next_renewal_at: '2026-06-01T00:00:00+02:00',
      cancel_at_period_end: false,
    };
    const read = subscription('updated', valid);
    expect(read).toMatchObject({ external_id: 'sub_1', product: { key: 'pro', name: 'pro' } });
    expect(read.patch).toEqual({
      status: 'active',
      product: 'pro',
      interval: 'monthly',
      renewal_amount_cents: 1900,
      next_renewal_at: new Date('2026-05-31T22:00:00Z'),
      cancel_at_period_end: false,
      ended_at: null,
    });
    const invalid = {
      external_id: { id: 1 },
      product: 7,
      interval: ' ',
      status: null,
      renewal_amount_cents: '19.50',
      next_renewal_at: 'soon',
      cancel_at_period_end: 1,
    };
    expect(subscription('updated', invalid)).toMatchObject({ external_id: null, product: null });
    expect(subscription('updated', invalid).patch).toEqual({});
  });

  it('EVENT-20 null clears, and a missing key leaves', () => {
    const cleared = {
      product: null,
      interval: null,
      renewal_amount_cents: null,
      next_renewal_at: null,
    };
    expect(subscription('updated', cleared).patch).toEqual(cleared);
    expect(subscription('updated', {}).patch).toEqual({});
  });

  it('reads the start, the end, and that a cancellation is off', () => {
    expect(subscription('started', {}).patch).toEqual({
      status: 'active',
      cancel_at_period_end: false,
      started_at: at,
      ended_at: null,
    });
    expect(subscription('renewed', {}).patch).toMatchObject({ cancel_at_period_end: false });
    expect(subscription('ended', {}).patch).toEqual({ status: 'ended', ended_at: at });
  });
});

describe('what a payment event tells', () => {
  const amount = (value: unknown, name = 'payment_succeeded') =>
    readEvent(name, { amount_cents: value, external_id: 7 });

  it('EVENT-20 reads purchases, payments and refunds', () => {
    expect(readEvent('purchased', { product: 'book', amount_cents: 900 })).toEqual({
      of: 'payment',
      kind: 'purchase',
      external_id: null,
      product: { key: 'book', name: 'book' },
      amount_cents: 900,
    });
    expect(amount(1)).toMatchObject({ kind: 'payment', external_id: '7', product: null });
    expect(amount(1, 'payment_refunded')).toMatchObject({ kind: 'refund' });
    expect(amount(' 900 ')).toMatchObject({ amount_cents: 900 });
    expect(amount('9900.00')).toMatchObject({ amount_cents: 9900 });
  });

  it.each([
    -1,
    1.5,
    '9.50',
    '-9',
    '',
    null,
    undefined,
    Number.NaN,
    limits.moneyCentsMax + 1,
    [900],
  ])('EVENT-20 counts no payment or refund of %j, and a purchase of nothing', (value) => {
    expect(amount(value)).toBeNull();
    expect(amount(value, 'payment_refunded')).toBeNull();
    expect(amount(value, 'purchased')).toMatchObject({ amount_cents: 0 });
  });

  const fact: PaymentFact = {
    kind: 'payment',
    person_id: 1,
    external_id: 'c1',
    product: null,
    amount_cents: 500,
    occurred_at: at,
    event_id: 1,
  };

  it('EVENT-20 counts a purchase and its payment once, and keeps what either lacks', () => {
    const bought: PaymentFact = { ...fact, kind: 'purchase', product: 'book', amount_cents: 0 };
    const both = { kind: 'purchase', product: 'book', amount_cents: 500 };
    expect(countedOnce([fact, bought])).toMatchObject([both]);
    expect(countedOnce([bought, fact])).toMatchObject([both]);
    expect(countedOnce([fact, { ...bought, person_id: 2 }])).toEqual([fact]);
    const refund: PaymentFact = { ...fact, kind: 'refund' };
    expect(countedOnce([fact, refund, refund])).toEqual([fact, refund]);
    const withoutId = { ...fact, external_id: null };
    expect(countedOnce([withoutId, withoutId])).toHaveLength(2);
  });
});

it.each([
  ['pro', { key: 'pro', name: 'pro' }],
  ['prod_NffrFeUfNV2Hib', { key: 'prod_NffrFeUfNV2Hib', name: 'prod_NffrFeUfNV2Hib' }],
  [' Pro  Plan ', { key: 'pro-plan', name: 'pro-plan' }],
  ['../../etc', { key: 'etc', name: 'etc' }],
  ['.hidden', { key: 'hidden', name: 'hidden' }],
  ['日本', null],
  ['', null],
  [null, null],
  [{ key: 'pro' }, null],
])('EVENT-20 a product named %j is %j', (text, product) => {
  expect(namedProduct(text)).toEqual(product);
});

it('EVENT-20 reads whatever details there are without a fault, and only of events about money', () => {
  const keys = ['external_id', 'product', 'interval', 'status', 'amount_cents', 'next_renewal_at'];
  fc.assert(
    fc.property(
      fc.constantFrom(...moneyEventNames, 'signed_up'),
      fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), fc.jsonValue({ maxDepth: 2 })),
      (name, details) => {
        const read = readEvent(name, details);
        if (name === 'signed_up') expect(read).toBeNull();
        if (read?.product) expect(read.product.key).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/);
        if (read?.of === 'payment') expect(read.amount_cents).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
