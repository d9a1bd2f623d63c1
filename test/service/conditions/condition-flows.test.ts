import { predicates } from '@postroad/core/conditions/predicates';
import { conditionTypes } from '@postroad/core/conditions/types/table';
import { leafSql } from '@postroad/store/conditions/leaf-sql';
import { predicateSql } from '@postroad/store/conditions/predicate-sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

it('COND-16 every predicate and every condition type has its SQL, and none has SQL alone', () => {
  expect(Object.keys(predicateSql).sort()).toEqual(Object.keys(predicates).sort());
  expect(Object.keys(leafSql).sort()).toEqual(Object.keys(conditionTypes).sort());
});

describe('conditions of live flows', () => {
  let opened: TestService;
  let calls: Calling;

  beforeEach(async () => {
    opened = await openTestService();
    calls = calling(opened);
  });

  afterEach(async () => {
    await opened.close();
  });

  const tick = () => calls.call('move_clock', { advance: { amount: 0, unit: 'seconds' } });

  /** A flow on `go` that tags with `yes` whom the condition holds for. */
  async function flowOf(key: string, condition: object): Promise<void> {
    const nodes = [
      { type: 'if_else', condition, then: [{ type: 'add_tag', tag: 'yes' }], else: [] },
    ];
    const definition = { trigger: { event: 'go' }, nodes };
    await calls.call('create_flow', { key, definition });
    await calls.call('activate_flow', { flow_key: key });
  }

  const record = (email: string, name: string, details: Record<string, unknown> = {}) =>
    calls.call('record_event', { email, name, details });

  /** Sends everybody through, and tells who came out tagged. */
  async function tagged(emails: string[]): Promise<string[]> {
    for (const email of emails) await record(email, 'go');
    await tick();
    const { people } = await calls.call('list_people', { tag: 'yes' });
    return people.map(({ email }) => email).sort();
  }

  const people = ['ada@example.com', 'bo@example.org', 'cy@example.com'];
  const [ada = '', bo = '', cy = ''] = people;

  it('COND-09 an event with matching details within days', async () => {
    await record(ada, 'order_paid', { amount: 50 });
    await record(bo, 'order_paid', { amount: 500 });
    await calls.call('move_clock', { advance: { amount: 3, unit: 'days' } });
    await record(cy, 'order_paid', { amount: '500.00' });
    const match = { detail: 'amount', op: 'equals', value: 500 };
    await flowOf('paid', { type: 'event_occurred', event: 'order_paid', match, within_days: 2 });
    expect(await tagged(people)).toEqual([cy]);
  });

  it('CND2-04 a gate opens as a consent is recorded, and not before', async () => {
    const waits: object = {
      type: 'gate',
      wait_for: { condition: { type: 'consented', purpose: 'news' } },
      expires_after: 'never',
      met: [{ type: 'add_tag', tag: 'yes' }],
      expired: [],
    };
    const definition = { trigger: { event: 'go' }, nodes: [waits] };
    await calls.call('create_flow', { key: 'waiting', definition });
    await calls.call('activate_flow', { flow_key: 'waiting' });
    expect(await tagged(people)).toEqual([]);
    const said = { kind: 'given', purpose: 'news', text: 'Yes, please', source: 'shop' } as const;
    await calls.call('record_consent', { person: bo, ...said });
    await tick();
    const { people: out } = await calls.call('list_people', { tag: 'yes' });
    expect(out.map(({ email }) => email)).toEqual([bo]);
  });

  it('CND2-01 people with more than one such event', async () => {
    for (const email of [ada, bo, bo]) await record(email, 'order_paid');
    await flowOf('counted', { type: 'event_count', event: 'order_paid', op: 'greater', value: 1 });
    expect(await tagged(people)).toEqual([bo]);
  });

  it('CND2-02, CND2-03 people of a name whose date is near', async () => {
    const { now } = await calls.call('get_clock', {});
    const day = (after: number) =>
      new Date(Date.parse(now) + after * 86_400_000).toISOString().slice(0, 10);
    await calls.call('create_field', { key: 'renews_on', type: 'date' });
    for (const [email, first_name, after] of [
      [ada, 'Ada', 5],
      [bo, 'Ada', 50],
      [cy, 'Cy', 5],
    ] as const) {
      await calls.call('upsert_person', { email, first_name, fields: { renews_on: day(after) } });
    }
    const soon = { amount: 2, unit: 'weeks' };
    await flowOf('near', {
      all: [
        { type: 'field', field: 'renews_on', op: 'within_next', value: soon },
        { type: 'field', field: 'first_name', op: 'equals', value: 'Ada' },
      ],
    });
    expect(await tagged(people)).toEqual([ada]);
  });

  it('COND-12 people who completed another flow', async () => {
    await flowOf('first', { type: 'suppressed' });
    await calls.call('create_flow', {
      key: 'second',
      definition: { trigger: { event: 'second' }, nodes: [{ type: 'add_tag', tag: 'seen' }] },
    });
    await calls.call('activate_flow', { flow_key: 'second' });
    await record(bo, 'second');
    await tick();
    await flowOf('third', { type: 'completed_flow', flow: 'second' });
    expect(await tagged(people)).toEqual([bo]);
  });

  it('COND-15, COND-16, COND-03 a segment that names a segment with a predicate', async () => {
    const domains = ['example.com'];
    const predicate = { type: 'predicate', name: 'email_domain_in', args: { domains } };
    await calls.call('create_segment', { key: 'locals', name: 'Locals', definition: predicate });
    const { segment } = await calls.call('create_segment', {
      key: 'some',
      name: 'Some',
      definition: {
        all: [
          { type: 'in_segment', segment: 'locals' },
          { not: { type: 'email', op: 'starts_with', value: 'CY@' } },
        ],
      },
    });
    await flowOf('go', { type: 'in_segment', segment_id: segment.id });
    expect(await tagged(people)).toEqual([ada]);
  });

  it('COND-19 names flows, products and segments by key, emails and sequences by id', async () => {
    let flows = 0;
    const refused = async (condition: object) => {
      flows += 1;
      const nodes = [{ type: 'if_else', condition, then: [], else: [] }];
      const { flow } = await calls.call('create_flow', {
        key: `flow-${flows}`,
        definition: { trigger: { event: 'go' }, nodes },
      });
      return flow.validation.errors.map(({ code, path }) => `${code} ${path}`);
    };
    const at = (key: string) => `nodes[0].condition.${key}`;
    expect(await refused({ type: 'completed_flow', flow: 'x' })).toEqual([
      `flow_unknown ${at('flow')}`,
    ]);
    expect(await refused({ type: 'purchased', product: 'x' })).toEqual([
      `product_unknown ${at('product')}`,
    ]);
    expect(await refused({ type: 'in_segment', segment: 'x' })).toEqual([
      `segment_unknown ${at('segment')}`,
    ]);
    expect(await refused({ type: 'opened_email', email_id: 7 })).toEqual([
      `email_unknown ${at('email_id')}`,
    ]);
    expect(await refused({ type: 'started_sequence', sequence_id: 7 })).toEqual([
      `sequence_unknown ${at('sequence_id')}`,
    ]);
    expect(await refused({ type: 'opened_email', email_id: '7' })).toEqual([
      `condition_key_malformed ${at('email_id')}`,
    ]);
  });
});
