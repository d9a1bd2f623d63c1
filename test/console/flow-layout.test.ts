import { layoutFlow, lineWidth } from '@postroad/console/flows/layout';
import { allSteps, stepPathOf, stepTree } from '@postroad/console/flows/steps';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import fc from 'fast-check';
import { expect, it } from 'vitest';

interface Drawn {
  id: number;
  type: string;
  [arm: string]: unknown;
}

/** Definitions of branches in branches, with every kind of arm. */
const nodes = fc.letrec<{ list: Drawn[]; step: Drawn }>((tie) => ({
  list: fc.array(tie('step'), { maxLength: 4, depthIdentifier: 'list' }),
  step: fc.oneof(
    { depthSize: 'small', maxDepth: 4, depthIdentifier: 'list' },
    fc.record({ id: fc.nat(), type: fc.constantFrom('send_email', 'delay', 'exit_flow') }),
    fc.record({
      id: fc.nat(),
      type: fc.constant('if_else'),
      then: tie('list'),
      else: tie('list'),
    }),
    fc.record({
      id: fc.nat(),
      type: fc.constant('split'),
      arms: fc.tuple(
        fc.record({ name: fc.constant('A'), weight: fc.constant(1), steps: tie('list') }),
        fc.record({ name: fc.constant('then'), weight: fc.constant(1), steps: tie('list') }),
        fc.constant({ name: 'C', weight: 1, holdout: true, steps: [] }),
      ),
    }),
    fc.record({
      id: fc.nat(),
      type: fc.constant('gate'),
      expires_after: fc.constant({ amount: 1, unit: 'days' }),
      met: tie('list'),
      expired: tie('list'),
    }),
  ),
})).list;

function overlaps(one: readonly number[], other: readonly number[]): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = one;
  const [l = 0, u = 0, r = 0, d = 0] = other;
  return left < r && l < right && top < d && u < bottom;
}

/** Half of the button at a place for a step. */
const half = 12;

it.each([null, 320])('CON-20 gives every step a place of its own, %s wide', (narrow) => {
  fc.assert(
    fc.property(nodes, (list) => {
      const tree = stepTree(list);
      const { boxes, slots, width, height } = layoutFlow(tree, narrow);
      const edges = [...boxes.values()].map((box) => [
        ...[box.x, box.y, box.x + box.width, box.y + box.height],
      ]);
      for (const [index, edge] of edges.entries()) {
        expect(edge[2]).toBeLessThanOrEqual(width);
        expect(edge[3]).toBeLessThanOrEqual(height);
        for (const other of edges.slice(0, index)) expect(overlaps(edge, other)).toBe(false);
      }
      for (const { x, y } of slots) {
        const button = [x - half, y - half, x + half, y + half];
        // The pill of an arm is a little smaller than its box.
        const isCovered = (edge: readonly number[]) => {
          const [left = 0, top = 0, right = 0, bottom = 0] = edge;
          return overlaps(button, [left, top + 2, right, bottom - 2]);
        };
        expect(edges.filter(isCovered)).toEqual([]);
      }
      const steps = allSteps(tree);
      expect(steps.map(({ path }) => path)).toEqual(listSteps(list).steps.map(({ path }) => path));
      for (const { path } of steps) expect(boxes.has(path)).toBe(true);
      const places = slots.map((slot) => `${slot.list} ${slot.index}`);
      expect(new Set(places).size).toBe(places.length);
    }),
    { numRuns: 100 },
  );
});

it('stays in place between edits: only what is below or to the right moves', () => {
  const branch = (inner: Drawn[]) => [
    { id: 1, type: 'send_email' },
    { id: 2, type: 'if_else', then: [{ id: 3, type: 'delay' }], else: inner },
    { id: 4, type: 'add_tag' },
  ];
  const before = layoutFlow(stepTree(branch([{ id: 5, type: 'delay' }]))).boxes;
  const after = layoutFlow(
    stepTree(
      branch([
        { id: 5, type: 'delay' },
        { id: 6, type: 'if_else' },
      ]),
    ),
  ).boxes;
  for (const path of ['nodes[0]', 'nodes[1]', 'nodes[1].then[0]', 'nodes[1].else[0]'])
    expect(after.get(path)).toEqual(before.get(path));
  expect(after.get('nodes[2]')?.x).toBe(before.get('nodes[2]')?.x);
});

it('lays out 200 nested steps, each once', () => {
  let list: Drawn[] = [];
  let id = 0;
  const step = (type: string): Drawn => {
    id += 1;
    return { id, type };
  };
  for (let depth = 0; depth < 10; depth += 1) {
    const more = Array.from({ length: 18 }, () => step('send_email'));
    list = [...more, { ...step('if_else'), then: list, else: [step('delay')] }];
  }
  const tree = stepTree(list);
  expect(allSteps(tree)).toHaveLength(200);
  expect(layoutFlow(tree).boxes.size).toBeGreaterThanOrEqual(221);
});

it('draws a wider line where more people are', () => {
  const widths = [0, 1, 10, 1_000, 1_000_000].map(lineWidth);
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(new Set(widths.slice(0, 4)).size).toBe(4);
  expect(Math.max(...widths)).toBeLessThanOrEqual(12);
});

it('finds the step of an issue by its path', () => {
  expect(stepPathOf('nodes[0].then[12].condition.all[0].op')).toBe('nodes[0].then[12]');
  expect(stepPathOf('trigger.event')).toBe('');
});
