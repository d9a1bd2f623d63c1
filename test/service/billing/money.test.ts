import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../support/dump.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;

beforeAll(async () => {
  opened = await openTestService({ poolSize: 8 });
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
});

type Details = Record<string, unknown>;
interface Posted {
  details?: Details;
  occurred_at?: string;
  historical?: boolean;
  idempotency_key?: string;
}

const post = (email: string, name: string, details: Details = {}, more: Posted = {}) =>
  calls.call('record_event', { email, name, details, ...more });
const subscriptions = async (person: string) =>
  (await calls.call('list_subscriptions', { person })).subscriptions;
const payments = (email: string) => opened.database.pool<
  { kind: string; external_id: string | null; amount_cents: number; product: string | null }[]
>`
  select b.kind, b.external_id, b.amount_cents, d.key as product
  from payments b join people p on p.id = b.person_id left join products d on d.id = b.product_id
  where p.email = ${email} order by b.id`;

async function spent(email: string): Promise<number> {
  const [row] = await opened.database.pool<{ cents: number }[]>`
    select sum(case b.kind when 'refund' then -amount_cents else amount_cents end)::bigint as cents
    from payments b join people p on p.id = b.person_id where p.email = ${email}`;
  return row?.cents ?? 0;
}

describe('subscriptions', () => {
  it('EVENT-20, LEFT-22 are kept from their events with their currency, in the row that the external id names', async () => {
    const email = 'life@example.com';
    const external_id = 'life-1';
    await post(email, 'subscription_started', {
      ...{ external_id, product: 'pro', interval: 'monthly', renewal_amount_cents: 1900 },
      currency: 'eur',
      next_renewal_at: '2030-02-01T00:00:00Z',
    });
    await post(email, 'subscription_updated', { external_id, status: 'past_due' });
    await post(email, 'subscription_renewed', { external_id, next_renewal_at: null });
    const { now } = await calls.call('get_clock', {});
    const row = {
      id: expect.any(Number),
      person_id: expect.any(Number),
      email,
      ...{ external_id, product: 'pro', interval: 'monthly', status: 'active' },
      renewal_amount_cents: 1900,
      currency: 'EUR',
      next_renewal_at: null,
      cancel_at_period_end: false,
      started_at: now,
      ended_at: null,
    };
    expect(await subscriptions(email)).toEqual([row]);
    await post(email, 'subscription_ended', { external_id });
    expect(await subscriptions(email)).toEqual([{ ...row, status: 'ended', ended_at: now }]);
  });

  it('EVENT-20 are changed by the latest of their events, not by the last to arrive', async () => {
    const email = 'order@example.com';
    const { now } = await calls.call('get_clock', {});
    const at = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString();
    const details = { external_id: 'order-1', product: 'pro' };
    await post(email, 'subscription_ended', details, { occurred_at: at(1) });
    await post(
      email,
      'subscription_updated',
      { ...details, status: 'active', interval: 'yearly' },
      {
        occurred_at: at(2),
      },
    );
    await post(email, 'subscription_started', details, { occurred_at: at(100) });
    expect(await subscriptions(email)).toMatchObject([
      { status: 'ended', interval: 'yearly', started_at: at(100), ended_at: at(1) },
    ]);
  });

  it('EVENT-20 a historical event changes the row, and starts no flow', async () => {
    const definition = {
      trigger: { event: 'subscription_started' },
      nodes: [{ type: 'add_tag', tag: 'fresh subscriber' }],
    };
    await calls.call('create_flow', { key: 'subscribed', definition });
    await calls.call('activate_flow', { flow_key: 'subscribed' });
    const details = { product: 'pro' };
    await post('old@example.com', 'subscription_started', details, { historical: true });
    await post('fresh@example.com', 'subscription_started', details);
    await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
    const tags = async (person: string) => (await calls.call('get_person', { person })).person.tags;
    expect(await tags('old@example.com')).toEqual([]);
    expect(await tags('fresh@example.com')).toEqual(['fresh subscriber']);
    expect(await subscriptions('old@example.com')).toMatchObject([{ status: 'active' }]);
  });

  it('EVENT-20 a repeated key, an invalid entry and a dry run change none', async () => {
    const email = 'repeat@example.com';
    const started = { email, name: 'subscription_started', idempotency_key: 'r1' };
    const details = { product: 'pro', external_id: 'r1' };
    await calls.call('record_event', { ...started, details });
    await calls.call('record_event', { ...started, details: { ...details, status: 'trialing' } });
    await calls.dryRun('record_event', { email, name: 'subscription_ended', details });
    await calls.call('record_events', {
      events: [{ email, name: 'subscription_ended', details, occurred_at: 'never' }],
    });
    expect(await subscriptions(email)).toMatchObject([{ status: 'active' }]);
  });

  it('EVENT-20 an event that names none, or one of somebody else, is stored and changes none', async () => {
    await post('one@example.com', 'subscription_started', { external_id: 'one', product: 'pro' });
    const before = await dumpTables(opened.database);
    await post('two@example.com', 'subscription_ended', { external_id: 'one' });
    await post('two@example.com', 'subscription_updated', { external_id: ['one'], status: 4 });
    const after = await dumpTables(opened.database);
    expect(after.subscriptions).toEqual(before.subscriptions);
    const { events } = await calls.call('list_events', { person: 'two@example.com' });
    expect(events.map(({ name, details }) => [name, details])).toEqual([
      ['subscription_updated', { external_id: ['one'], status: 4 }],
      ['subscription_ended', { external_id: 'one' }],
    ]);
  });

  it('EVENT-20 a batch keeps many at once, several of one among them', async () => {
    const events = Array.from({ length: 100 }, (_, at) => ({
      email: `batch${at % 10}@example.com`,
      name: at < 50 ? 'subscription_started' : 'subscription_updated',
      details: {
        product: `plan ${at % 4}`,
        ...(at % 2 === 0 && { external_id: `batch-${at % 50}` }),
        ...(at >= 50 && { status: 'past_due' }),
      },
    }));
    const { results } = await calls.call('record_events', { events });
    expect(results.every(({ status }) => status === 'created')).toBe(true);
    const [row] = await opened.database.pool<{ named: number; unnamed: number; due: number }[]>`
      select count(*) filter (where s.external_id is not null)::int as named,
        count(*) filter (where s.external_id is null)::int as unnamed,
        count(*) filter (where status = 'past_due')::int as due
      from subscriptions s join people p on p.id = s.person_id where p.email like 'batch%'`;
    const unnamed = new Set(
      events.flatMap(({ email, details }) =>
        details.external_id ? [] : [`${email} ${details.product}`],
      ),
    );
    expect(row).toEqual({ named: 25, unnamed: unnamed.size, due: 25 + unnamed.size });
  });

  it('EVENT-20 from many callers at once each make one row and lose no event', async () => {
    const told = ['interval', 'renewal_amount_cents', 'next_renewal_at'] as const;
    const values = { interval: 'yearly', renewal_amount_cents: 500, next_renewal_at: '2031-01-01' };
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const key = told[at % 3] ?? 'interval';
        const shared = { external_id: `race-${at % 5}`, product: `race ${at % 2}` };
        const events = [0, 1, 2].map((step) => ({
          email: `racer${at % 5}@example.com`,
          name: 'subscription_updated',
          details: { ...shared, external_id: `race-${(at + step * 5) % 5}`, [key]: values[key] },
        }));
        return calls.call('record_events', { events });
      }),
    );
    const all = await Promise.all(
      [0, 1, 2, 3, 4].map((at) => subscriptions(`racer${at}@example.com`)),
    );
    for (const [at, rows] of all.entries()) {
      expect(rows).toMatchObject([
        { external_id: `race-${at}`, ...values, next_renewal_at: '2031-01-01T05:00:00.000Z' },
      ]);
    }
  });
});

