import { canonicalCondition } from '@postroad/core/conditions/canonical';
import { checkCondition } from '@postroad/core/conditions/check';
import { conditionCodes } from '@postroad/core/conditions/codes';
import type { Condition } from '@postroad/core/conditions/condition';
import { asks, evaluate } from '@postroad/core/conditions/evaluate';
import { conditionSummary } from '@postroad/core/conditions/summary';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyJson, conditionLike } from '../flows/arbitraries.ts';
import { nothingKnown, personFacts } from './known.ts';

const references = {
  ...nothingKnown,
  fields: new Map([
    ['plan', 'string'],
    ['seats', 'number'],
    ['beta', 'boolean'],
    ['renews', 'date'],
  ] as const),
  tags: new Set(['vip']),
};

const codes = (condition: unknown) =>
  checkCondition(condition, 'condition', references).map(({ code, path }) => `${code} ${path}`);

const field = (rest: object) => ({
  type: 'field',
  field: 'plan',
  op: 'equals',
  value: 'pro',
  ...rest,
});
const nested = (levels: number) => {
  let condition: unknown = { type: 'has_tag', tag: 'vip' };
  for (let level = 1; level < levels; level += 1) condition = { not: condition };
  return condition;
};

it('says of a missing operator and of a missing type that they are missing', () => {
  const { type: _, ...untyped } = field({});
  const { op: __, ...bare } = field({});
  const messages = [bare, untyped].map(
    (condition) => checkCondition(condition, 'condition', references)[0]?.message,
  );
  expect(messages[0]).toMatch(/^"op" is missing; the operators are equals, /);
  expect(messages[1]).toMatch(/^"type" is missing; the types are email, field, /);
});

describe('conditions without faults', () => {
  it.each([
    ['COND-05', { type: 'has_tag', tag: ' VIP ' }],
    ['COND-04', field({})],
    ['COND-04', field({ op: 'blank', value: undefined })],
    ['COND-04 a value beside blank is ignored', field({ op: 'present', value: '' })],
    ['COND-04', field({ field: 'seats', op: 'greater', value: 3 })],
    ['COND-04', field({ field: 'seats', op: 'less', value: '3.5' })],
    ['COND-04', field({ field: 'beta', value: true })],
    ['COND-04', field({ field: 'renews', op: 'less', value: '2024-02-29' })],
    ['COND-02', { all: [{ type: 'has_tag', tag: 'vip' }, field({})] }],
    ['COND-02', { any: [{ not: { type: 'has_tag', tag: 'vip' } }] }],
    ['deepest', nested(limits.conditionDepth)],
  ])('%s %j', (_clause, condition) => {
    expect(codes(condition)).toEqual([]);
  });
});

const groupAsType = 'condition_malformed condition.type';

