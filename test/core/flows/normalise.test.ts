import { normalise } from '@postroad/core/flows/definition/normalise';
import { slugOf } from '@postroad/core/flows/definition/slug';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import type { Gate } from '@postroad/core/flows/steps/gate';
import { limits } from '@postroad/core/platform/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { anyJson, authoredSteps, definitionLike } from './arbitraries.ts';

const trigger = { event: 'signed_up' };
const step = (id: number, rest: object = {}) => ({
  id,
  name: 'Tag them',
  slug: 'tag-them',
  type: 'add_tag',
  tag: 'vip',
  ...rest,
});
const normal = (nodes: unknown, counter?: unknown, held: number | null = null) =>
  normalise(
    { trigger, ...(counter === undefined ? {} : { node_counter: counter }), nodes },
    held === null ? null : { node_counter: held },
  );

describe('ids', () => {
  it('DEF-08 mints missing ids in document order, through every arm', () => {
    const { definition } = normal([
      {
        type: 'if_else',
        condition: { type: 'has_tag', tag: 'vip' },
        else: [{ type: 'exit_flow' }],
        then: [{ type: 'exit_flow' }],
      },
      { type: 'gate', expired: [{ type: 'exit_flow' }], met: [{ type: 'exit_flow' }] },
      { type: 'exit_flow', id: null },
    ]);
    const ids = listSteps(definition.nodes).steps.map(({ step, path }) => [path, step.id]);
    expect(ids).toEqual([
      ['nodes[0]', 1],
      ['nodes[0].then[0]', 2],
      ['nodes[0].else[0]', 3],
      ['nodes[1]', 4],
      ['nodes[1].met[0]', 5],
      ['nodes[1].expired[0]', 6],
      ['nodes[2]', 7],
    ]);
    expect(definition.node_counter).toBe(7);
  });

  it.each<[string, unknown, number | null, number[], number, string[]]>([
    ['DEF-03 the counter sent is highest', 9, 5, [2], 9, []],
    ['DEF-03 the counter held is highest', 3, 5, [2], 5, ['counter_behind']],
    ['DEF-03 an id present is highest', 3, null, [7], 7, ['counter_behind']],
    ['VAL-20 a counter left out is not behind', undefined, 5, [7], 7, []],
    ['VAL-20 nor is null', null, 5, [7], 7, []],
    ['VAL-20 ids that are still to be minted are not behind', 0, null, [], 0, []],
    ['a malformed counter is reported and ignored', '12', 5, [2], 5, ['counter_malformed']],
    ['a malformed counter is reported and ignored', 1e12, 5, [2], 5, ['counter_malformed']],
    ['a malformed counter is reported and ignored', -1, null, [2], 2, ['counter_malformed']],
    ['a malformed counter is reported and ignored', 2.5, null, [2], 2, ['counter_malformed']],
  ])('%s', (_clause, sent, held, ids, counter, codes) => {
    const { definition, issues } = normal(
      ids.map((id) => step(id)),
      sent,
      held,
    );
    expect(definition.node_counter).toBe(counter);
    expect(issues.map((issue) => issue.code)).toEqual(codes);
  });

  it('DEF-07 never hands out an id again that the counter has passed', () => {
    const { definition } = normal([step(4), { type: 'exit_flow' }], 4, 11);
    expect(definition.nodes.map((node) => node.id)).toEqual([4, 12]);
  });

  it('keeps malformed ids for validation, and does not count them', () => {
    const { definition } = normal([{ ...step(1), id: '8' }, { ...step(1), id: 9e9 }, step(2)]);
    expect(definition.nodes.map((node) => node.id)).toEqual(['8', 9e9, 2]);
    expect(definition.node_counter).toBe(2);
  });

  it('leaves the id out where none is left to mint', () => {
    const { definition } = normal([{ type: 'exit_flow' }], limits.stepIdMax);
    expect(definition.nodes.map((node) => 'id' in node)).toEqual([false]);
  });
});

describe('names, slugs and descriptions', () => {
  it.each<[string, object, string, string]>([
    ['DEF-09', { type: 'send_email' }, 'send_email', 'send-email'],
    ['DEF-09', { type: 'send_email', name: '  ' }, 'send_email', 'send-email'],
    [
      'DEF-11',
      { type: 'delay', name: 'Wait for the day of reckoning' },
      'Wait for the day of reckoning',
      'wait-day-reckoning',
    ],
    ['DEF-11', { type: 'delay', name: 'x', slug: 'Kept As-Written' }, 'x', 'Kept As-Written'],
    ['DEF-11', { type: 'delay', name: 'Say hello', slug: '' }, 'Say hello', 'say-hello'],
    ['DEF-11', { type: 'delay', name: '日本' }, '日本', 'delay'],
    ['trimmed', { type: 'delay', name: ' Say hello ' }, 'Say hello', 'say-hello'],
  ])('%s %j', (_clause, sent, name, slug) => {
    expect(normal([sent]).definition.nodes[0]).toMatchObject({ name, slug });
  });

  it.each([
    ['To be or not to be', 'be-not-be'],
    ['The And Of', 'the-and-of'],
    ['Café Ölçü — naïve', 'cafe-olcu-naive'],
    ["Don't stop, it’s 5 o'clock", 'dont-stop-its-5-oclock'],
    ['--a--b--', 'b'],
    ['日本', ''],
    ['', ''],
    ['x'.repeat(500), 'x'.repeat(limits.keyChars)],
  ])('contract §4.2 the slug of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('DEF-12 drops a blank description and keeps any other', () => {
    const sent = ['', ' \n', null, 'Why', 7].map((description) => step(1, { description }));
    const kept = normal(sent).definition.nodes.map((node) => node.description);
    expect(kept).toEqual([undefined, undefined, undefined, 'Why', 7]);
  });
});

