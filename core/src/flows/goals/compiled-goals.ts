import type { Condition } from '../../conditions/condition.ts';
import { asks, evaluate } from '../../conditions/evaluate.ts';
import { type FactQuestion, type Facts, factKey, lastHappened } from '../../conditions/facts.ts';
import { compileMatch, type Match } from '../../conditions/match.ts';
import type { LeafTypes } from '../../conditions/valid-leaf.ts';
import { type Duration, durationMs } from '../../platform/duration.ts';
import { limits } from '../../platform/limits.ts';
import type { Goal } from '../definition/definition.ts';
import { checkGoal, goalsIn } from './goal.ts';

/** A goal prepared for any number of runs. */
export interface CompiledGoal {
  name: string;
  /** Whether reaching it ends the run. */
  exit: boolean;
  within: Duration | null;
  event: GoalEvent | null;
  condition: Condition | null;
}

interface GoalEvent {
  name: string;
  match: Match | null;
  satisfies: (details: Record<string, unknown>) => boolean;
}

/** The goals of a flow; one with an error, and a second one of a name, is left out. */
export interface CompiledGoals {
  all: readonly CompiledGoal[];
  /** The facts that its conditions need, each once. */
  questions: readonly FactQuestion[];
}

/** Takes any JSON and never throws. */
export function compileGoals(value: unknown): CompiledGoals {
  const all = new Map<string, CompiledGoal>();
  for (const goal of goalsIn(value)) {
    if (checkGoal(goal, '').some(({ severity }) => severity === 'error')) continue;
    const one = compileGoal(goal as unknown as Goal);
    if (!all.has(one.name)) all.set(one.name, one);
  }
  const goals = [...all.values()];
  const asked = goals.flatMap(({ condition }) => (condition === null ? [] : asks(condition)));
  const questions = new Map(asked.map((question) => [factKey(question), question]));
  return { all: goals, questions: [...questions.values()] };
}

function compileGoal({ name, event, condition, within, exit }: Goal): CompiledGoal {
  return {
    name,
    exit: exit !== false,
    within: within ?? null,
    event:
      event === undefined
        ? null
        : {
            name: event.name,
            match: event.match ?? null,
            satisfies: event.match === undefined ? () => true : compileMatch(event.match),
          },
    condition: condition ?? null,
  };
}

/** What decides which goals of a run are still open. */
export interface GoalProgress {
  startedAt: Date;
  /** Null while the run is on its way. */
  endedAt: Date | null;
  /** The goals that held at its start, and those that it reached: they count no more. */
  settled: ReadonlySet<string>;
}

const afterEndMs = limits.goalAfterEndDays * 86_400_000;

/** Whether a run can still reach the goal (GOAL-03). */
export function isOpen(
  { name, within }: CompiledGoal,
  { startedAt, endedAt, settled }: GoalProgress,
  now: Date,
): boolean {
  if (settled.has(name)) return false;
  if (within !== null) return now.getTime() <= startedAt.getTime() + durationMs(within);
  return endedAt === null || now.getTime() <= endedAt.getTime() + afterEndMs;
}

/** Whether the condition of a goal holds; never of a goal that an event reaches. */
export function holdsNow(
  { condition }: CompiledGoal,
  facts: Facts,
  now: Date,
  types?: LeafTypes,
): boolean {
  return condition !== null && evaluate(condition, facts, now, types).result;
}

/** The goals that hold as a run starts, which therefore count nothing (GOAL-04). */
export function heldAtStart(
  { all }: CompiledGoals,
  facts: Facts,
  now: Date,
  types?: LeafTypes,
): string[] {
  return all.filter((goal) => holdsNow(goal, facts, now, types)).map(({ name }) => name);
}

/**
 * The open goals that the facts show: conditions that hold, and events since the facts were loaded.
 */
export function reachedNow(
  { all }: CompiledGoals,
  progress: GoalProgress,
  facts: Facts,
  now: Date,
  types?: LeafTypes,
): CompiledGoal[] {
  return all.filter((goal) => {
    if (!isOpen(goal, progress, now)) return false;
    const { event } = goal;
    if (event === null) return holdsNow(goal, facts, now, types);
    return lastHappened(facts, { event: event.name, match: event.match }) !== undefined;
  });
}
