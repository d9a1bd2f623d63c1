import { activeStatuses, subscriptionStatuses } from '@postroad/core/billing/status';
import { canonicalCondition } from '@postroad/core/conditions/canonical';
import { checkCondition } from '@postroad/core/conditions/check';
import type { Condition } from '@postroad/core/conditions/condition';
import { asks, evaluate } from '@postroad/core/conditions/evaluate';
import {
  type ConditionReferences,
  type Facts,
  type FactValue,
  factKey,
  type PersonFacts,
} from '@postroad/core/conditions/facts';
import { conditionSummary } from '@postroad/core/conditions/summary';
import { conditionTypes } from '@postroad/core/conditions/types/table';
import { limits } from '@postroad/core/platform/limits';
import { describe, expect, it } from 'vitest';
import { personFacts } from './known.ts';

const references: ConditionReferences = {
  fields: new Map([['plan', 'string'] as const]),
  tags: new Set(['vip']),
  events: new Set(['signed_up', 'order_paid']),
  emails: new Map([
    [1, { archived: false, blank: false, transactional: false }],
    [2, { archived: true, blank: false, transactional: false }],
  ]),
  sequences: new Set([4]),
  flows: new Set(['welcome']),
  products: new Set(['course']),
  segments: new Map([['customers', 9]]),
};

const codes = (condition: unknown) =>
  checkCondition(condition, 'c', references).map(({ code, path }) => `${code} ${path}`);

const match = { detail: 'amount', op: 'greater', value: 100 };
const domains = (list: unknown) => ({
  type: 'predicate',
  name: 'email_domain_in',
  args: { domains: list },
});
const often = (args: object) => ({ type: 'predicate', name: 'received_at_least', args });

describe('conditions without faults', () => {
  it.each<[string, object]>([
    ['COND-03', { type: 'email', op: 'equals', value: 'Ada@Example.com' }],
    ['COND-03', { type: 'email', op: 'starts_with', value: 'ada' }],
    ['COND-03', { type: 'email', op: 'ends_with', value: '@example.com' }],
    ['COND-03', { type: 'email', op: 'contains', value: '+' }],
    ['COND-06', { type: 'suppressed' }],
    ['COND-07', { not: { type: 'suppressed' } }],
    ['COND-08', { type: 'subscribed_on', op: 'less', value: '2024-02-29' }],
    ['COND-08', { type: 'subscribed_on', op: 'greater', value: '2026-01-01' }],
    ['COND-08', { type: 'subscribed_on', op: 'equals', value: '2026-01-01' }],
    ['COND-09', { type: 'event_occurred', event: 'signed_up' }],
    ['COND-09', { type: 'event_occurred', event: 'signed_up', match, within_days: 1 }],
    ['COND-10', { type: 'received_email' }],
    ['COND-10', { type: 'opened_email', email_id: 1, within_days: limits.withinDaysMax }],
    ['COND-10 archived', { type: 'clicked_email', email_id: 2 }],
    ['COND-11', { type: 'started_sequence', sequence_id: 4, within_days: 3 }],
    ['COND-11', { type: 'finished_sequence', sequence_id: 4 }],
    ['COND-12', { type: 'completed_flow', flow: 'welcome' }],
    ['COND-13', { type: 'active_subscription', product: 'course' }],
    ['COND-13', { type: 'purchased', product: 'course' }],
    ['COND-14', { type: 'total_spend', op: 'greater', value: 0 }],
    ['COND-14', { type: 'total_spend', op: 'equals', value: -100 }],
    ['COND-15', { type: 'in_segment', segment: 'customers' }],
    ['COND-15', { type: 'in_segment', segment_id: 9 }],
    ['COND-16', domains(['example.com', '@Example.org '])],
    ['COND-16', { type: 'predicate', name: 'joined_within', args: { days: 7 } }],
    ['COND-16', often({ emails: 3, within_days: 7 })],
  ])('%s %j', (_clause, condition) => {
    expect(codes(condition)).toEqual([]);
  });
});

