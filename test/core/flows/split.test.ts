import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { outline } from '@postroad/core/flows/drawing/summary';
import { textOutline } from '@postroad/core/flows/drawing/text-outline';
import type { Draws } from '@postroad/core/flows/interpreter/question';
import { fractionOf } from '@postroad/core/flows/steps/draw';
import { expect, it } from 'vitest';
import { inNodes } from './checked.ts';
import { answersOf, define, flowOf, told, walk } from './scene.ts';

const tag = (name: string) => ({ type: 'add_tag', tag: name });
const half = { name: 'A', weight: 50, steps: [tag('a')] };
const other = { name: 'B', weight: 50, steps: [tag('b')] };
const split = (arms: unknown, rest: object = {}) => ({ type: 'split', arms, ...rest });

const drawn = (person_id: number, kept: [number, string][] = [], flow_key = 'welcome'): Draws => ({
  ...{ flow_key, person_id, kept: new Map(kept) },
});
const armOf = (nodes: unknown, draws: Draws) =>
  walk(nodes, answersOf({ draws })).trace[0]?.arm ?? null;

it('SPLIT-01 chooses by seed, step and person, and continues behind the split', () => {
  const nodes = [split([half, other]), tag('after')];
  const people = Array.from({ length: 60 }, (_, index) => index + 1);
  const arms = people.map((id) => armOf(nodes, drawn(id)));
  expect(people.map((id) => armOf(nodes, drawn(id)))).toEqual(arms);
  expect(new Set(arms)).toEqual(new Set(['A', 'B']));
  const seeded = (seed: string, key: string) =>
    people.map((id) => armOf([split([half, other], { seed })], drawn(id, [], key)));
  expect(seeded('welcome', 'another')).toEqual(arms);
  expect(seeded('other', 'welcome')).not.toEqual(arms);
  const later = [tag('first'), split([half, other])];
  const atAnother = people.map((id) => walk(later, answersOf({ draws: drawn(id) })).trace[1]?.arm);
  expect(atAnother).not.toEqual(arms);
  const first = arms.indexOf('A') + 1;
  const outcome = walk(nodes, answersOf({ draws: drawn(first) }));
  expect(told(outcome)).toEqual(['1 branched A', '2 ran', '4 ran']);
  expect(outcome.effects[0]).toEqual({ kind: 'choose_arm', step_id: 1, arm: 'A' });
});

it('SPLIT-02 keeps the arm of a person after weights change, and chooses again where it is gone', () => {
  const only = (name: string) =>
    [half, other].map((arm) => ({ ...arm, weight: arm.name === name ? 1 : 0 }));
  for (const name of ['A', 'B']) {
    const outcome = walk([split(only('A'))], answersOf({ draws: drawn(3, [[1, name]]) }));
    expect(outcome.trace[0]).toMatchObject({ outcome: 'branched', arm: name });
    expect(outcome.effects.map(({ kind }) => kind)).toEqual(['add_tag']);
    expect(armOf([split(only(name))], drawn(3))).toBe(name);
  }
  const gone = walk([split(only('B'))], answersOf({ draws: drawn(3, [[1, 'C']]) }));
  expect(gone.effects[0]).toEqual({ kind: 'choose_arm', step_id: 1, arm: 'B' });
});

it('SPLIT-03 refuses weights that are no whole numbers from 0, or all 0', () => {
  for (const weight of [-1, 1.5, '50', null, undefined, 2 ** 53]) {
    const nodes = [split([{ ...half, weight }, other])];
    expect(inNodes(nodes)).toContain('split_weight_malformed nodes[0].arms[0].weight');
  }
  const none = [half, other].map((arm) => ({ ...arm, weight: 0 }));
  expect(inNodes([split(none)])).toContain('split_weight_malformed nodes[0].arms');
  const tags = 'tag_new nodes[0].arms[1].steps[0].tag';
  expect(inNodes([split([{ ...half, weight: 0, steps: [] }, other])])).toEqual([tags]);
});

it('SPLIT-03 takes every whole number that JSON holds exactly, and chooses by it', () => {
  const people = Array.from({ length: 60 }, (_, index) => index + 1);
  const largest = Number.MAX_SAFE_INTEGER;
  const arms = [half, other].map((arm) => ({ ...arm, weight: largest }));
  expect(inNodes([split(arms)]).filter((issue) => issue.startsWith('split_'))).toEqual([]);
  const chosen = people.map((id) => armOf([split(arms)], drawn(id)));
  expect(chosen).toEqual(people.map((id) => armOf([split([half, other])], drawn(id))));
  const few = [half, { ...other, weight: 10_001 }];
  expect(inNodes([split(few)]).filter((issue) => issue.startsWith('split_'))).toEqual([]);
});

