import { comparisonOperators } from '@postroad/core/conditions/compare';
import { dateOperators } from '@postroad/core/conditions/date-compare';
import { predicates } from '@postroad/core/conditions/predicates';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import * as known from './condition-values.ts';
import type { World } from './condition-world.ts';

/** Keys given with undefined are left out, as JSON does. */
const leaf = (type: string, keys: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record({ type: fc.constant(type), ...keys })
    .map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>);

const operator = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<unknown>(...comparisonOperators) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>('exact', 'has_value', 'is_empty') },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('before', 'after', null, 5) },
);
const storable = fc
  .string({ unit: 'grapheme', maxLength: 6 })
  .filter((text) => text.isWellFormed() && !text.includes('\u0000'));
const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...known.texts) },
  { weight: 1, arbitrary: storable },
);
const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...known.numbers) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const value = fc.oneof(
  { weight: 12, arbitrary: text },
  { weight: 6, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(true, false) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null, '', ' ', [], ['pro'], {}) },
);
const within = fc.oneof(
  { weight: 10, arbitrary: fc.constant(undefined) },
  { weight: 20, arbitrary: fc.constantFrom<unknown>(1, 2, 7, 30, 365, limits.withinDaysMax) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1, 1.5, '7', limits.withinDaysMax + 1) },
);

const group = <T>(member: fc.Arbitrary<T>) => [
  fc.record({ all: fc.array(member, { minLength: 1, maxLength: 4 }) }),
  fc.record({ any: fc.array(member, { minLength: 1, maxLength: 4 }) }),
  fc.record({ not: member }),
];

const matchLeaf = fc
  .record({ detail: fc.constantFrom(...known.detailKeys), op: operator, value })
  .map((made) => JSON.parse(JSON.stringify(made)) as unknown);

const match = fc.letrec<{ match: unknown }>((tie) => ({
  match: fc.oneof({ maxDepth: 2, withCrossShrink: true }, matchLeaf, ...group(tie('match'))),
})).match;

/** A leaf with a match, to be held against the pure matcher too. */
const eventLeaf = leaf('event_occurred', {
  event: fc.constantFrom<unknown>(...known.eventNames, ...known.eventNames, 'never seen', ''),
  match: fc.oneof(fc.constant(undefined), match, match),
  within_days: within,
});

const fieldKey = fc.constantFrom<unknown>(
  ...[...known.fieldKeys.registered, ...known.fieldKeys.own, ...known.fieldKeys.free, ''],
);

const comparedLeaf = leaf('field', { field: fieldKey, op: operator, value });

/** Dates around the day of the world, and durations that reach them. */
const datedLeaf = leaf('field', {
  field: fc.oneof(fc.constant('renews'), fieldKey),
  op: fc.constantFrom<unknown>(...dateOperators),
  value: fc.oneof(
    fc.constantFrom<unknown>('2026-02-28', '2026-03-01', '9999-12-31', '2026-02-30', 'soon', 5),
    fc.record({
      amount: fc.constantFrom<unknown>(0, 1, 2, 24, 48, 306, -1, '1'),
      unit: fc.constantFrom<unknown>('days', 'days', 'weeks', 'hours', 'minutes', 'years'),
    }),
  ),
});

const fieldLeaf = fc.oneof(
  { weight: 4, arbitrary: comparedLeaf },
  { weight: 1, arbitrary: datedLeaf },
);

const countLeaf = leaf('event_count', {
  event: fc.constantFrom<unknown>(...known.eventNames, 'never seen', ''),
  match: fc.oneof(fc.constant(undefined), match),
  op: fc.constantFrom<unknown>('equals', 'greater', 'less', 'exact', 'present'),
  value: fc.constantFrom<unknown>(0, 1, 2, 3, limits.eventCountMax, -1, 0.5, '2', undefined),
  within_days: within,
});

const addressPart = fc.oneof(
  fc.constantFrom(
    'ADA',
    ' ada@',
    '@example.com',
    '.com ',
    '%',
    '_',
    'ä',
    '日本',
    `'`,
    '{x}',
    '0ada',
  ),
  text,
);