describe('conditions with faults', () => {
  const lacks = (path: string) => [`condition_key_missing c.${path}`];
  const malformed = (path: string) => [`condition_key_malformed c.${path}`];
  const unknownKey = (path: string) => [`condition_keys_unknown c.${path}`];
  it.each<[string, object, string[]]>([
    ['COND-03', { type: 'email', op: 'greater', value: 'a' }, ['operator_unknown c.op']],
    ['COND-03', { type: 'email', op: 'present', value: 'a' }, ['operator_unknown c.op']],
    ['COND-03', { type: 'email', op: 'equals', value: ' ' }, malformed('value')],
    ['COND-03', { type: 'email', op: 'equals', value: 'x'.repeat(255) }, malformed('value')],
    ['COND-07', { type: 'suppressed', value: false }, unknownKey('value')],
    [
      'COND-17',
      { type: 'subscribed_on', op: 'before', value: '2026-01-01' },
      ['operator_unknown c.op'],
    ],
    [
      'COND-17',
      { type: 'subscribed_on', op: 'after', value: '2026-01-01' },
      ['operator_unknown c.op'],
    ],
    ['COND-17', { type: 'email', op: 'before', value: 'a' }, ['operator_unknown c.op']],
    ['COND-17', { type: 'total_spend', op: 'after', value: 5 }, ['operator_unknown c.op']],
    ['COND-08', { type: 'subscribed_on', op: 'less', value: '2026-02-30' }, malformed('value')],
    ['COND-08', { type: 'subscribed_on', op: 'less', value: '2026-2-3' }, malformed('value')],
    ['COND-08', { type: 'subscribed_on', op: 'less', value: '0000-01-01' }, malformed('value')],
    ['COND-08', { type: 'subscribed_on', op: 'less', value: 20260203 }, malformed('value')],
    ['COND-09', { type: 'event_occurred' }, lacks('event')],
    ['COND-09', { type: 'event_occurred', event: 'sign_up' }, ['condition_event_unknown c.event']],
    [
      'COND-09',
      { type: 'event_occurred', event: 'signed_up', match: { any: [{ ...match, op: 'near' }] } },
      ['operator_unknown c.match.any[0].op'],
    ],
    ...[0, -1, 1.5, '7', null, limits.withinDaysMax + 1].map(
      (within_days): [string, object, string[]] => [
        'COND-09',
        { type: 'event_occurred', event: 'signed_up', within_days },
        malformed('within_days'),
      ],
    ),
    [
      'SPEC-20',
      { type: 'email', op: 'exact', value: 'ada@example.com' },
      ['operator_unknown c.op'],
    ],
    ['COND-10', { type: 'received_email', email_id: '1' }, malformed('email_id')],
    ['COND-10', { type: 'received_email', email_id: null }, malformed('email_id')],
    ['COND-10', { type: 'opened_email', email_id: 3 }, ['email_unknown c.email_id']],
    ['COND-11', { type: 'started_sequence' }, lacks('sequence_id')],
    ['COND-11', { type: 'finished_sequence', sequence_id: 5 }, ['sequence_unknown c.sequence_id']],
    ['COND-12', { type: 'completed_flow', flow: 4 }, malformed('flow')],
    ['COND-12', { type: 'completed_flow', flow: 'welcom' }, ['flow_unknown c.flow']],
    [
      'COND-12',
      { type: 'completed_flow', flow: 'welcome', within_days: 3 },
      unknownKey('within_days'),
    ],
    ['COND-13', { type: 'purchased', product: 'curse' }, ['product_unknown c.product']],
    [
      'COND-13',
      { type: 'active_subscription', product: '' },
      [...malformed('product'), 'product_unknown c.product'],
    ],
    ['COND-14', { type: 'total_spend', op: 'contains', value: 5 }, ['operator_unknown c.op']],
    ['COND-14', { type: 'total_spend', op: 'less', value: '100' }, malformed('value')],
    ['COND-14', { type: 'total_spend', op: 'less', value: 9.99 }, malformed('value')],
    ['COND-15', { type: 'in_segment' }, lacks('segment')],
    ['COND-15', { type: 'in_segment', segment: 'customers', segment_id: 9 }, malformed('segment')],
    ['COND-15', { type: 'in_segment', segment: 'customer' }, ['segment_unknown c.segment']],
    ['COND-15', { type: 'in_segment', segment_id: 8 }, ['segment_unknown c.segment_id']],
    ['COND-16', { type: 'predicate', name: 'email_domains_in' }, ['predicate_unknown c.name']],
    ['COND-16', { type: 'predicate' }, ['predicate_unknown c.name']],
    ['COND-16', { type: 'predicate', name: 'constructor' }, ['predicate_unknown c.name']],
    ['COND-16', { type: 'predicate', name: 'joined_within', args: 7 }, malformed('args')],
    ['COND-16', { type: 'predicate', name: 'joined_within' }, lacks('args.days')],
    [
      'COND-16',
      { type: 'predicate', name: 'joined_within', args: { days: 7, x: 1 } },
      unknownKey('args.x'),
    ],
    ['COND-16', domains([]), malformed('args.domains')],
    ['COND-16', domains(['a@b.c']), malformed('args.domains')],
    ['COND-16', often({ emails: 0, within_days: 7 }), malformed('args.emails')],
    [
      'COND-18',
      { type: 'purchased', product: 'course', within_days: 3 },
      unknownKey('within_days'),
    ],
    [
      'NUL',
      { type: 'has_tag', tag: 'vi\u0000p' },
      ['value_malformed c', 'condition_tag_unknown c.tag'],
    ],
    ['lone surrogate', { type: 'email', op: 'equals', value: '\ud800' }, ['value_malformed c']],
  ])('%s %j', (_clause, condition, expected) => {
    expect(codes(condition)).toEqual(expected);
  });

  it.each<[object, string]>([
    [{ type: 'event_occurred', event: 'sign_up' }, '"signed_up"'],
    [{ type: 'completed_flow', flow: 'welcom' }, '"welcome"'],
    [{ type: 'purchased', product: 'cours' }, '"course"'],
    [{ type: 'in_segment', segment: 'costumers' }, '"customers"'],
    [{ type: 'has_tag', tag: 'VPI' }, '"vip"'],
    [{ type: 'field', field: 'plans', op: 'present' }, '"plan"'],
    [{ type: 'predicate', name: 'joined_witin' }, '"joined_within"'],
  ])('the fix for %j names %s', (condition, near) => {
    expect(checkCondition(condition, 'c', references)[0]?.fix).toContain(near);
  });

  it('COND-18 takes no key that its type does not list, whatever the type', () => {
    for (const type of Object.keys(conditionTypes)) {
      expect(codes({ type, moon: 1 })).toContain('condition_keys_unknown c.moon');
    }
  });

  it('refuses what is larger than both readers are made for', () => {
    const leaf = { type: 'suppressed' };
    const of = (count: number) => ({ all: Array.from({ length: count }, () => leaf) });
    expect(codes(of(limits.conditionNodes - 1))).toEqual([]);
    expect(codes(of(limits.conditionNodes))).toEqual(['condition_too_large c']);
    const match = {
      any: Array.from({ length: limits.conditionNodes }, () => ({ detail: 'a', op: 'blank' })),
    };
    expect(codes({ type: 'event_occurred', event: 'signed_up', match })).toEqual([
      'match_too_large c.match',
    ]);
  });
});

