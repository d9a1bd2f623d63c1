import type { CompiledFlow, CompiledStep, RunnableStep } from '../definition/compile.ts';
import { type Question, questionKey } from './question.ts';
import type { RunState } from './run.ts';

/**
 * Every fact that `advance` may need for this run before the next wait: of all arms, because the
 * answers decide which one is taken. No question occurs twice. After the first call it costs one
 * lookup.
 */
export function questions(flow: CompiledFlow, run: RunState): readonly Question[] {
  if (run.status !== 'active') return [];
  const from = run.step_id === null ? flow.start : flow.byId.get(run.step_id);
  if (!from) return [];
  const resume = run.waiting && from.type !== null ? from.type.resume : undefined;
  if (from.type === null || !resume?.owns(run)) return onEntering(flow, from);
  if (!resume.asks) return from.next ? onEntering(flow, from.next) : flow.goals.questions;
  const shared = onLookingAgain(flow, from);
  const own = resume.asks(from.step, run, flow.historical);
  return own.length === 0 ? shared : [...shared, ...own];
}

/** Every fact that a run may need from its start to its end, past all waits. */
export function questionsOfAll(flow: CompiledFlow): readonly Question[] {
  return collect(flow, [flow.start], asksOfGoals(flow), true);
}

function onEntering(flow: CompiledFlow, from: CompiledStep): readonly Question[] {
  const known = flow.questions.get(from);
  if (known !== undefined) return known;
  const asked = collect(flow, [from], asksOfGoals(flow));
  flow.questions.set(from, asked);
  return asked;
}

/**
 * The questions of the step itself and of everything after it, although people who enter may have
 * to wait.
 */
function onLookingAgain(flow: CompiledFlow, from: RunnableStep): readonly Question[] {
  const known = flow.questionsAgain.get(from);
  if (known !== undefined) return known;
  const asked = asksOfGoals(flow);
  for (const question of asksOf(flow, from)) asked.set(questionKey(question), question);
  const all = collect(flow, [from.next, ...from.arms.values()], asked);
  flow.questionsAgain.set(from, all);
  return all;
}

/** Goals are looked at whenever the run is. */
function asksOfGoals({ goals }: CompiledFlow): Map<string, Question> {
  return new Map(goals.questions.map((question) => [questionKey(question), question]));
}

function collect(
  flow: CompiledFlow,
  open: (CompiledStep | null)[],
  asked: Map<string, Question>,
  pastWaits = false,
): readonly Question[] {
  const seen = new Set<CompiledStep>();
  while (open.length > 0) {
    const step = open.pop();
    if (!step || seen.has(step)) continue;
    seen.add(step);
    for (const question of asksOf(flow, step)) asked.set(questionKey(question), question);
    if (!pastWaits && step.type?.holds(step.step)) continue;
    open.push(step.next);
    if (step.type !== null) open.push(...step.arms.values());
  }
  return [...asked.values()];
}

function asksOf(flow: CompiledFlow, at: CompiledStep): Question[] {
  if (at.type === null) return [];
  const values = at.step as unknown as Record<string, unknown>;
  const ofKeys = Object.entries(at.type.fields).flatMap(([key, { kind }]) =>
    Object.hasOwn(values, key) ? kind.asks(values[key]) : [],
  );
  return [...ofKeys, ...(at.type.asks?.(at.step, flow.historical) ?? [])];
}
