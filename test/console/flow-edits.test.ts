import {
  addStep,
  duplicateStep,
  mended,
  moveStep,
  nudgeStep,
  placeAfter,
  removeStep,
} from '@postroad/console/flows/edits';
import { layoutFlow } from '@postroad/console/flows/layout';
import {
  allSteps,
  type StepNode,
  stepPathOf,
  stepTree,
  stepTypes,
} from '@postroad/console/flows/steps';
import { valueAt } from '@postroad/console/platform/value-at';
import { stepTypeNames } from '@postroad/core/flows/steps/table';
import { isObject } from '@postroad/core/platform/json';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const branch = (id: number, yes: object[], no: object[]) => ({
  ...{ id, type: 'if_else', name: `Step ${id}` },
  ...{ then: yes, else: no },
});
const step = (id: number) => ({ id, type: 'delay', name: `Step ${id}` });

const start = {
  trigger: { event: 'signed_up' },
  node_counter: 9,
  nodes: [step(1), branch(2, [step(3), branch(4, [step(5)], [])], [step(6)]), step(7)],
};

/** Ids in the order of reading, arms in brackets. */
function drawn(definition: object): string {
  const text = (nodes: readonly StepNode[]): string =>
    nodes
      .map(({ id, arms }) => `${id}${arms.map((arm) => `[${text(arm.nodes)}]`).join('')}`)
      .join(' ');
  return text(stepTree(valueAt(definition, 'nodes')));
}

const idAt = (definition: object, path: string) => {
  const found = valueAt(definition, path);
  return isObject(found) ? found.id : null;
};

it('offers every type of step', () => {
  expect([...stepTypes].sort()).toEqual([...stepTypeNames].sort());
});

it('adds, duplicates and removes steps, each under an id of its own', () => {
  const added = addStep(start, placeAfter('nodes[1].else'), 'send_email', 'New');
  expect(drawn(added.definition)).toBe('1 2[3 4[5][]][10 6] 7');
  expect(added.path).toBe('nodes[1].else[0]');
  expect(added.definition.node_counter).toBe(10);
  const copied = duplicateStep(start, 'nodes[1]');
  expect(drawn(copied.definition)).toBe('1 2[3 4[5][]][6] 10[11 12[13][]][14] 7');
  expect(copied.definition.node_counter).toBe(14);
  const removed = removeStep(start, 'nodes[1].else[0]');
  expect(drawn(removed.definition)).toBe('1 2[3 4[5][]][] 7');
  expect(removed.path).toBe('nodes[1].else');
  expect(removeStep(start, 'nodes[2]').path).toBe('nodes[1]');
});

it('moves steps by one with keys: past a neighbour, out of a branch, into one', () => {
  const moved = (path: string, direction: 'up' | 'down' | 'out' | 'in') => {
    const edited = nudgeStep(start, path, direction);
    return edited === null ? null : `${drawn(edited.definition)} at ${edited.path}`;
  };
  expect(moved('nodes[0]', 'down')).toBe('2[3 4[5][]][6] 1 7 at nodes[1]');
  expect(moved('nodes[2]', 'up')).toBe('1 7 2[3 4[5][]][6] at nodes[1]');
  expect(moved('nodes[2]', 'in')).toBe('1 2[3 4[5][] 7][6] at nodes[1].then[2]');
  expect(moved('nodes[0]', 'in')).toBe('2[3 4[5][] 1][6] 7 at nodes[0].then[2]');
  expect(moved('nodes[1].then[1].then[0]', 'out')).toBe('1 2[3 4[][] 5][6] 7 at nodes[1].then[2]');
  expect(moved('nodes[0]', 'up')).toBeNull();
  expect(moved('nodes[0]', 'out')).toBeNull();
});

it('a move to any place keeps every step once, and never puts one into itself', () => {
  const steps = allSteps(stepTree(start.nodes));
  const { slots } = layoutFlow(stepTree(start.nodes));
  fc.assert(
    fc.property(fc.constantFrom(...steps), fc.constantFrom(...slots), ({ path, id }, slot) => {
      const edited = moveStep(start, path, slot);
      if (slot.list.startsWith(`${path}.`)) {
        expect(edited).toBeNull();
        return;
      }
      const after = allSteps(stepTree(edited?.definition.nodes));
      const ids = (nodes: typeof steps) => nodes.map((node) => node.id).toSorted();
      expect(ids(after)).toEqual(ids(steps));
      expect(idAt(edited?.definition ?? {}, edited?.path ?? '')).toBe(id);
    }),
  );
});

it('SPLIT-01 adds, copies and moves steps in the arms of a split, but none into its holdout', () => {
  const split = addStep(start, placeAfter('nodes[1]'), 'split', 'Half');
  expect(drawn(split.definition)).toBe('1 2[3 4[5][]][6] 10[][] 7');
  const arm = `${split.path}.arms[1].steps`;
  const added = addStep(split.definition, placeAfter(arm), 'add_tag', 'New');
  expect(added.path).toBe('nodes[2].arms[1].steps[0]');
  expect(drawn(added.definition)).toBe('1 2[3 4[5][]][6] 10[][11] 7');
  expect(drawn(duplicateStep(added.definition, split.path).definition)).toBe(
    '1 2[3 4[5][]][6] 10[][11] 12[][13] 7',
  );
  const out = nudgeStep(added.definition, added.path, 'out');
  expect(`${drawn(out?.definition ?? {})} at ${out?.path}`).toBe(
    '1 2[3 4[5][]][6] 10[][] 11 7 at nodes[3]',
  );
  const held = { name: 'control', weight: 1, holdout: true, steps: [] };
  const rest = { name: 'A', weight: 1, steps: [] };
  const flow = { ...start, nodes: [{ id: 1, type: 'split', arms: [held, rest] }, step(2)] };
  expect(nudgeStep(flow, 'nodes[1]', 'in')?.path).toBe('nodes[0].arms[1].steps[0]');
  expect(stepPathOf('nodes[0].arms[1].weight')).toBe('nodes[0]');
  expect(stepPathOf('nodes[0].arms[1].steps[2].tag')).toBe('nodes[0].arms[1].steps[2]');
  const { boxes, slots } = layoutFlow(stepTree(flow.nodes));
  expect(boxes.has('nodes[0].arms[0].steps')).toBe(true);
  expect(slots.map(({ list }) => list)).not.toContain('nodes[0].arms[0].steps');
});

it('corrects what one edit corrects, and leaves the rest to people', () => {
  const nodes = [{ ...step(1), tga: 'x' }, { id: 2, type: 'exit_flow' }, step(3)];
  const flawed = { ...start, nodes };
  const fix = (path: string, code: string, near?: string) =>
    mended(flawed, { path, code, did_you_mean: near });
  expect(valueAt(fix('nodes[0].tga', 'step_keys_unknown'), 'nodes[0]')).toEqual(step(1));
  expect(valueAt(fix('nodes[0].tga', 'step_keys_unknown', 'tag'), 'nodes[0]')).toEqual({
    ...step(1),
    tag: 'x',
  });
  expect(valueAt(fix('nodes[0].type', 'step_type_unknown', 'gate'), 'nodes[0].type')).toBe('gate');
  expect(valueAt(fix('nodes[2]', 'step_after_exit'), 'nodes')).toHaveLength(2);
  expect(valueAt(fix('nodes[2].id', 'id_duplicate'), 'nodes[2].id')).toBe(10);
  expect(fix('nodes[0].email_id', 'step_key_missing')).toBeNull();
});
