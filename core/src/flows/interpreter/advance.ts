import type { CompiledFlow, CompiledStep, RunnableStep } from '../definition/compile.ts';
import { type CompiledGoal, reachedNow } from '../goals/compiled-goals.ts';
import type { Move, StepContext } from '../steps/step-type.ts';
import { applyEffect } from './effects.ts';
import type { Answers } from './question.ts';
import { type Effect, newRun, type RunState, type TraceEntry } from './run.ts';

export interface Advance {
  run: RunState;
  /** The effects to perform, in order. */
  effects: Effect[];
  trace: TraceEntry[];
  /** The goals that the walk found reached, in their order. */
  reached: readonly CompiledGoal[];
  /** The answers with what the steps did. */
  answers: Answers;
}

/**
 * Walks from the run's step to a wait, an exit or the end, without performing anything (design, The
 * interpreter and the engine). `answers` hold the facts that `questions` asked for. Returns a run
 * that is not active unchanged, and parks one whose step is gone. Always ends, because steps only
 * lead forward, and costs only the steps it takes. Looks at the goals first, and after each step that
 * changed something (GOAL-01).
 */
export function advance(flow: CompiledFlow, run: RunState, answers: Answers, now: Date): Advance {
  if (run.status !== 'active') return { run, ...unmoved, answers };
  const from = run.step_id === null ? flow.start : flow.byId.get(run.step_id);
  if (from === undefined) return park(run, answers);
  const { historical, memo } = flow;
  const context = { answers, now, historical, memo };
  const walk: Walk = { flow, run, context, effects: [], trace: [], reached: [], looked: null };
  let at: CompiledStep | null = from;
  let resuming = run.waiting;
  let last = run.step_id;
  for (;;) {
    const over = lookAtGoals(walk, last);
    if (over !== null) return { run: over, ...result(walk) };
    if (at === null) break;
    last = at.id ?? last;
    const next: Next = at.type === null ? skip(walk, at, at.broken) : take(walk, at, resuming);
    resuming = false;
    if (next !== null && 'status' in next) return { run: next, ...result(walk) };
    at = next;
  }
  return { run: ended('completed', last), ...result(walk) };
}

const unmoved = { effects: [], trace: [], reached: [] };

interface Walk {
  flow: CompiledFlow;
  run: RunState;
  context: StepContext;
  effects: Effect[];
  trace: TraceEntry[];
  reached: CompiledGoal[];
  /** The answers with which the goals were last looked at. */
  looked: Answers | null;
}

/** Notes the goals that are reached by now; answers the end of the run where one of them ends it. */
function lookAtGoals(walk: Walk, last: number | null): RunState | null {
  const { flow, context } = walk;
  const { answers, now, memo } = context;
  const { goals: progress } = answers;
  if (progress === undefined || flow.goals.all.length === 0 || answers === walk.looked) return null;
  const reached = reachedNow(flow.goals, progress, answers, now, memo.leafTypes);
  walk.looked = answers;
  if (reached.length === 0) return null;
  walk.reached.push(...reached);
  const settled = new Set([...progress.settled, ...reached.map(({ name }) => name)]);
  context.answers = { ...answers, goals: { ...progress, settled } };
  const end = reached.find(({ exit }) => exit);
  if (end === undefined) return null;
  const { name } = end;
  walk.trace.push({ step_id: last, type: null, outcome: 'exited', reason: name, goal: name });
  return { ...ended('exited', last), reason: name };
}

/** The next step of the walk, or the state in which it stops. */
type Next = CompiledStep | RunState | null;

function result({ effects, trace, reached, context }: Walk): Omit<Advance, 'run'> {
  return { effects, trace, reached, answers: context.answers };
}

function take(walk: Walk, at: RunnableStep, resuming: boolean): Next {
  const { type, step } = at;
  const { run, context } = walk;
  const { resume } = type;
  if (!resuming && context.answers.done?.has(at.id)) {
    return skip(walk, at, 'The person was through this step before an edit moved it.');
  }
  const move: Move =
    resuming && resume?.owns(run) ? resume.look(step, run, context) : type.enter(step, context);
  switch (move.kind) {
    case 'next':
      if (move.effect) perform(walk, [move.effect]);
      walk.trace.push({ step_id: at.id, type: step.type, outcome: 'ran' });
      return at.next;
    case 'skip':
      return skip(walk, at, move.reason);
    case 'arm': {
      const { arm, values, reason } = move;
      const because = reason === undefined ? {} : { reason };
      perform(walk, move.effects);
      walk.trace.push({
        step_id: at.id,
        type: step.type,
        outcome: 'branched',
        arm,
        values,
        ...because,
      });
      return into(at, arm);
    }
    case 'release': {
      const { kind: _kind, happened, effects, ...released } = move;
      perform(walk, effects);
      if (happened !== undefined) {
        const before = context.answers.happened ?? [];
        context.answers = { ...context.answers, happened: [...before, happened] };
      }
      walk.trace.push({ step_id: at.id, type: step.type, outcome: 'released', ...released });
      return into(at, move.arm);
    }
    case 'stay':
      return move.wait === undefined ? run : { ...run, ...move.wait };
    case 'wait':
      perform(walk, move.effects);
      walk.trace.push({ step_id: at.id, type: step.type, outcome: 'waiting' });
      return { ...ended('active', at.id), waiting: true, ...move.wait };
    case 'exit': {
      const { reason, arm } = move;
      const because = {
        ...(arm === undefined ? {} : { arm }),
        ...(reason === undefined ? {} : { reason }),
      };
      perform(walk, move.effects);
      walk.trace.push({ step_id: at.id, type: step.type, outcome: 'exited', ...because });
      return { ...ended('exited', at.id), reason: reason ?? null };
    }
  }
}

function perform(walk: Walk, effects: readonly Effect[] = []): void {
  const { context } = walk;
  for (const effect of effects) {
    walk.effects.push(effect);
    context.answers = applyEffect(context.answers, effect, context.now);
  }
}

/** In an invalid definition, a missing arm counts as empty. */
function into(at: RunnableStep, arm: string | undefined): CompiledStep | null {
  const first = arm === undefined ? undefined : at.arms.get(arm);
  return first === undefined ? at.next : first;
}

/** Contract §4.8: recorded with its reason, and the person continues. */
function skip(walk: Walk, at: CompiledStep, reason: string): CompiledStep | null {
  const type = typeof at.step.type === 'string' ? at.step.type : null;
  walk.trace.push({ step_id: at.id, type, outcome: 'skipped', reason });
  return at.next;
}

function ended(status: RunState['status'], step_id: number | null): RunState {
  return { ...newRun, step_id, status };
}

function park(run: RunState, answers: Answers): Advance {
  const reason = `Step ${run.step_id} is no longer in the definition.`;
  const trace: TraceEntry = { step_id: run.step_id, type: null, outcome: 'parked', reason };
  const parked: RunState = { ...run, status: 'parked', due_at: null, reason };
  return { run: parked, ...unmoved, trace: [trace], answers };
}