describe('conditions with faults', () => {
  it.each<[string, unknown, string[]]>([
    ['not an object', null, ['condition_malformed condition']],
    ['not an object', 'vip', ['condition_malformed condition']],
    ['not an object', [], ['condition_malformed condition']],
    ['no type', {}, ['condition_type_unknown condition.type']],
    ['no such type', { type: 'has_tags' }, ['condition_type_unknown condition.type']],
    ['FIX-02 a group as a type', { type: 'all', conditions: [] }, [groupAsType]],
    [
      'FIX-02 a group as a type',
      { any: [{ type: 'not' }] },
      ['condition_malformed condition.any[0].type'],
    ],
    ['a prototype is no type', { type: 'constructor' }, ['condition_type_unknown condition.type']],
    [
      'COND-18',
      { type: 'has_tag', tag: 'vip', value: false },
      ['condition_keys_unknown condition.value'],
    ],
    ['COND-18', field({ within_days: 3 }), ['condition_keys_unknown condition.within_days']],
    [
      'COND-18',
      { not: field({}), all: [] },
      ['condition_keys_unknown condition.not', 'condition_group_empty condition.all'],
    ],
    ['COND-17', field({ op: 'before', value: '2026-01-01' }), ['operator_unknown condition.op']],
    ['COND-17', field({ op: 'after', value: '2026-01-01' }), ['operator_unknown condition.op']],
    ['SPEC-20', field({ op: 'exact' }), ['operator_unknown condition.op']],
    ['SPEC-20', field({ op: 'has_value' }), ['operator_unknown condition.op']],
    ['no operator', field({ op: undefined }), ['operator_unknown condition.op']],
    ['no value', field({ value: undefined }), ['value_missing condition.value']],
    ['blank value', field({ value: '  ' }), ['value_missing condition.value']],
    ['list as value', field({ value: ['pro'] }), ['value_malformed condition.value']],
    ['order of booleans', field({ op: 'less', value: true }), ['value_malformed condition.value']],
    [
      'long value',
      field({ value: 'x'.repeat(limits.fieldValueChars + 1) }),
      ['value_malformed condition.value'],
    ],
    ['VAL-10', field({ field: 'plans' }), ['field_unknown condition.field']],
    ['no field', field({ field: undefined }), ['condition_key_missing condition.field']],
    [
      'type of the value',
      field({ field: 'seats', value: 'many' }),
      ['condition_value_type condition.value'],
    ],
    [
      'type of the value',
      field({ field: 'beta', value: 'yes' }),
      ['condition_value_type condition.value'],
    ],
    [
      'type of the value',
      field({ field: 'beta', value: { toString: 1 } }),
      ['value_malformed condition.value', 'condition_value_type condition.value'],
    ],
    [
      'type of the value',
      field({ field: 'renews', op: 'less', value: 'May' }),
      ['condition_value_type condition.value'],
    ],
    [
      'a time that equals no day',
      field({ field: 'renews', value: '2026-05-01T00:00:00Z' }),
      ['condition_value_type condition.value'],
    ],
    [
      'a time after a day',
      field({ field: 'renews', op: 'less', value: '2026-05-01T00:00:00Z' }),
      [],
    ],
    ['a day', field({ field: 'renews', value: '2026-05-01' }), []],
    ['VAL-12', { type: 'has_tag', tag: 'vpi' }, ['condition_tag_unknown condition.tag']],
    ['no tag', { type: 'has_tag' }, ['condition_key_missing condition.tag']],
    [
      'blank tag',
      { type: 'has_tag', tag: ' ' },
      ['condition_key_malformed condition.tag', 'condition_tag_unknown condition.tag'],
    ],
    ['COND-02', { all: {} }, ['condition_malformed condition.all']],
    ['COND-02', { all: [] }, ['condition_group_empty condition.all']],
    ['COND-02', { not: [] }, ['condition_malformed condition.not']],
    ['COND-02 the name of a group elsewhere', { or: [] }, ['condition_malformed condition.or']],
    ['FIX-02 a group of another name as a type', { type: 'and', conditions: [] }, [groupAsType]],
    [
      'path',
      { all: [field({}), { any: [{ not: 7 }] }] },
      ['condition_malformed condition.all[1].any[0].not'],
    ],
    [
      'too deep',
      nested(limits.conditionDepth + 1),
      [`condition_too_deep condition${'.not'.repeat(limits.conditionDepth)}`],
    ],
  ])('%s %j', (_clause, condition, expected) => {
    expect(codes(condition)).toEqual(expected);
  });

  it('VAL-12 only tags and types of values are warnings', () => {
    const warnings = Object.entries(conditionCodes)
      .filter(([, entry]) => entry.severity === 'warning')
      .map(([code]) => code);
    expect(warnings).toEqual([
      'condition_event_unknown',
      'condition_tag_unknown',
      'condition_purpose_unknown',
      'condition_value_type',
    ]);
  });

  it('CND2-04 warns of a purpose that no form and no toggle has, with the nearest one', () => {
    const found = (purpose: string) =>
      checkCondition({ type: 'consented', purpose }, 'condition', {
        ...{ ...references, purposes: new Set(['marketing', 'newsletter']) },
      });
    expect(found('newsletter')).toEqual([]);
    expect(found('newsleter')).toMatchObject([
      {
        ...{ code: 'condition_purpose_unknown', path: 'condition.purpose', severity: 'warning' },
        did_you_mean: 'newsletter',
      },
    ]);
    expect(codes({ type: 'consented', purpose: 'anything' })).toEqual([]);
  });

  it('looks into the deepest level that is allowed', () => {
    let condition: unknown = { type: 'has_tag', tag: 'vpi' };
    for (let level = 1; level < limits.conditionDepth; level += 1) condition = { all: [condition] };
    const path = `condition${'.all[0]'.repeat(limits.conditionDepth - 1)}.tag`;
    expect(codes(condition)).toEqual([`condition_tag_unknown ${path}`]);
    const facts = personFacts({ tags: new Set(['vpi']) });
    expect(evaluate(condition as Condition, facts, new Date(0)).result).toBe(true);
    expect(asks(condition as Condition)).toEqual([{ kind: 'person' }]);
  });

  it('names the nearest type in the fix', () => {
    const [finding] = checkCondition({ type: 'has_tags' }, 'condition', references);
    expect(finding?.fix).toContain('"has_tag"');
    expect(finding?.message).toContain('field, has_tag');
  });

  it('never throws, says no fault twice at the same place, and stops after many', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, conditionLike), (condition) => {
        const found = codes(condition);
        expect(new Set(found).size).toBe(found.length);
        expect(typeof conditionSummary(condition)).toBe('string');
      }),
    );
    const many = { all: Array.from({ length: 100_000 }, () => 1) };
    expect(codes(many)).toHaveLength(limits.issuesListedMax);
  });
});