const now = new Date('2026-03-01T12:00:00Z');
const ago = (days: number, ms = 0) =>
  new Date(now.getTime() - days * 86_400_000 + ms).toISOString();

/** Facts of a person, with one answer to whatever the condition asks beside the person. */
function factsFor(condition: object, person: Partial<PersonFacts>, answer: FactValue): Facts {
  const known = new Map(
    answer === null ? [] : asks(condition as Condition).map((asked) => [factKey(asked), answer]),
  );
  return { ...personFacts(person), known };
}

describe('evaluate', () => {
  const email = (op: string, value: string) => ({ type: 'email', op, value });
  it.each<[string, object, Partial<PersonFacts>, FactValue, boolean, unknown]>([
    ['COND-03', email('equals', ' ADA@example.com'), {}, null, true, 'ada@example.com'],
    ['COND-03', email('starts_with', 'Ada@'), {}, null, true, 'ada@example.com'],
    ['COND-03', email('ends_with', '.org'), {}, null, false, 'ada@example.com'],
    ['COND-06', { type: 'suppressed' }, {}, null, false, null],
    ['COND-06', { type: 'suppressed' }, { suppressed: 'complained' }, null, true, 'complained'],
    [
      'COND-08',
      { type: 'subscribed_on', op: 'less', value: '2026-01-16' },
      {},
      null,
      true,
      '2026-01-15',
    ],
    [
      'COND-08',
      { type: 'subscribed_on', op: 'less', value: '2026-01-15' },
      {},
      null,
      false,
      '2026-01-15',
    ],
    [
      'COND-08',
      { type: 'subscribed_on', op: 'greater', value: '2026-01-15' },
      {},
      null,
      false,
      '2026-01-15',
    ],
    [
      'COND-08',
      { type: 'subscribed_on', op: 'equals', value: '2026-01-15' },
      {},
      null,
      true,
      '2026-01-15',
    ],
    ['COND-09', { type: 'event_occurred', event: 'a' }, {}, null, false, null],
    ['COND-09', { type: 'event_occurred', event: 'a' }, {}, ago(900), true, ago(900)],
    [
      'COND-09 on the border',
      { type: 'event_occurred', event: 'a', within_days: 2 },
      {},
      ago(2),
      false,
      ago(2),
    ],
    [
      'COND-09 just within',
      { type: 'event_occurred', event: 'a', within_days: 2 },
      {},
      ago(2, 1),
      true,
      ago(2, 1),
    ],
    ['COND-10', { type: 'opened_email', within_days: 2 }, {}, ago(1), true, ago(1)],
    [
      'COND-11',
      { type: 'finished_sequence', sequence_id: 1, within_days: 2 },
      {},
      ago(3),
      false,
      ago(3),
    ],
    ['COND-12', { type: 'completed_flow', flow: 'a' }, {}, ago(3), true, ago(3)],
    ['COND-13', { type: 'purchased', product: 'a' }, {}, ago(3), true, ago(3)],
    ['COND-14', { type: 'total_spend', op: 'greater', value: 99 }, {}, 100, true, 100],
    ['COND-14', { type: 'total_spend', op: 'equals', value: 0 }, {}, null, true, 0],
    ['COND-14', { type: 'total_spend', op: 'less', value: 0 }, {}, null, false, 0],
    ['COND-16', domains(['@EXAMPLE.com']), {}, null, true, 'example.com'],
    ['COND-16', domains(['ample.com']), {}, null, false, 'example.com'],
    [
      'COND-16',
      { type: 'predicate', name: 'joined_within', args: { days: 1 } },
      {},
      '2026-01-15',
      true,
      '2026-01-15',
    ],
    [
      'COND-16',
      { type: 'predicate', name: 'joined_within', args: { days: 1 } },
      {},
      '2026-01-16',
      false,
      '2026-01-15',
    ],
    ['COND-16', often({ emails: 2, within_days: 7 }), {}, 2, true, 2],
    ['COND-16', often({ emails: 2, within_days: 7 }), {}, null, false, 0],
  ])(
    '%s %j of %j, %s: %s, having seen %j',
    (_clause, condition, person, answer, result, actual) => {
      const facts = factsFor(condition, person, answer);
      expect(evaluate(condition as Condition, facts, now)).toEqual({
        result,
        values: [{ condition, actual, result }],
      });
    },
  );

  it.each(subscriptionStatuses)('COND-13 a subscription that is %s', (status) => {
    const condition = { type: 'active_subscription', product: 'a' };
    const { result, values } = evaluate(
      condition as Condition,
      factsFor(condition, {}, status),
      now,
    );
    expect(result).toBe(activeStatuses.includes(status));
    expect(values[0]?.actual).toBe(status);
  });

  it('COND-15 a segment is what its definition says, under not too', () => {
    const condition = { type: 'in_segment', segment: 'a' } as const;
    const definition = { not: { type: 'has_tag', tag: 'vip' } };
    const segments = new Map([[factKey({ kind: 'segment', segment: 'a' }), definition]]);
    const among = (tags: string[]) => ({ ...personFacts({ tags: new Set(tags) }), segments });
    expect(evaluate(condition, among([]), now).values).toEqual([
      { condition, actual: true, result: true },
    ]);
    expect(evaluate({ not: condition }, among(['vip']), now).result).toBe(true);
    expect(evaluate(condition, { ...among([]), segments: new Map() }, now).result).toBe(false);
  });

  it('a leaf with an error holds for nobody', () => {
    const facts = personFacts({ suppressed: 'unsubscribed' });
    const wrong = { type: 'suppressed', value: true } as unknown as Condition;
    expect(evaluate(wrong, facts, now).result).toBe(false);
    expect(asks({ type: 'has_tag', tag: 5 } as unknown as Condition)).toEqual([]);
  });

  it('asks of an event without a match once, whatever the days', () => {
    const event = (rest: object) => ({ type: 'event_occurred', event: 'a', ...rest }) as Condition;
    const within = (days: number) => event({ within_days: days });
    expect(asks({ any: [event({}), within(3), within(9)] })).toHaveLength(1);
    const found = asks({ any: [event({ match }), event({ match, within_days: 3 })] });
    expect(found.map((question) => question.kind === 'event' && question.days)).toEqual([null, 3]);
  });
});

