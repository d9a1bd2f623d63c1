import { compileFlow } from '@postroad/core/flow/compile';
import type { Definition } from '@postroad/core/flow/definition';
import { resumePoint } from '@postroad/core/flow/resume-point';
import { expect, it } from 'vitest';

const tag = (id: number) => ({ id, name: 'x', slug: 'x', type: 'add_tag', tag: 'x' });
const branch = (id: number, then: object[], otherwise: object[] = []) => ({
  ...{ id, name: 'x', slug: 'x', type: 'if_else' },
  condition: { type: 'has_tag', tag: 'x' },
  ...{ then, else: otherwise },
});

function flowOf(nodes: object[]) {
  const definition = { trigger: { event: 'x' }, node_counter: 99, nodes };
  return compileFlow(definition as unknown as Definition);
}

const flow = flowOf([
  tag(1),
  branch(2, [tag(3), tag(4)], []),
  { ...tag(5), id: undefined },
  tag(6),
]);

it.each<[string, { step_id: number; arm: string | null } | null, number | null]>([
  ['nothing that is left', null, 1],
  ['a step', { step_id: 1, arm: null }, 2],
  ['an arm with steps', { step_id: 2, arm: 'then' }, 3],
  ['an empty arm, past a step without an id', { step_id: 2, arm: 'else' }, 6],
  ['the last step of an arm', { step_id: 4, arm: null }, 6],
  ['the last step of all', { step_id: 6, arm: null }, null],
  ['an arm that the step no longer has', { step_id: 1, arm: 'then' }, 2],
])('a run whose step is gone goes on after %s', (_what, last, next) => {
  expect(resumePoint(flow, last)).toBe(next);
});

it('ends where the flow has no steps', () => {
  expect(resumePoint(flowOf([]), null)).toBeNull();
});