describe('the document', () => {
  it('stores keys in one order, whatever order they came in', () => {
    const sent = JSON.parse(
      `{"extra":1,"nodes":[{"tag":"vip","next":4,"type":"add_tag","b":1,"a":2,"slug":"tag","id":3},
        {"else":[],"then":[],"condition":{"value":1,"op":"equals","field":"n","type":"field"},"type":"if_else"},
        {"type":"delay","duration":{"unit":"days","amount":2}}],
       "node_counter":3,"trigger":{"match":{"value":1,"op":"has_value","detail":"x"},"label":" ","event":"e"}}`,
    );
    expect(JSON.stringify(normalise(sent, null).definition, null, 1)).toMatchInlineSnapshot(`
      "{
       "trigger": {
        "event": "e",
        "match": {
         "detail": "x",
         "op": "present",
         "value": 1
        }
       },
       "node_counter": 5,
       "nodes": [
        {
         "id": 3,
         "name": "add_tag",
         "slug": "tag",
         "type": "add_tag",
         "tag": "vip",
         "a": 2,
         "b": 1,
         "next": 4
        },
        {
         "id": 4,
         "name": "if_else",
         "slug": "if-else",
         "type": "if_else",
         "condition": {
          "type": "field",
          "field": "n",
          "op": "equals",
          "value": 1
         },
         "then": [],
         "else": []
        },
        {
         "id": 5,
         "name": "delay",
         "slug": "delay",
         "type": "delay",
         "duration": {
          "amount": 2,
          "unit": "days"
         }
        }
       ],
       "extra": 1
      }"
    `);
  });

  it('VAL-18 keeps stray pointers, so that validation can show them', () => {
    const { definition } = normalise({ trigger, entry: 1, nodes: [step(1, { next: 2 })] }, null);
    expect(definition).toMatchObject({ entry: 1, nodes: [{ next: 2 }] });
  });

  it.each<[string, unknown, string[]]>([
    ['TRIG-03', { event: 'x', product: 'pro' }, ['definition.trigger.product']],
    [
      'TRIG-03',
      { event: 'x', at: 1, cron: '*' },
      ['definition.trigger.at', 'definition.trigger.cron'],
    ],
    ['TRIG-02', { event: 'x', match: {}, label: 'L', ignore_historical: false }, []],
    ['contract §5.2 all else is saved', { event: 7, match: 'x' }, []],
    ['contract §5.2 all else is saved', { type: 'moon', phase: 'full' }, []],
    ['contract §5.2 all else is saved', 'signed_up', []],
    ['contract §5.2 all else is saved', undefined, []],
  ])('%s refuses of %j the keys %j', (_clause, sent, paths) => {
    const { refusals } = normalise({ trigger: sent, nodes: [] }, null);
    expect(refusals.map((refusal) => refusal.path)).toEqual(paths);
  });

  it.each([null, 7, 'x', [], undefined])('refuses %j as a definition', (sent) => {
    const { definition, refusals } = normalise(sent, { node_counter: 4 });
    expect(refusals).toMatchObject([{ path: 'definition', code: 'definition_malformed' }]);
    expect(definition).toEqual({ trigger: {}, node_counter: 4, nodes: [] });
  });

  it('refuses more steps than a flow may have, and multiplies nothing', () => {
    const nodes = Array.from({ length: limits.stepsPerFlow + 1 }, () => ({}));
    const { definition, refusals } = normalise({ trigger, nodes }, null);
    expect(refusals).toMatchObject([{ path: 'definition.nodes', code: 'too_many_steps' }]);
    expect(definition.nodes).toBe(nodes);
  });
});

