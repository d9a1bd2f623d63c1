import { changesById, mergedDefinition } from '@postroad/console/flows/difference/merged';
import { allSteps, type StepNode, stepTree } from '@postroad/console/flows/steps';
import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { expect, it } from 'vitest';

const step = (id: number, more: object = {}) => ({
  id,
  type: 'delay',
  name: `Step ${id}`,
  ...more,
});

const definition = (nodes: object[]) =>
  normalise({ trigger: { event: 'signed_up' }, nodes }, null).definition;

/** Ids in the order of reading, arms in brackets. */
function drawn(from: object[], to: object[]): string {
  const merged = mergedDefinition({ ...definition(from) }, { ...definition(to) });
  const text = (nodes: readonly StepNode[]): string =>
    nodes
      .map(({ id, arms }) => `${id}${arms.map((arm) => `[${text(arm.nodes)}]`).join('')}`)
      .join(' ');
  return text(stepTree(merged.nodes));
}

const branch = (id: number, yes: object[], no: object[]) =>
  step(id, { type: 'if_else', condition: { all: [] }, ...{ then: yes, else: no } });

it('draws removed steps where they were', () => {
  expect(drawn([step(1), step(2), step(3)], [step(1), step(3), step(4)])).toBe('1 2 3 4');
  expect(drawn([step(1), step(2)], [step(3)])).toBe('1 2 3');
  expect(drawn([branch(1, [step(2), step(3)], [])], [branch(1, [step(3)], [])])).toBe('1[2 3][]');
});

it('draws a removed branch with what went with it, and what is kept only where it is now', () => {
  const before = [branch(1, [step(2)], [step(3)]), step(4)];
  expect(drawn(before, [step(3), step(4)])).toBe('1[2][] 3 4');
});

it('SPLIT-01 draws what is removed from an arm of a split', () => {
  const split = (a: object[], b: object[]) =>
    step(1, {
      type: 'split',
      arms: [
        { name: 'A', weight: 1, steps: a },
        { name: 'B', weight: 1, steps: b },
      ],
    });
  expect(drawn([split([step(2)], [step(3)])], [split([], [step(3)])])).toBe('1[2][3]');
  expect(drawn([split([step(2)], [step(3)]), step(4)], [step(4)])).toBe('1[2][3] 4');
});

it('marks each step by its id with everything that was done to it', () => {
  const from = definition([step(1), step(2), step(3)]);
  const to = definition([step(2), step(1, { name: 'Renamed' }), step(4)]);
  const changes = changesById(diffDefinitions(from, to));
  expect(changes.get(4)?.kinds).toEqual(['added']);
  expect(changes.get(3)?.kinds).toEqual(['removed']);
  expect([...(changes.get(1)?.kinds ?? []), ...(changes.get(2)?.kinds ?? [])]).toEqual(
    expect.arrayContaining(['moved', 'changed']),
  );
  const all = allSteps(stepTree(mergedDefinition({ ...from }, { ...to }).nodes));
  for (const id of changes.keys()) expect(all.some((one) => one.id === id)).toBe(true);
});