function leaves({ emails, sequences, segments }: World): fc.Arbitrary<unknown>[] {
  const email_id = fc.constantFrom<unknown>(undefined, ...emails, 999, 0, '1');
  const sequence_id = fc.constantFrom<unknown>(...sequences, 999, undefined);
  const product = fc.constantFrom<unknown>(...known.productKeys, 'gone', '');
  const order = fc.constantFrom('equals', 'greater', 'less', 'exact', 'before', 'contains');
  const touched = { email_id, within_days: within };
  const sequence = { sequence_id, within_days: within };
  return [
    leaf('email', { op: operator, value: addressPart }),
    leaf('has_tag', { tag: fc.constantFrom(...known.tagNames, ' VIP ', 'ärger', 'gone', ' ') }),
    fc.constantFrom<unknown>({ type: 'suppressed' }, { type: 'suppressed', value: false }),
    leaf('subscribed_on', {
      op: order,
      value: fc.constantFrom<unknown>('2026-02-28', '2026-02-27', '1999-12-31', '2026-02-30', 5),
    }),
    ...['received_email', 'opened_email', 'clicked_email'].map((type) => leaf(type, touched)),
    countLeaf,
    leaf('engaged', { within_days: within }),
    leaf('consented', { purpose: fc.constantFrom<unknown>(...known.purposes, 'gone', '', 5) }),
    ...['started_sequence', 'finished_sequence'].map((type) => leaf(type, sequence)),
    leaf('completed_flow', { flow: fc.constantFrom<unknown>(...known.flowKeys, 'gone') }),
    ...['active_subscription', 'purchased'].map((type) => leaf(type, { product })),
    leaf('total_spend', {
      op: order,
      value: fc.constantFrom<unknown>(0, 100, -100, 250, 9e15, 0.5, '100', undefined),
    }),
    leaf('in_segment', {
      segment: fc.constantFrom<unknown>(undefined, ...segments.map(({ key }) => key), 'gone'),
      segment_id: fc.constantFrom<unknown>(undefined, undefined, ...segments.map(({ id }) => id)),
    }),
    leaf('predicate', {
      name: fc.constantFrom<unknown>(...Object.keys(predicates), 'gone'),
      args: fc.constantFrom<unknown>(
        ...[
          { domains: ['Example.com', ' @exämple.com'] },
          { domains: [] },
          { days: 1 },
          { days: 7 },
        ],
        ...[
          { emails: 1, within_days: 7 },
          { emails: 2, within_days: 365 },
          { emails: 0 },
          undefined,
        ],
      ),
    }),
  ];
}

const malformed = fc.constantFrom<unknown>(
  ...[
    null,
    'vip',
    5,
    [],
    {},
    { type: 'moon' },
    { all: {} },
    { any: 'x' },
    { not: [] },
    { not: null },
  ],
  ...[{ all: [] }, { any: [] }, { not: { all: [] } }, { all: [null] }, { any: [{}, { all: [] }] }],
  ...[{ not: { type: 'has_tag', tag: 'vip' }, all: [] }, { type: 'constructor' }, { not: 5 }],
);

/** A leaf under so many groups that it is just deep enough, or just too deep. */
const deep = fc
  .tuple(fc.integer({ min: limits.conditionDepth - 2, max: limits.conditionDepth + 1 }), fieldLeaf)
  .map(([levels, inner]) => {
    let condition: unknown = inner;
    for (let level = 1; level < levels; level += 1) {
      condition = level % 2 ? { not: condition } : { all: [condition] };
    }
    return condition;
  });

/** Conditions about a world, valid ones for the most part. */
export function conditionTrees(made: World): fc.Arbitrary<unknown> {
  const any = fc.oneof(
    { weight: 6, arbitrary: fieldLeaf },
    { weight: 3, arbitrary: eventLeaf },
    { weight: 12, arbitrary: fc.oneof(...leaves(made)) },
    { weight: 1, arbitrary: malformed },
  );
  const tree = fc.letrec<{ condition: unknown }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: any },
      ...group(tie('condition')).map((arbitrary) => ({ weight: 1, arbitrary })),
    ),
  })).condition;
  return fc.oneof({ weight: 30, arbitrary: tree }, { weight: 1, arbitrary: deep });
}
