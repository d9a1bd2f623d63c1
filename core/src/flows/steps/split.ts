import type { ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';

import { namedArms, type Step, type StepBase } from '../definition/definition.ts';
import { splitArms, splitSeed } from '../definition/split-arms.ts';
import { report } from '../validate/codes.ts';
import { fractionOf } from './draw.ts';
import type { StepContext, StepType } from './step-type.ts';
import { strayArms } from './stray-arms.ts';

/** One way out of a split. */
export interface SplitArm {
  name: string;
  /** Of all weights of the split this is its share of people. */
  weight: number;
  /** Whether every run that takes it ends here. */
  holdout?: boolean;
  steps: Step[];
}

export interface Split extends StepBase {
  type: 'split';
  arms: SplitArm[];
  /** The key of the flow when left out. */
  seed?: string;
}

/**
 * Sends each person into one of its arms by chance, always the same one (SPLIT-01, SPLIT-02). A run
 * that takes the holdout ends (SPLIT-04).
 */
export const split: StepType<Split> = {
  words: {
    purpose: 'Sends each person into one arm by chance, always the same; a holdout ends the run.',
    example: ({ send }) => ({
      name: 'Half of them',
      arms: [
        { name: 'offer', weight: 45, steps: [send] },
        { name: 'plain', weight: 45, steps: [] },
        { name: 'control', weight: 10, holdout: true, steps: [] },
      ],
    }),
    rules: [
      `arms: 2 to ${limits.splitArms}, each {name, weight, steps}; weights are whole numbers from 0, not all 0.`,
      'An arm is chosen by a hash of seed (the key of the flow when left out), the step and the person. A person who passed keeps the arm by its name for ever, also after weights change; only an arm that is gone is chosen again.',
      'holdout: true on one arm, with steps []: runs that take it end there and count as holdout, in the figures of the step and in the report.',
      'After an arm the person continues behind the split.',
    ],
    errors: [/^(split_|arm)/],
  },
  fields: {
    arms: { kind: splitArms, required: true },
    seed: { kind: splitSeed, required: false },
  },
  arms: [],
  armsOf: (step) => armsIn(step).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
  heldOut(step) {
    const held = armsIn(step).find(({ holdout }) => holdout === true);
    return typeof held?.name === 'string' ? held.name : null;
  },
  checkArms,
  ends: false,
  summary: (step) => `Split: ${armsIn(step).map(armText).join(', ') || '(no arms)'}`,
  holds: () => false,
  asks: ({ id }) => [{ kind: 'draw', step_id: id }],

  enter(step, context) {
    const { arm, kept } = draw(step, context);
    const { id: step_id } = step;
    const chosen = kept ? [] : ([{ kind: 'choose_arm', step_id, arm: arm.name }] as const);
    if (arm.holdout === true) {
      const reason = `The arm ${quoted(arm.name)} is the holdout.`;
      const effects = [...chosen, { kind: 'hold_out', step_id } as const];
      return { kind: 'exit', reason, arm: arm.name, effects };
    }
    const because = kept ? { reason: 'The person got this arm before.' } : {};
    return { kind: 'arm', arm: arm.name, values: [], ...because, effects: chosen };
  },
};

/**
 * The arm of a person. Once chosen it is kept, whatever becomes of the weights; only an arm that is
 * gone is chosen again, of those that are left.
 */
function draw(step: Split, { answers }: StepContext): { arm: SplitArm; kept: boolean } {
  const { flow_key = '', person_id = 0, kept } = answers.draws ?? {};
  const before = kept?.get(step.id);
  const same = step.arms.find(({ name }) => name === before);
  if (same !== undefined) return { arm: same, kept: true };
  const text = [step.seed ?? flow_key, step.id, person_id].join('\n');
  return { arm: armAt(step.arms, fractionOf(text)), kept: false };
}

/** The arm in whose part of the line from 0 to 1 the point is. */
function armAt(arms: readonly SplitArm[], fraction: number): SplitArm {
  const total = arms.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  for (const arm of arms) {
    passed += arm.weight;
    if (fraction * total < passed) return arm;
  }
  throw new Error('A split without any weight cannot choose an arm.');
}

function armsIn(step: JsonObject): JsonObject[] {
  const arms = own(step, namedArms);
  return Array.isArray(arms) ? arms.filter(isObject) : [];
}

function armText({ name, weight, holdout }: JsonObject): string {
  const share = Number.isFinite(weight) ? ` ${String(weight)}` : '';
  return `${typeof name === 'string' ? JSON.stringify(name) : '?'}${share}${holdout === true ? ' (holdout)' : ''}`;
}

/** A missing list of steps counts as empty when the step runs, as in every branch. */
function checkArms(step: JsonObject, path: string): ValidationIssue[] {
  const stray = strayArms(step, path, []);
  const arms = own(step, namedArms);
  const found = (Array.isArray(arms) ? arms : []).flatMap((arm: unknown, index) => {
    if (!isObject(arm)) return [];
    const at = `${path}.${namedArms}[${index}].steps`;
    const steps = own(arm, 'steps');
    if (!Array.isArray(steps)) {
      const message = `"steps" of an arm must be a list of steps, not ${quoted(steps)}.`;
      return [report('arm_malformed', at, message)];
    }
    if (own(arm, 'holdout') !== true || steps.length === 0) return [];
    const message = 'The run ends on the holdout, so nobody reaches the steps in it.';
    return [report('split_holdout_malformed', at, message, 'Move the steps to another arm.')];
  });
  return [...stray, ...found];
}