it('canonicalCondition orders keys and renews operators of matches and predicates too', () => {
  const sent = {
    within_days: 3,
    match: { value: 1, op: 'exact', detail: 'a' },
    event: 'a',
    type: 'event_occurred',
  };
  expect(JSON.stringify(canonicalCondition(sent))).toBe(
    '{"type":"event_occurred","event":"a","match":{"detail":"a","op":"equals","value":1},"within_days":3}',
  );
});

it.each<[object, string]>([
  [{ type: 'email', op: 'ends_with', value: '@x.org' }, 'the address ends with "@x.org"'],
  [{ not: { type: 'suppressed' } }, 'not is never emailed'],
  [{ type: 'subscribed_on', op: 'less', value: '2026-01-01' }, 'subscribed before "2026-01-01"'],
  [
    { type: 'event_occurred', event: 'a', match, within_days: 3 },
    'the event "a" occurred with matching details within 3 days',
  ],
  [{ type: 'received_email' }, 'received any email'],
  [{ type: 'opened_email', email_id: 3, within_days: 1 }, 'opened email 3 within 1 days'],
  [{ type: 'started_sequence', sequence_id: 4 }, 'started the sequence 4'],
  [{ type: 'completed_flow', flow: 'a' }, 'completed the flow "a"'],
  [{ type: 'active_subscription', product: 'a' }, 'has an active subscription to "a"'],
  [{ type: 'purchased', product: 'a' }, 'has bought "a"'],
  [{ type: 'total_spend', op: 'greater', value: 5 }, 'has spent more than 5 cents'],
  [{ type: 'in_segment', segment_id: 9 }, 'is in the segment 9'],
  [domains(['a.org', 'b.org']), 'the address is at "a.org", "b.org"'],
  [often({ emails: 3, within_days: 7 }), 'received 3 emails or more within 7 days'],
  [{ type: 'predicate', name: 'moon' }, 'the predicate "moon" holds'],
])('%j reads: %s', (condition, text) => {
  expect(conditionSummary(condition)).toBe(text);
});
