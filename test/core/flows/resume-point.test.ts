import { compileFlow } from '@postroad/core/flows/definition/compile';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { advance } from '@postroad/core/flows/interpreter/advance';
import { resumePoint, takenOutcomes } from '@postroad/core/flows/interpreter/resume-point';
import { newRun } from '@postroad/core/flows/interpreter/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { answersOf } from './scene.ts';

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
])('a run whose step is gone continues after %s', (_what, last, next) => {
  expect(resumePoint(flow, last)).toBe(next);
});

it('ends where the flow has no steps', () => {
  expect(resumePoint(flowOf([]), null)).toBeNull();
});

interface Drawn {
  id: number;
  type: string;
  then?: Drawn[];
  else?: Drawn[];
}

/** Steps without waits; half of the branches take `then`, since half of the tags are had. */
const steps = fc.letrec<{ list: object[]; step: object }>((tie) => ({
  list: fc.array(tie('step'), { maxLength: 4 }),
  step: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constant({ type: 'add_tag', tag: 'x', name: 'x', slug: 'x' }),
    fc.record({
      ...{ type: fc.constant('if_else'), name: fc.constant('x'), slug: fc.constant('x') },
      condition: fc.constantFrom({ type: 'has_tag', tag: 'vip' }, { type: 'has_tag', tag: 'none' }),
      ...{ then: tie('list'), else: tie('list') },
    }),
  ),
})).list;

/** Numbers the steps, in an order of its own so that ids say nothing of places. */
function numbered(list: object[], next: () => number): Drawn[] {
  return list.map((step) => {
    const drawn = { ...step, id: next() } as Drawn;
    if (drawn.then) drawn.then = numbered(drawn.then, next);
    if (drawn.else) drawn.else = numbered(drawn.else, next);
    return drawn;
  });
}

/** The same steps in the same order, without those of `gone`, and with new ones before some. */
function edited(list: Drawn[], gone: ReadonlySet<number>, next: () => number): Drawn[] {
  return list.flatMap((step) => {
    const fresh = step.id % 3 === 0 ? [{ ...tag(next()) } as Drawn] : [];
    if (gone.has(step.id)) return fresh;
    const arms = {
      ...(step.then ? { then: edited(step.then, gone, next) } : {}),
      ...(step.else ? { else: edited(step.else, gone, next) } : {}),
    };
    return [...fresh, { ...step, ...arms }];
  });
}

it('takes no step again, whatever steps went and came while the others kept their order', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.boolean()), fc.nat(), (list, removals, cut) => {
      let last = 0;
      const next = () => (last += 1);
      const nodes = numbered(list, next);
      const now = new Date(0);
      const walk = advance(flowOf(nodes), newRun, answersOf(), now).trace.filter(({ outcome }) =>
        (takenOutcomes as readonly string[]).includes(outcome),
      );
      const taken = walk.slice(0, walk.length === 0 ? 0 : cut % walk.length);
      const gone = new Set<number>();
      for (const [index, removed] of [...removals.take(last)].entries()) {
        if (removed) gone.add(index + 1);
      }
      gone.add(walk[taken.length]?.step_id ?? 0);
      const changed = flowOf(edited(nodes, gone, next));
      const left = taken.findLast(({ step_id }) => changed.byId.has(step_id ?? 0));
      const point = resumePoint(
        changed,
        left === undefined ? null : { step_id: left.step_id ?? 0, arm: left.arm ?? null },
      );
      if (point === null) return;
      const rest = advance(changed, { ...newRun, step_id: point }, answersOf(), now).trace;
      const before = new Set(taken.map(({ step_id }) => step_id));
      expect(rest.filter(({ step_id }) => before.has(step_id))).toEqual([]);
    }),
    { numRuns: runs(2_000) },
  );
});
