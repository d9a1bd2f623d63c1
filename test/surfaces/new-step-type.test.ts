import { describeSchema } from '@postroad/core/catalog/describe/describe-schema';
import { flowJsonSchema } from '@postroad/core/catalog/describe/flow-json-schema';
import { testTree } from '@postroad/core/definitions/test-tree';
import { changedWaits } from '@postroad/core/flows/definition/changed-waits';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { review } from '@postroad/core/flows/definition/review';
import { flowDiagram } from '@postroad/core/flows/drawing/diagram';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import { rehearse } from '@postroad/core/flows/interpreter/rehearse';
import { stepTypeNames, stepTypes } from '@postroad/core/flows/steps/table';
import { isObject } from '@postroad/core/platform/json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answersOf, now } from '../core/flows/scene.ts';
import { greet } from './made-up-step.ts';

// The row in the table, and nothing else.
beforeAll(() => {
  Object.assign(stepTypes, { greet });
  (stepTypeNames as string[]).push('greet');
});

afterAll(() => {
  Reflect.deleteProperty(stepTypes, 'greet');
  stepTypeNames.pop();
});

const names = {
  ...{ event_types: ['order_paid'], fields: [], tags: ['vip'], themes: [], emails: [] },
  ...{ flows: [], products: [], segments: [], sequences: [] },
};

const sent = {
  trigger: { event: 'order_paid' },
  nodes: [
    {
      type: 'greet',
      name: 'Hello',
      tag: 'vip',
      ...Object.fromEntries([['then', [{ type: 'exit_flow', name: 'Leave' }]]]),
    },
  ],
};

const context = {
  flowKey: 'x',
  held: null,
  runPolicy: 'repeat' as const,
  references: {
    fields: new Map(),
    tags: new Set(['vip']),
    events: new Set(['order_paid']),
    emails: new Map(),
    sequences: new Set<number>(),
    sequencesOff: new Set<number>(),
    flows: new Set<string>(),
    products: new Set<string>(),
    segments: new Map<string, number>(),
    tunables: new Map(),
  },
};

it('FTEST-07 a step type that is one file and one row is known to every part of a flow', () => {
  const { definition, validation } = review(sent, context);
  expect(validation).toEqual({ valid: true, errors: [], warnings: [] });
  const faulty = { ...sent, nodes: [{ type: 'greet', name: 'Hello' }] };
  expect(
    review(faulty, context).validation.errors.map(({ code, path }) => `${code} ${path}`),
  ).toEqual(
    expect.arrayContaining(['step_key_missing nodes[0].tag', 'arm_malformed nodes[0].then']),
  );

  const described = describeSchema('steps', 'greet', names);
  expect(described.rules).toContain('A person is greeted once.');
  expect(described.fields.map(({ name }) => name)).toEqual([
    'greet.type',
    'greet.tag',
    'greet.then',
  ]);
  expect(review(described.example, context).validation.errors).toEqual([]);
  const { $defs } = flowJsonSchema();
  expect(isObject($defs) && $defs.greet).toMatchObject({ required: ['type', 'tag', 'then'] });

  const flow = { key: 'x', name: 'X', definition, counts: new Map() };
  expect(flowDiagram(flow)).toContain('Greet as vip');
  expect(textOutline(flow)).toContain('Greet as vip');
  const empty: Definition = normalise({ trigger: sent.trigger, nodes: [] }, null).definition;
  expect(diffDefinitions(empty, definition)[0]?.summary).toBe('Greet as vip');
  const other = structuredClone(definition);
  Object.assign(other.nodes[0] ?? {}, { tag: 'other' });
  const tunables = new Map();
  expect(
    changedWaits({ definition, tunables }, { definition: other, tunables }).map(
      ({ handle }) => handle,
    ),
  ).toEqual(['1-hello']);
});

it('FTEST-07 such a type runs, is assumed of in dry runs, and is tested in files', () => {
  const { definition } = review(sent, context);
  const facts = {
    flowKey: 'x',
    now,
    zone: 'UTC',
    answers: answersOf(),
    emails: new Map(),
    start: '',
  };
  const assume = [{ step: '1-hello', outcome: 'waited' as const }];
  const walked = rehearse(compileFlow(definition), facts, { event: null, assume });
  if ('faults' in walked) throw new Error(JSON.stringify(walked.faults));
  expect(walked.steps.map(({ handle, outcome, arm }) => [handle, outcome, arm])).toEqual([
    ['1-hello', 'waiting', null],
    ['1-hello', 'released', 'then'],
    ['2-leave', 'exited', null],
  ]);

  const test = `events: [{at: 2026-03-02T10:00:00Z, name: order_paid}]
clock: 2026-03-02T10:00:00Z
expect: {path: [1-hello, 2-leave], ends: exited}
`;
  const { tests, parse_errors } = testTree({
    'flows/x.json': JSON.stringify({ key: 'x', definition: sent }),
    'tests/x/greeted.yml': test,
  });
  expect(parse_errors).toEqual([]);
  expect(tests.map(({ result, errors }) => [errors, result?.passed])).toEqual([[[], true]]);
});
