import {
  type Subscription,
  type SubscriptionFact,
  SubscriptionLedger,
} from '@postroad/core/billing/ledger';
import { readMoneyEvent } from '@postroad/core/billing/money-event';
import { ZoneClock } from '@postroad/core/platform/zone-clock';

const utc = new ZoneClock('UTC');

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Details = Record<string, unknown>;

function fact(name: string, occurred: number, details: Details, person_id = 1): SubscriptionFact {
  const read = readMoneyEvent(`subscription_${name}`, details, new Date(occurred), utc);
  if (read?.of !== 'subscription') throw new Error(`${name} is no subscription event.`);
  return { name: read.name, external_id: read.external_id, patch: read.patch, person_id, occurred };
}

function rowsAfter(facts: SubscriptionFact[], before: Subscription[] = []): Subscription[] {
  const ledger = new SubscriptionLedger(before);
  for (const each of facts) ledger.add(each);
  return ledger.kept().map(({ row }) => row);
}

const values = ({ status, product, interval, started_at, ended_at, ...row }: Subscription) => ({
  ...{ status, product, interval, started_at, ended_at },
  ...{ amount: row.renewal_amount_cents, next: row.next_renewal_at, off: row.cancel_at_period_end },
});

describe('a subscription', () => {
  it('EVENT-20 goes through its life as its events tell', () => {
    const s1 = { external_id: 's1' };
    const [row] = rowsAfter([
      fact('started', 1000, { ...s1, product: 'pro', interval: 'monthly', status: 'trialing' }),
      fact('renewed', 2000, { ...s1, renewal_amount_cents: 900, next_renewal_at: '2026-02-01' }),
      fact('cancelled', 3000, { ...s1, cancel_at_period_end: true }),
    ]);
    expect(row && values(row)).toEqual({
      status: 'active',
      product: 'pro',
      interval: 'monthly',
      started_at: new Date(1000),
      ended_at: null,
      amount: 900,
      next: new Date('2026-02-01T00:00:00Z'),
      off: true,
    });
    const [ended] = rowsAfter([fact('ended', 4000, s1)], row ? [row] : []);
    expect(ended).toMatchObject({ status: 'ended', ended_at: new Date(4000) });
    const [again] = rowsAfter([fact('started', 5000, s1)], ended ? [ended] : []);
    expect(again).toMatchObject({
      status: 'active',
      product: 'pro',
      started_at: new Date(5000),
      ended_at: null,
      cancel_at_period_end: false,
    });
  });

  const details = fc.record(
    {
      product: fc.constantFrom('pro', 'basic', null),
      interval: fc.constantFrom('monthly', 'yearly', null),
      status: fc.constantFrom('active', 'trialing', 'past_due', 'cancelled', 'ended', 'bad'),
      renewal_amount_cents: fc.constantFrom(0, 900, null, -1),
      next_renewal_at: fc.constantFrom('2026-01-01', '2027-01-01', null),
      cancel_at_period_end: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const name = fc.constantFrom('started', 'updated', 'renewed', 'cancelled', 'ended');

  it('EVENT-20 is the same in whatever order its events arrive, in one batch or in many', () => {
    const histories = fc.array(fc.tuple(name, details), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (life, random) => {
        const facts = life.map(([what, said], index) =>
          fact(what, 1000 * index, { ...said, external_id: 's1' }),
        );
        const inOrder = rowsAfter(facts)[0];
        const shuffled = facts
          .map((each) => ({ each, by: random.next().value ?? 0 }))
          .sort((a, b) => a.by - b.by)
          .map(({ each }) => each);
        let stored: Subscription[] = [];
        for (const each of shuffled) {
          stored = rowsAfter([each], stored).map((row) => ({ ...row, id: 1 }));
        }
        expect(inOrder && values(inOrder)).toEqual(stored[0] && values(stored[0]));
      }),
    );
  });

  it('of events at one time takes the last recorded', () => {
    const both = [
      fact('updated', 1000, { external_id: 's1', status: 'past_due' }),
      fact('updated', 1000, { external_id: 's1', status: 'active' }),
    ];
    expect(rowsAfter(both)[0]?.status).toBe('active');
  });
});

describe('which subscription an event is about', () => {
  const pro = { product: 'pro' };

  it('an external id belongs to whom it first came with', () => {
    const rows = rowsAfter([
      fact('started', 1000, { external_id: 's1', ...pro }),
      fact('ended', 2000, { external_id: 's1' }, 2),
    ]);
    expect(rows).toMatchObject([{ person_id: 1, status: 'active' }]);
  });

  it('one person may have two side by side', () => {
    const rows = rowsAfter([
      fact('started', 1000, { external_id: 's1', ...pro }),
      fact('started', 1000, { external_id: 's2', ...pro }),
      fact('ended', 2000, { external_id: 's1' }),
    ]);
    expect(rows.map((row) => row.status)).toEqual(['ended', 'active']);
  });

  it('without an external id it is the person’s own of that product', () => {
    const rows = rowsAfter([
      fact('started', 1000, pro),
      fact('started', 1000, { product: 'basic' }),
      fact('started', 1000, pro, 2),
      fact('cancelled', 2000, { product: 'basic' }),
      fact('updated', 3000, { ...pro, status: 'past_due' }),
    ]);
    expect(rows.map((row) => [row.person_id, row.product, row.status])).toEqual([
      [1, 'pro', 'past_due'],
      [1, 'basic', 'cancelled'],
      [2, 'pro', 'active'],
    ]);
  });

  it('without one it can also be the only one that fits, running ones first', () => {
    const named = [
      fact('started', 1000, { external_id: 's1', ...pro }),
      fact('ended', 2000, { external_id: 's1' }),
      fact('started', 3000, { external_id: 's2', ...pro }),
    ];
    const rows = rowsAfter([...named, fact('updated', 4000, { ...pro, status: 'past_due' })]);
    expect(rows.map((row) => row.status)).toEqual(['ended', 'past_due']);
    expect(rowsAfter([...named, fact('cancelled', 4000, {})])[1]?.status).toBe('cancelled');
  });

  it('where several fit, or none and no product is named, it changes nothing', () => {
    const two = [
      fact('started', 1000, { external_id: 's1', ...pro }),
      fact('started', 1000, { external_id: 's2', ...pro }),
    ];
    expect(rowsAfter([...two, fact('ended', 2000, pro)])).toEqual(rowsAfter(two));
    expect(rowsAfter([fact('ended', 2000, {})])).toEqual([]);
  });

  it('one without an external id never loses the product it is known by', () => {
    const [row] = rowsAfter([fact('started', 1000, pro), fact('updated', 2000, { product: null })]);
    expect(row?.product).toBe('pro');
  });

  it('a start without an external id is one of its own beside those that have one', () => {
    const rows = rowsAfter([
      fact('started', 1000, { external_id: 's1', ...pro }),
      fact('started', 2000, pro),
    ]);
    expect(rows.map((row) => row.external_id)).toEqual(['s1', null]);
  });
});
