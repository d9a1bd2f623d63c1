import { comparisonOperators } from '@postroad/core/conditions/compare';
import type { Condition } from '@postroad/core/conditions/condition';
import { durationUnits } from '@postroad/core/platform/duration';
import fc from 'fast-check';

/** Keys that mean something somewhere, so that random objects come near to documents. */
const key = fc.constantFrom(
  ...'trigger node_counter nodes id name slug description type tag email_id duration condition then else'.split(
    ' ',
  ),
  ...'met expired amount unit setting all any not field op value detail event match label wait_for expires_after timeout steps arms weight holdout seed details sequence_id occurrence'.split(
    ' ',
  ),
  ...'ignore_historical entry next pointer __proto__ constructor toString'.split(' '),
);
const word = fc.constantFrom(
  ...'send_email add_tag delay if_else split exit_flow gate set_field fire_event has_tag field days vip plan seats never next_occurrence any_past'.split(
    ' ',
  ),
  ...comparisonOperators,
  ...['exact', 'before', '', ' ', 'Welcome to the club', '日本', 'a-b', '-a', '__proto__'],
);
const scalar = fc.oneof(
  word,
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(null, true, false, 1.5, 2_147_483_647, 2_147_483_648, 1e300),
);

/** Any JSON, as JSON.parse makes it: a key `__proto__` is an ordinary key. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom('vip', 'VIP ', 'gone').map((tag) => ({ type: 'has_tag' as const, tag })),
  fc.record({
    type: fc.constant('field' as const),
    field: fc.constantFrom('plan', 'seats', 'missing'),
    op: fc.constantFrom(...comparisonOperators),
    value: fc.oneof(fc.constantFrom('pro', 'p', '12'), fc.integer({ min: 0, max: 20 })),
  }),
);

/** Conditions without errors. */
export const validCondition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>(
  (tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('condition') }),
    ),
  }),
).condition;

/** Conditions with a fault here and there. */
export const conditionLike: fc.Arbitrary<unknown> = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    anyJson,
    fc.record(
      { type: word, tag: scalar, field: scalar, op: word, value: scalar },
      { requiredKeys: ['type'] },
    ),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record(
      { any: fc.array(tie('condition'), { maxLength: 3 }), not: tie('condition') },
      { requiredKeys: ['any'] },
    ),
    fc.record({ not: tie('condition') }),
  ),
})).condition;

/** A step without an id, as an author writes it. */
export interface AuthoredStep {
  type: string;
  name?: string;
  [key: string]: unknown;
}

const name = fc.option(fc.constantFrom('Say hello', 'To be', 'The end', '日本', ' '), {
  nil: undefined,
});

const awaited: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({
    event: fc.record({
      name: fc.constantFrom('paid', 'left'),
      occurrence: fc.constantFrom('next_occurrence', 'any_past'),
    }),
  }),
  fc.record({ condition: validCondition }),
);

/** Lists of steps without errors other than dead code and references. */
export const authoredSteps: fc.Arbitrary<AuthoredStep[]> = fc.letrec<{
  list: AuthoredStep[];
  step: AuthoredStep;
}>((tie) => ({
  list: fc.array(tie('step'), { maxLength: 4 }),
  step: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constant('send_email'), email_id: fc.integer({ min: 1, max: 4 }), name }),
    fc.record({ type: fc.constant('add_tag'), tag: fc.constantFrom('vip', 'Gone', 'new'), name }),
    fc.record({
      type: fc.constant('delay'),
      duration: fc.oneof(
        fc.record({
          amount: fc.integer({ min: 0, max: 3 }),
          unit: fc.constantFrom(...durationUnits),
        }),
        fc.record({ setting: fc.constantFrom('pause', 'nothing', 'lost') }),
      ),
      name,
    }),
    fc.record({ type: fc.constant('remove_tag'), tag: fc.constantFrom('vip', ' GONE '), name }),
    fc.record({
      type: fc.constant('set_field'),
      field: fc.constantFrom('plan', 'seats', 'born', 'missing'),
      value: fc.constantFrom('pro', '', null, 12, true, 'x'),
      name,
    }),
    fc.record({ type: fc.constant('start_sequence'), sequence_id: fc.constantFrom(1, 9), name }),
    fc.record({
      type: fc.constant('fire_event'),
      event: fc.constantFrom('paid', 'left'),
      details: fc.constantFrom({}, { a: [{ b: 'c' }] }),
      name,
    }),
    fc.record({ type: fc.constant('exit_flow'), name }),
    fc.record({
      type: fc.constant('gate'),
      wait_for: awaited,
      expires_after: fc.record({
        amount: fc.integer({ min: 1, max: 3 }),
        unit: fc.constantFrom(...durationUnits),
      }),
      met: tie('list'),
      expired: tie('list'),
      name,
    }),
    fc.record({
      type: fc.constant('gate'),
      wait_for: awaited,
      expires_after: fc.constant('never'),
      name,
    }),
    fc.record({
      type: fc.constant('split'),
      arms: fc.tuple(
        fc.record({ name: fc.constant('A'), weight: fc.nat(3), steps: tie('list') }),
        fc.record({
          name: fc.constantFrom('then', 'B'),
          weight: fc.constant(1),
          steps: tie('list'),
        }),
        fc.constantFrom({ name: '__proto__', weight: 1, holdout: true, steps: [] }),
      ),
      name,
    }),
    fc.record({
      type: fc.constant('if_else'),
      condition: validCondition,
      then: tie('list'),
      else: tie('list'),
      name,
    }),
  ),
})).list;

/** Definitions that come near to valid ones. */
export const definitionLike: fc.Arbitrary<unknown> = fc.oneof(
  anyJson,
  fc.record(
    {
      trigger: fc.oneof(fc.constant({ event: 'signed_up' }), anyJson),
      node_counter: scalar,
      nodes: fc.oneof(authoredSteps, fc.array(anyJson, { maxLength: 3 })),
    },
    { requiredKeys: [] },
  ),
);
