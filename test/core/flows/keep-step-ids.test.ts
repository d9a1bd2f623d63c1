import { withKeptStepIds } from '@postroad/core/flows/definition/keep-step-ids';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { expect, it } from 'vitest';

const trigger = { event: 'x' };
const exit = { type: 'exit_flow' };
const tag = (name: string) => ({ name, type: 'add_tag', tag: 't' });

/** The ids of a definition that is saved over another one, in document order. */
function idsAfter(before: object[], after: object, nodes: object[]) {
  const held = normalise({ trigger, nodes: before }, null).definition;
  const said = withKeptStepIds({ trigger, ...after, nodes }, held);
  const { definition } = normalise(said, held);
  return listSteps(definition.nodes).steps.map(({ step }) => step.id);
}

it('DEF-07 a definition without ids keeps those of the saved steps of the same type and name', () => {
  const split = {
    name: 'Sides',
    type: 'split',
    arms: [
      { name: 'a', weight: 1, steps: [tag('A')] },
      { name: 'b', weight: 1, steps: [tag('B')] },
    ],
  };
  expect(idsAfter([split, exit], {}, [split, exit])).toEqual([1, 2, 3, 4]);
  expect(idsAfter([tag('A'), exit], {}, [tag('New'), exit, tag('A')])).toEqual([3, 2, 1]);
});

it('DEF-07 steps that share type and name keep their ids in order, if there are as many', () => {
  expect(idsAfter([exit, exit], {}, [tag('A'), exit, exit])).toEqual([3, 1, 2]);
  expect(idsAfter([exit, exit], {}, [exit, exit, exit])).toEqual([3, 4, 5]);
});

it('DEF-07 a definition with an id or a counter says itself which steps are new', () => {
  expect(idsAfter([tag('A'), exit], {}, [{ ...tag('A'), id: 1 }, exit])).toEqual([1, 3]);
  expect(idsAfter([tag('A'), exit], { node_counter: 2 }, [tag('A'), exit])).toEqual([3, 4]);
});