describe('what an issue says to do', () => {
  const first = (condition: unknown) => checkCondition(condition, 'c', references)[0];

  it('SPEC-08 a code of a missing key is never that of one that is present', () => {
    for (const condition of [
      { type: 'event_occurred', event: 'signed_up', within_days: 0 },
      { type: 'subscribed_on', op: 'less', value: '22/11/2026' },
      { type: 'total_spend', op: 'less', value: '1' },
    ]) {
      expect(first(condition)?.code).toBe('condition_key_malformed');
    }
  });

  it.each([
    [field({ op: 'exact' }), 'equals'],
    [field({ op: 'startswith' }), 'starts_with'],
    [field({ field: 'plann' }), 'plan'],
    [{ type: 'has_tags', tag: 'vip' }, 'has_tag'],
    [{ type: 'has_tag', tag: 'vpi' }, 'vip'],
    [{ type: 'tag', tag: 'vip' }, 'has_tag'],
    [{ tag: 'vip' }, 'has_tag'],
    [{ has_tag: 'vip' }, 'has_tag'],
    [{ event: 'signed_up' }, 'event_occurred'],
    [{ field: 'plan', op: 'equals', value: 'pro' }, 'field'],
    [{ type: 'segment', segment: 'vips' }, 'in_segment'],
    [{ type: 'opened', email_id: 1 }, 'opened_email'],
    [{ type: 'field', attribute: 'plan', op: 'equals', value: 'pro' }, 'field'],
    [field({ op: 'gt' }), 'greater'],
    [field({ op: '==' }), 'equals'],
    [field({ op: 'exists' }), 'present'],
    [{ and: [field({})] }, 'all'],
    // Several types take these keys, or the key that is meant is there already.
    [{ product: 'course' }, undefined],
    [{ op: 'less', value: 2 }, undefined],
    [{ type: 'has_tag', tag: 'vip', value: false }, undefined],
    [field({ op: 'gte' }), undefined],
  ])('FIX-01 of %j it names %s', (condition, near) => {
    expect(first(condition)?.did_you_mean).toBe(near);
  });
});

describe('what another system compares by one operator', () => {
  it.each([
    ['!=', '{"not": {…, "op": "equals"}}'],
    ['not_contains', '{"not": {…, "op": "contains"}}'],
    ['gte', 'one with "greater" and one with "equals"'],
    ['<=', 'one with "less" and one with "equals"'],
    ['in', '{"any": […]} of comparisons with "equals"'],
  ])('FIX-01 says how to write %s', (op, words) => {
    const [issue] = checkCondition(field({ op }), 'c', references);
    expect(issue).toMatchObject({ code: 'operator_unknown', fix: expect.stringContaining(words) });
  });

  it('FIX-01 names no operator that the condition does not take', () => {
    const spend = { type: 'total_spend', op: 'not_contains', value: 5 };
    expect(checkCondition(spend, 'c', references)[0]?.fix).not.toContain('contains');
  });
});

describe('canonicalCondition', () => {
  it('puts keys in order', () => {
    const sent = { any: [{ value: 1, op: 'equals', field: 'seats', type: 'field', extra: 2 }] };
    expect(JSON.stringify(canonicalCondition(sent))).toBe(
      '{"any":[{"type":"field","field":"seats","op":"equals","value":1,"extra":2}]}',
    );
  });

  it('is idempotent, keeps every fault, and adds none', () => {
    fc.assert(
      fc.property(fc.oneof(anyJson, conditionLike), (condition) => {
        const once = canonicalCondition(condition);
        expect(JSON.stringify(canonicalCondition(once))).toBe(JSON.stringify(once));
        expect(codes(once).toSorted()).toEqual(codes(condition).toSorted());
      }),
    );
  });
});

describe('conditionSummary', () => {
  it.each<[unknown, string]>([
    [{ type: 'has_tag', tag: 'vip' }, 'has the tag "vip"'],
    [field({}), 'the field "plan" equals "pro"'],
    [field({ op: 'is_empty' }), 'the field "plan" is blank'],
    [
      {
        all: [
          field({ op: 'greater', value: 3 }),
          { any: [{ not: { type: 'has_tag', tag: 'x' } }, field({})] },
        ],
      },
      'the field "plan" is greater than 3 and (not has the tag "x" or the field "plan" equals "pro")',
    ],
    [{ type: 'moon' }, '(unknown condition "moon")'],
    [5, '(unreadable condition)'],
  ])('%j reads %s', (condition, text) => {
    expect(conditionSummary(condition)).toBe(text);
  });
});