describe('payments', () => {
  it('EVENT-20 are kept, each external id once, refunds under their own', async () => {
    const email = 'spend@example.com';
    await post(email, 'payment_succeeded', { external_id: 'ch_1', amount_cents: 1000 });
    await post(email, 'purchased', { external_id: 'ch_1', product: 'book', amount_cents: 1000 });
    await post(email, 'payment_succeeded', { external_id: 'ch_1', amount_cents: 1000 });
    await post(email, 'purchased', { product: 'pen', amount_cents: 200 });
    await post(email, 'purchased', { product: 'pen', amount_cents: 200 });
    await post(email, 'payment_refunded', { external_id: 'ch_1', amount_cents: 300 });
    await post(email, 'payment_refunded', { external_id: 'ch_1', amount_cents: 300 });
    await post(email, 'payment_refunded', { external_id: 're_2', amount_cents: 100 });
    expect(await payments(email)).toEqual([
      { kind: 'purchase', external_id: 'ch_1', amount_cents: 1000, product: 'book' },
      { kind: 'purchase', external_id: null, amount_cents: 200, product: 'pen' },
      { kind: 'purchase', external_id: null, amount_cents: 200, product: 'pen' },
      { kind: 'refund', external_id: 'ch_1', amount_cents: 300, product: null },
      { kind: 'refund', external_id: 're_2', amount_cents: 100, product: null },
    ]);
    expect(await spent(email)).toBe(1000);
  });

  it('EVENT-20 of no valid amount are events only, but for a purchase, which is one of nothing', async () => {
    const email = 'unsound@example.com';
    for (const amount_cents of [-5, '1.5', 1.5, null]) {
      await post(email, 'payment_succeeded', { amount_cents });
      await post(email, 'payment_refunded', { amount_cents });
    }
    await post(email, 'purchased', { product: 'gift' });
    expect(await payments(email)).toMatchObject([
      { kind: 'purchase', amount_cents: 0, product: 'gift' },
    ]);
    const { events } = await calls.call('list_events', { person: email });
    expect(events).toHaveLength(9);
  });

  it('EVENT-20 of one external id from many callers at once count once', async () => {
    const email = 'crowd@example.com';
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        calls.call('record_events', {
          events: [
            { email, name: at % 2 === 0 ? 'purchased' : 'payment_succeeded' },
            { email, name: 'payment_refunded' },
          ].map((event) => ({
            ...event,
            details: { external_id: `crowd-${at % 4}`, amount_cents: 100, product: 'one' },
          })),
        }),
      ),
    );
    expect(await spent(email)).toBe(0);
    expect(await payments(email)).toHaveLength(8);
  });
});