it.each([
  ['no list', {}, 'split_arm_malformed nodes[0].arms'],
  ['one arm', [half], 'split_arm_malformed nodes[0].arms'],
  ['no object', [half, 'B'], 'split_arm_malformed nodes[0].arms[1]'],
  ['no name', [half, { ...other, name: ' ' }], 'split_arm_malformed nodes[0].arms[1].name'],
  [
    'a control character',
    [{ ...half, name: 'A\u0000' }, other],
    'split_arm_malformed nodes[0].arms[0].name',
  ],
  ['one name twice', [half, { ...other, name: 'A' }], 'split_arm_malformed nodes[0].arms[1].name'],
  ['a key too many', [half, { ...other, wieght: 3 }], 'step_keys_unknown nodes[0].arms[1].wieght'],
  ['no steps', [half, { name: 'B', weight: 1 }], 'arm_malformed nodes[0].arms[1].steps'],
  [
    'a holdout that is no flag',
    [half, { ...other, holdout: 1 }],
    'split_holdout_malformed nodes[0].arms[1].holdout',
  ],
  [
    'two holdouts',
    [half, other].map((arm) => ({ ...arm, holdout: true, steps: [] })),
    'split_holdout_malformed nodes[0].arms[1].holdout',
  ],
  [
    'steps on the holdout',
    [half, { ...other, holdout: true }],
    'split_holdout_malformed nodes[0].arms[1].steps',
  ],
])('SPLIT-03 SPLIT-04 reports %s', (_, arms, issue) => {
  expect(inNodes([split(arms)])).toContain(issue);
});

it('SPLIT-03 reports a seed that is no text, and arms of another type', () => {
  expect(inNodes([split([half, other], { seed: 3 })])).toContain(
    'step_key_malformed nodes[0].seed',
  );
  const stray = { ...split([half, other]), ...Object.fromEntries([['then', []]]) };
  expect(inNodes([stray])).toContain('arms_not_allowed nodes[0].then');
  const branch = { type: 'delay', duration: { amount: 1, unit: 'days' }, arms: [half] };
  expect(inNodes([branch])).toContain('arms_not_allowed nodes[0].arms');
});

it('SPLIT-04 ends the run on the holdout, and counts it', () => {
  const control = { name: 'control', weight: 1, holdout: true };
  const nodes = [split([{ ...half, weight: 0 }, control]), tag('after')];
  const outcome = walk(nodes, answersOf({ draws: drawn(1) }));
  expect(outcome.run).toMatchObject({ status: 'exited', step_id: 1 });
  expect(outcome.run.reason).toBe('The arm "control" is the holdout.');
  expect(told(outcome)).toEqual(['1 exited control']);
  expect(outcome.effects).toEqual([
    { kind: 'choose_arm', step_id: 1, arm: 'control' },
    { kind: 'hold_out', step_id: 1 },
  ]);
  expect(inNodes(nodes)).toEqual(expect.not.arrayContaining([expect.stringContaining('split_')]));
});

it('SPLIT-04 finds steps behind a split that nobody leaves', () => {
  const leave = { name: 'A', weight: 1, steps: [{ type: 'exit_flow' }] };
  const control = { name: 'B', weight: 1, holdout: true, steps: [] };
  expect(inNodes([split([leave, control]), tag('vip')])).toEqual(['step_unreachable nodes[1]']);
  expect(inNodes([split([leave, { ...control, holdout: false }]), tag('vip')])).toEqual([]);
});

it('SPLIT-05 gives each arm its share of 100,000 people within binomial bounds', () => {
  const weights = [10, 90, 300, 600];
  const flow = weights.map((weight, index) => ({ name: `arm ${index}`, weight, steps: [] }));
  const nodes = [split(flow)];
  const people = 100_000;
  const counts = new Map<string | null, number>();
  const compiled = flowOf(nodes);
  const [step] = [...compiled.byId.values()];
  if (step?.type == null) throw new Error('The split is broken.');
  for (let id = 1; id <= people; id += 1) {
    const context = {
      answers: answersOf({ draws: drawn(id) }),
      now: new Date(0),
      historical: false,
    };
    const move = step.type.enter(step.step, { ...context, memo: compiled.memo });
    const arm = move.kind === 'arm' ? move.arm : null;
    counts.set(arm, (counts.get(arm) ?? 0) + 1);
  }
  for (const [index, weight] of weights.entries()) {
    const share = weight / 1_000;
    // Four standard deviations: a fair choice misses them once in 15,000.
    const bound = 4 * Math.sqrt(people * share * (1 - share));
    const counted = counts.get(`arm ${index}`) ?? 0;
    expect(Math.abs(counted - people * share)).toBeLessThan(bound);
  }
});

it('SPLIT-05 spreads neighbouring numbers evenly, also in pairs', () => {
  const cells = new Map<string, number>();
  for (let id = 0; id < 40_000; id += 1) {
    const pair = [fractionOf(`a\n1\n${id}`), fractionOf(`a\n2\n${id}`)];
    const cell = pair.map((one) => Math.floor(one * 4)).join(' ');
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }
  expect(cells.size).toBe(16);
  for (const count of cells.values()) expect(Math.abs(count - 2_500)).toBeLessThan(250);
});

it('SPLIT-01 normalises, draws, outlines and compares steps in the arms of a split', () => {
  const before = define([split([half, other])]);
  expect(define(before.nodes)).toEqual(before);
  expect(outline('welcome', before).map(({ path }) => path)).toEqual([
    ...['nodes[0]', 'nodes[0].arms[0].steps[0]', 'nodes[0].arms[1].steps[0]'],
  ]);
  const control = { ...other, name: 'B', holdout: true, steps: [] };
  const after = define([split([{ ...half, weight: 70 }, control])]);
  const text = textOutline({ key: 'f', name: 'F', definition: after, counts: new Map() });
  expect(text).toContain('Split: "A" 70, "B" 50 (holdout)');
  expect(text).toContain('B: (the run ends)');
  expect(diffDefinitions(before, after).map(({ kind, handle }) => `${kind} ${handle}`)).toEqual([
    ...['changed 1-split', 'removed 3-add-tag'],
  ]);
});
