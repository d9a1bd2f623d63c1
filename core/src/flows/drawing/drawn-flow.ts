import { isObject, own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { Definition } from '../definition/definition.ts';
import { handleOf, isStepId } from '../definition/step-id.ts';
import type { ListedStep } from '../definition/step-list.ts';
import { triggerSummary } from '../definition/trigger.ts';
import { goalSummary, goalsIn } from '../goals/goal.ts';
import type { StepNames } from '../steps/step-type.ts';
import { stepType } from '../steps/table.ts';
import { oneLine } from './one-line.ts';
import { stepSummary } from './summary.ts';

/** A flow as drawn for people. */
export interface DrawnFlow {
  key: string;
  name: string;
  definition: Definition;
  /** The people on each step by step id, and how many of them are parked. */
  counts: ReadonlyMap<number, { people: number; parked: number }>;
  names?: StepNames;
}

/** Where people go from a step: one way, one for each arm, or none from an exit. */
export interface Way {
  arm: string | null;
  /** Null at the end of the flow. */
  to: ListedStep | null;
  /** Whether the run ends on this way. */
  heldOut: boolean;
}

/** Every way out of a step as the definition runs: a missing arm counts as empty. */
export function waysFrom({ step, arms, next }: ListedStep): Way[] {
  const type = stepType(step.type);
  if (type?.ends) return [];
  const open = type === null ? [] : (type.armsOf?.(step) ?? type.arms);
  if (open.length === 0) return [{ arm: null, to: next, heldOut: false }];
  const held = type?.heldOut?.(step) ?? null;
  return open.map((arm) => {
    const inner = arms.find(({ name }) => name === arm)?.steps[0];
    return { arm, to: inner ?? next, heldOut: arm === held };
  });
}

/** The arm on which every run ends; null where the step has none. */
export function heldOutArm({ step }: ListedStep): string | null {
  return stepType(step.type)?.heldOut?.(step) ?? null;
}

/** The trigger in one line. */
export function startText({ definition }: DrawnFlow): string {
  const { label, summary } = triggerSummary(definition.trigger);
  return oneLine(label === null ? summary : `${label} (${summary})`, limits.drawnChars);
}

/** Each goal in one line. */
export function goalTexts({ definition }: DrawnFlow): string[] {
  return goalsIn(definition.goals).map((goal) => oneLine(goalSummary(goal), limits.drawnChars));
}

/** The handle of a step, or the part that it has. */
export function handleText({ step }: ListedStep): string {
  const handle = handleOf(step);
  return handle === '' ? `(id ${quoted(own(step, 'id'))})` : handle;
}

export function summaryText({ step }: ListedStep, { names }: DrawnFlow): string {
  return oneLine(stepSummary(step, names), limits.drawnChars);
}

/** `12 people, 1 parked`; empty if nobody is on the step. */
export function peopleText({ step }: ListedStep, { counts }: DrawnFlow): string {
  const id = isObject(step) ? own(step, 'id') : undefined;
  return countText(isStepId(id) ? counts.get(id) : undefined);
}

function countText(count: { people: number; parked: number } | undefined): string {
  if (count === undefined || count.people + count.parked === 0) return '';
  const people = `${count.people} ${count.people === 1 ? 'person' : 'people'}`;
  return count.parked === 0 ? people : `${people}, ${count.parked} parked`;
}

/** People on steps that the definition no longer has, one line per step. */
export function strandedTexts({ counts }: DrawnFlow, steps: readonly ListedStep[]): string[] {
  const present = new Set(steps.map(({ step }) => step.id));
  return [...counts]
    .filter(([id]) => !present.has(id))
    .map(([id, count]) => [id, countText(count)] as const)
    .filter(([, text]) => text !== '')
    .map(([id, text]) => `Step ${id} is gone: ${text}`);
}