it('EVENT-20 events about anything else run no statement for money', async () => {
  const [before] = await opened.database.pool<{ now: number }[]>`
    select count(*)::int as now from products`;
  await post('plain@example.com', 'opened_app', { product: 'never', external_id: 'x' });
  const [after] = await opened.database.pool<{ now: number }[]>`
    select count(*)::int as now from products`;
  expect(after).toEqual(before);
});

it('EVENT-20 what people bought and subscribe to is what conditions see', async () => {
  const email = 'sees@example.com';
  await post(email, 'subscription_started', { product: 'seen_plan' });
  await post(email, 'purchased', { product: 'seen_book', amount_cents: 700 });
  const conditions = {
    all: [
      { type: 'active_subscription', product: 'seen_plan' },
      { type: 'purchased', product: 'seen_book' },
      { type: 'total_spend', op: 'equals', value: 700 },
    ],
  };
  const definition = {
    trigger: { event: 'looked' },
    nodes: [
      {
        type: 'if_else',
        condition: conditions,
        then: [{ type: 'add_tag', tag: 'seen' }],
        else: [],
      },
    ],
  };
  await calls.call('create_flow', { key: 'sees', run_policy: 'repeat', definition });
  await calls.call('activate_flow', { flow_key: 'sees' });
  await post(email, 'looked');
  await calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  expect((await calls.call('get_person', { person: email })).person.tags).toContain('seen');
});
