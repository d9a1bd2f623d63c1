import type { Condition } from '@postroad/core/conditions/condition';
import { asks, evaluate } from '@postroad/core/conditions/evaluate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validCondition } from '../flows/arbitraries.ts';
import { personFacts } from './known.ts';

const facts = personFacts({
  tags: new Set(['vip', 'beta tester']),
  fields: JSON.parse('{"plan":"pro","seats":12,"note":" ","__proto__":{"inherited":"x"}}'),
});
const now = new Date('2026-02-01T12:00:00Z');
const vip: Condition = { type: 'has_tag', tag: 'vip' };
const gone: Condition = { type: 'has_tag', tag: 'gone' };
const field = (key: string, op: string, value?: unknown) =>
  ({ type: 'field', field: key, op, value }) as Condition;

describe('evaluate', () => {
  it.each<[string, Condition, boolean]>([
    ['COND-05', vip, true],
    ['COND-05', { type: 'has_tag', tag: '  Beta TESTER ' }, true],
    ['COND-05', gone, false],
    ['COND-04', field('plan', 'equals', 'pro'), true],
    ['COND-04', field('seats', 'greater', '9'), true],
    ['COND-04', field('seats', 'less', 12), false],
    ['COND-04', field('plan', 'contains', 'r'), true],
    ['COND-04', field('plan', 'starts_with', 'p'), true],
    ['COND-04', field('plan', 'ends_with', 'p'), false],
    ['COND-04', field('note', 'blank'), true],
    ['COND-04', field('missing', 'blank'), true],
    ['COND-04', field('missing', 'present'), false],
    ['COND-04 keys of the prototype are absent', field('constructor', 'present'), false],
    ['COND-04 keys of the prototype are absent', field('inherited', 'present'), false],
    ['SPEC-20', field('plan', 'exact', 'pro'), false],
    ['COND-02', { all: [vip, gone] }, false],
    ['COND-02', { any: [gone, vip] }, true],
    ['COND-02', { not: vip }, false],
    ['COND-02', { not: { any: [gone, { not: vip }] } }, true],
  ])('%s %j is %s', (_clause, condition, result) => {
    expect(evaluate(condition, facts, now).result).toBe(result);
  });

  it('DRY-04 shows the value that every leaf saw, whether or not it decided', () => {
    const seats = field('seats', 'equals', 12);
    expect(evaluate({ any: [vip, { not: seats }, field('x', 'present')] }, facts, now)).toEqual({
      result: true,
      values: [
        { condition: vip, actual: true, result: true },
        { condition: seats, actual: 12, result: true },
        { condition: field('x', 'present'), actual: null, result: false },
      ],
    });
  });

  it('agrees with the logic of its groups', () => {
    const holds = (condition: Condition) => evaluate(condition, facts, now).result;
    fc.assert(
      fc.property(fc.array(validCondition, { minLength: 1, maxLength: 4 }), (members) => {
        expect(holds({ all: members })).toBe(members.every(holds));
        expect(holds({ any: members })).toBe(members.some(holds));
        expect(holds({ not: { all: members } })).toBe(
          holds({ any: members.map((member) => ({ not: member })) }),
        );
      }),
    );
  });

  it('asks once for a fact that several leaves need', () => {
    expect(asks({ all: [vip, { not: field('plan', 'blank') }] })).toEqual([{ kind: 'person' }]);
  });
});
