import { isObject, own } from '../../platform/json.ts';
import { type CompiledGoals, compileGoals } from '../goals/compiled-goals.ts';
import { FlowMemo } from '../interpreter/flow-memo.ts';
import type { Question } from '../interpreter/question.ts';
import { checkFields } from '../steps/check-step.ts';
import type { StepType } from '../steps/step-type.ts';
import { type KnownStep, stepType } from '../steps/table.ts';
import type { TriggeringEvent, TriggerMatch } from '../triggers/trigger-type.ts';
import type { Definition } from './definition.ts';
import { isStepId } from './step-id.ts';
import { type ListedStep, listSteps } from './step-list.ts';
import { compileTrigger } from './trigger.ts';

/** A step with everything a walk needs. */
export type CompiledStep = RunnableStep | BrokenStep;

interface Links {
  /** Null if the step has no valid id of its own. */
  id: number | null;
  /** For example `nodes[0].then[1]`. */
  path: string;
  /** The next step in the list, otherwise the step after the branch; null at the end (RUN-02). */
  next: CompiledStep | null;
}

export interface RunnableStep extends Links {
  id: number;
  type: StepType;
  step: KnownStep;
  /** First step of each arm; for an empty arm the step after the branch (RUN-03). */
  arms: Map<string, CompiledStep | null>;
  broken: null;
}

/** A step that cannot run, although the flow is saved and may be live (contract §5.2, §4.8). */
export interface BrokenStep extends Links {
  type: null;
  step: Readonly<Record<string, unknown>>;
  broken: string;
}

/** A definition prepared for any number of walks. */
export interface CompiledFlow {
  definition: Definition;
  start: CompiledStep | null;
  /** Every step that a run can be on. */
  byId: ReadonlyMap<number, CompiledStep>;
  /** Whether an event starts the flow. */
  matches: (event: TriggeringEvent) => TriggerMatch;
  /** Whether backfilled events open its gates (TRIG-06). */
  historical: boolean;
  /** The events its gates wait for, and whether any gate waits for a condition. */
  gates: { events: ReadonlySet<string>; conditions: boolean };
  goals: CompiledGoals;
  /** Caches `questions` by the step they start from. */
  questions: Map<CompiledStep, readonly Question[]>;
  /** The same for people who wait at the step and are evaluated again. */
  questionsAgain: Map<CompiledStep, readonly Question[]>;
  memo: FlowMemo;
}

/**
 * Compiles a saved definition, valid or not; never throws. Takes one pass over the definition; a
 * walk then costs only the steps it takes.
 */
export function compileFlow(definition: Definition): CompiledFlow {
  const { steps } = listSteps(definition.nodes);
  const byId = new Map<number, CompiledStep>();
  const compiled = new Map<ListedStep, CompiledStep>();
  for (const listed of steps) {
    const step = compileStep(listed, byId);
    compiled.set(listed, step);
    if (step.id !== null) byId.set(step.id, step);
  }
  const at = (listed: ListedStep | null | undefined) =>
    listed ? (compiled.get(listed) ?? null) : null;
  for (const [listed, step] of compiled) {
    step.next = at(listed.next);
    if (step.type === null) continue;
    for (const { name, steps: inner } of listed.arms) {
      if (!step.arms.has(name)) step.arms.set(name, at(inner[0]) ?? step.next);
    }
  }
  return {
    definition,
    start: at(steps[0]),
    byId,
    matches: compileTrigger(definition.trigger),
    historical: opensOnHistorical(definition.trigger),
    gates: gatesOf(byId.values()),
    goals: compileGoals(definition.goals),
    questions: new Map(),
    questionsAgain: new Map(),
    memo: new FlowMemo(),
  };
}

/** Only a plain false admits backfilled events, as for the trigger (TRIG-05). */
function opensOnHistorical(trigger: unknown): boolean {
  return isObject(trigger) && own(trigger, 'ignore_historical') === false;
}

function gatesOf(steps: Iterable<CompiledStep>): CompiledFlow['gates'] {
  const events = new Set<string>();
  let conditions = false;
  for (const { type, step } of steps) {
    if (type === null || step.type !== 'gate') continue;
    if ('event' in step.wait_for) events.add(step.wait_for.event.name);
    else conditions = true;
  }
  return { events, conditions };
}

function compileStep(listed: ListedStep, taken: ReadonlyMap<number, unknown>): CompiledStep {
  const { step, path } = listed;
  const id = own(step, 'id');
  if (!isStepId(id)) return brokenStep(listed, null, 'The step has no valid id.');
  // A wait on it would continue from the other step with its id, and repeat the steps in between.
  if (taken.has(id)) return brokenStep(listed, null, `Another step before it has the id ${id}.`);
  const type = stepType(own(step, 'type'));
  const fault = checkFields(step, path).find((issue) => issue.severity === 'error');
  if (type === null || fault !== undefined) {
    return brokenStep(listed, id, fault?.message ?? 'The step has no known type.');
  }
  return {
    id,
    path,
    type,
    step: step as unknown as KnownStep,
    next: null,
    arms: new Map(),
    broken: null,
  };
}

function brokenStep({ step, path }: ListedStep, id: number | null, broken: string): BrokenStep {
  return { id, path, type: null, step, next: null, broken };
}
