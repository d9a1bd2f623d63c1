import type { CompiledFlow, CompiledStep, RunnableStep } from '../definition/compile.ts';
import type { Move, StepContext } from '../steps/step-type.ts';
import { applyEffect } from './effects.ts';
import type { Answers } from './question.ts';
import { type Effect, newRun, type RunState, type TraceEntry } from './run.ts';

export interface Advance {
  run: RunState;
  /** The effects to perform, in order. */
  effects: Effect[];
  trace: TraceEntry[];
  /** The answers with what the steps did. */
  answers: Answers;
}

/**
 * Walks from the run's step to a wait, an exit or the end, without performing anything (design, The
 * interpreter and the engine). `answers` hold the facts that `questions` asked for. Returns a run
 * that is not active unchanged, and parks one whose step is gone. Always ends, because steps only
 * lead forward, and costs only the steps it takes.
 */
export function advance(flow: CompiledFlow, run: RunState, answers: Answers, now: Date): Advance {
  if (run.status !== 'active') return { run, effects: [], trace: [], answers };
  const from = run.step_id === null ? flow.start : flow.byId.get(run.step_id);
  if (from === undefined) return park(run, answers);
  const { historical, memo } = flow;
  const context = { answers, now, historical, memo };
  const walk: Walk = { run, context, effects: [], trace: [] };
  let at: CompiledStep | null = from;
  let resuming = run.waiting;
  let last = run.step_id;
  while (at !== null) {
    last = at.id ?? last;
    const next: Next = at.type === null ? skip(walk, at, at.broken) : take(walk, at, resuming);
    resuming = false;
    if (next !== null && 'status' in next) return { run: next, ...result(walk) };
    at = next;
  }
  return { run: ended('completed', last), ...result(walk) };
}

interface Walk {
  run: RunState;
  context: StepContext;
  effects: Effect[];
  trace: TraceEntry[];
}

/** The next step of the walk, or the state in which it stops. */
type Next = CompiledStep | RunState | null;

function result({ effects, trace, context }: Walk): Omit<Advance, 'run'> {
  return { effects, trace, answers: context.answers };
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
      const { kind: _kind, happened, ...released } = move;
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
  return { run: parked, effects: [], trace: [trace], answers };
}
