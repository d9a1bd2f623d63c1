import {
  addedAt,
  changedAt,
  groupWith,
  membersOf,
  regrouped,
} from '@postroad/console/conditions/condition-tree';
import { Turns } from '@postroad/console/conditions/turns';
import {
  keysIn,
  newLeaf,
  type Topic,
  typesIn,
  valueFrom,
} from '@postroad/console/conditions/vocabulary';
import { conditions } from '@postroad/core/catalog/describe/conditions';
import type { AccountNames } from '@postroad/core/catalog/describe/topic';
import { checkTree } from '@postroad/core/conditions/tree';
import { conditionTypes } from '@postroad/core/conditions/types/table';
import type { JsonObject } from '@postroad/core/platform/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const a: JsonObject = { type: 'has_tag', tag: 'a' };
const b: JsonObject = { type: 'has_tag', tag: 'b' };
const c: JsonObject = { type: 'suppressed' };

describe('editing a condition part by part', () => {
  it('adds to a group, and makes one of a leaf', () => {
    expect(addedAt(a, [], b)).toEqual({ all: [a, b] });
    expect(addedAt({ any: [a] }, [], b)).toEqual({ any: [a, b] });
    expect(addedAt({ all: [a, { not: b }] }, [1], c)).toEqual({
      all: [a, { not: { any: [b, c] } }],
    });
  });

  it('takes a part away with the groups that it leaves empty', () => {
    expect(changedAt({ all: [a, { any: [b] }] }, [1, 0], () => null)).toEqual({ all: [a] });
    expect(changedAt({ not: a }, [0], () => null)).toBeNull();
  });

  it('turns a group into another with the same members', () => {
    expect(regrouped({ all: [a, b] }, 'not')).toEqual({ not: { any: [a, b] } });
    expect(regrouped({ not: { any: [a, b] } }, 'all')).toEqual({ all: [a, b] });
    expect(regrouped({ not: a }, 'any')).toEqual({ any: [a] });
  });

  it('leaves a condition that the service takes, whatever is edited', () => {
    const leaf = fc.constantFrom(a, b, c);
    const { tree } = fc.letrec<{ tree: JsonObject }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc
          .tuple(
            fc.constantFrom('all' as const, 'any' as const, 'not' as const),
            fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
          )
          .map(([group, members]) => groupWith(group, members)),
      ),
    }));
    const grammar = { noun: 'condition' as const, leaf: () => [] };
    fc.assert(
      fc.property(tree, fc.array(fc.nat(2), { maxLength: 3 }), leaf, (whole, path, part) => {
        const edits = [
          addedAt(whole, path, part),
          changedAt(whole, path, () => null),
          changedAt(whole, path, (found) =>
            membersOf(found).length > 0 ? regrouped(found, 'not') : found,
          ),
        ];
        for (const edited of edits) {
          if (edited !== null) expect(checkTree(grammar, edited, 'definition')).toEqual([]);
        }
      }),
    );
  });
});

const names: AccountNames = {
  event_types: ['signed_up'],
  fields: [
    { key: 'plan', type: 'string' },
    { key: 'beds', type: 'number' },
  ],
  tags: ['grower'],
  themes: [],
  emails: [{ id: 3, title: 'Spring letter' }],
  flows: [],
  products: [],
  segments: [],
  sequences: [],
};

function topicOf(part: string | null, kinds: Topic['names'] = []): Topic {
  return { ...conditions.text(names, part), topic: 'conditions', part, names: kinds };
}

const fieldNames = [
  { kind: 'fields' as const, names: ['plan (string)', 'beds (number)'], complete: true },
];

describe('the vocabulary comes from describe_schema', () => {
  it('offers every type of condition that the service has', () => {
    expect(typesIn(topicOf(null)).map(({ type }) => type)).toEqual(Object.keys(conditionTypes));
  });

  it.each(Object.keys(conditionTypes))('knows how to edit each key of %s', (type) => {
    const topic = topicOf(type);
    const expected = topic.fields
      .map(({ name }) => name.split('.').slice(1).join('.'))
      .filter((name) => name !== 'type' && /^\w+$/.test(name));
    expect(keysIn(topic, { type }).map(({ name }) => name)).toEqual(expected);
    expect(newLeaf(topic, type).type).toBe(type);
  });

  it('names records, and keeps what is text as text', () => {
    const topic = topicOf('field', fieldNames);
    const [field, op, value] = keysIn(topic, { type: 'field', field: 'beds' });
    expect(field?.choices.map((choice) => choice.value)).toEqual(['plan', 'beds']);
    expect(op?.choices.map((choice) => choice.value)).toContain('greater');
    expect(value && valueFrom(value, '5')).toBe(5);
    const text = keysIn(topic, { type: 'field', field: 'plan' })[2];
    expect(text && valueFrom(text, '5')).toBe('5');
    expect(text && valueFrom(text, '')).toBeUndefined();
    const emails = [{ kind: 'emails' as const, names: ['3 Spring letter'], complete: true }];
    const soon = keysIn(topic, { type: 'field', field: 'plan', op: 'within_next' })[2];
    expect(soon?.kind).toBe('duration');
    const [email] = keysIn(topicOf('opened_email', emails), { type: 'opened_email' });
    expect(email?.choices).toEqual([{ value: '3', label: 'Spring letter' }]);
    expect(email && valueFrom(email, '3')).toBe(3);
  });
});

it('counts a few parts at once, in turn', async () => {
  const turns = new Turns(2);
  const gates: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const task = () =>
    turns.take(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
    });
  const all = Promise.all([task(), task(), task(), task()]);
  for (let opened = 0; opened < 4; ) {
    await Promise.resolve();
    const next = gates.shift();
    if (next === undefined) continue;
    next();
    opened += 1;
  }
  await all;
  expect(most).toBe(2);
});