describe('gates', () => {
  const wait_for = { event: { name: 'paid', occurrence: 'any_past' } };
  const duration = { unit: 'days', amount: 3 };
  const gateOf = (rest: object) => {
    const { definition, issues } = normal([{ type: 'gate', wait_for, ...rest }]);
    const { id: _id, name: _name, slug: _slug, type: _type, ...kept } = definition.nodes[0] as Gate;
    return { kept, issues };
  };

  it('VER-04 the old timeout becomes expires_after and the arm expired, once', () => {
    const { kept, issues } = gateOf({ timeout: { duration, steps: [step(9)] } });
    expect(JSON.stringify(kept)).toBe(
      JSON.stringify({
        wait_for,
        expires_after: { amount: 3, unit: 'days' },
        met: [],
        expired: [{ ...step(9), tag: 'vip' }],
      }),
    );
    expect(issues).toMatchObject([
      {
        code: 'gate_timeout_legacy',
        path: 'nodes[0].timeout',
        node: '10-gate',
        severity: 'warning',
      },
    ]);
  });

  it('VER-04 at any depth, and steps inside get and keep their ids', () => {
    const inner = { type: 'gate', wait_for, timeout: { duration, steps: [{ type: 'exit_flow' }] } };
    const outer = { type: 'gate', wait_for, timeout: { duration, steps: [inner, step(7)] } };
    const { definition, issues } = normal([step(2), outer]);
    const ids = listSteps(definition.nodes).steps.map(({ step, path }) => `${path} ${step.id}`);
    expect(ids).toEqual([
      'nodes[0] 2',
      'nodes[1] 8',
      'nodes[1].expired[0] 9',
      'nodes[1].expired[0].expired[0] 10',
      'nodes[1].expired[1] 7',
    ]);
    expect(issues.map(({ path, node }) => `${path} ${node}`)).toEqual([
      'nodes[1].timeout 8-gate',
      'nodes[1].expired[0].timeout 9-gate',
    ]);
  });

  it.each<[string, object, string[]]>([
    ['without a duration', { timeout: { steps: [] } }, ['wait_for', 'timeout']],
    ['of another shape', { timeout: 5 }, ['wait_for', 'timeout']],
    [
      'beside what took its place',
      { timeout: { duration, steps: [] }, expires_after: 'never' },
      ['wait_for', 'expires_after', 'timeout'],
    ],
  ])('VER-04 keeps a timeout %s', (_case, rest, keys) => {
    expect(Object.keys(gateOf(rest).kept)).toEqual(keys);
  });

  it.each<[string, object, string[]]>([
    ['never', { expires_after: 'never', met: [], expired: [] }, ['wait_for', 'expires_after']],
    ['left out', { met: [], expired: null }, ['wait_for']],
    ['null', { expires_after: null, met: [] }, ['wait_for']],
    ['steps stay', { met: [step(9)], expired: [] }, ['wait_for', 'met']],
    [
      'a duration',
      { expires_after: duration, met: [], expired: [] },
      ['wait_for', 'expires_after', 'met', 'expired'],
    ],
  ])(
    'DEF-24 and contract §5.4 empty arms are dropped where nothing expires: %s',
    (_case, rest, keys) => {
      expect(Object.keys(gateOf(rest).kept)).toEqual(keys);
    },
  );

  it('VER-03 legacy match names of a gate are replaced, and keys put in order', () => {
    const event = {
      occurrence: 'any_past',
      match: { value: 1, op: 'exact', detail: 'a' },
      name: 'x',
    };
    const { definition } = normal([{ type: 'gate', wait_for: { event }, expires_after: 'never' }]);
    expect(JSON.stringify((definition.nodes[0] as Gate).wait_for)).toBe(
      '{"event":{"name":"x","match":{"detail":"a","op":"equals","value":1},"occurrence":"any_past"}}',
    );
  });
});

describe('laws', () => {
  it('is idempotent and changes nothing in its input, whatever the JSON', () => {
    fc.assert(
      fc.property(definitionLike, fc.option(fc.integer({ min: 0, max: 9 })), (input, counter) => {
        const held = counter === null ? null : { node_counter: counter };
        const before = JSON.stringify(input);
        const once = normalise(input, held);
        expect(JSON.stringify(input)).toBe(before);
        const twice = normalise(once.definition, held);
        expect(JSON.stringify(twice.definition)).toBe(JSON.stringify(once.definition));
        expect(twice.issues).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it('DEF-07 gives every step of a definition without ids its own', () => {
    fc.assert(
      fc.property(authoredSteps, fc.integer({ min: 0, max: 99 }), (nodes, counter) => {
        const { definition } = normal(nodes, undefined, counter);
        const ids = listSteps(definition.nodes).steps.map(({ step }) => step.id);
        expect(ids).toEqual(ids.map((_, index) => counter + index + 1));
        expect(definition.node_counter).toBe(counter + ids.length);
      }),
    );
  });

  it('takes JSON that is deep, long, or full of names of the prototype', () => {
    const deep = JSON.parse(`${'{"then":['.repeat(60_000)}${']}'.repeat(60_000)}`);
    expect(() => normalise({ trigger: deep, nodes: [deep] }, null)).not.toThrow();
    const lists = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(() => normalise({ trigger: { match: lists }, nodes: lists }, null)).not.toThrow();
    const hostile = JSON.parse(
      '{"__proto__":{"a":1},"nodes":[{"__proto__":{"id":7},"type":"__proto__"}]}',
    );
    const { definition } = normalise(hostile, null);
    expect(JSON.stringify(definition)).toBe(
      '{"trigger":{},"node_counter":1,"nodes":[{"id":1,"name":"__proto__","slug":"proto","type":"__proto__","__proto__":{"id":7}}],"__proto__":{"a":1}}',
    );
  });

  it('never throws on any JSON at any place of a step', () => {
    fc.assert(
      fc.property(fc.array(anyJson), (nodes) => {
        normalise({ trigger, nodes }, null);
      }),
    );
  });
});
