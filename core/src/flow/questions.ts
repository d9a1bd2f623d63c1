import type { CompiledFlow, CompiledStep } from './compile.ts';
import { type Question, questionKey } from './question.ts';
import type { RunState } from './run.ts';

/**
 * Every fact that can matter to `advance` for this run before the next wait: of all arms, since which
 * one is taken depends on the answers. No question comes twice. Costs one look after the first time.
 */
export function questions(flow: CompiledFlow, run: RunState): readonly Question[] {
  if (run.status !== 'active') return [];
  const from = run.step_id === null ? flow.start : flow.byId.get(run.step_id);
  if (!from) return [];
  return run.waiting ? afterWait(flow, from) : questionsFrom(flow, from);
}

function afterWait(flow: CompiledFlow, from: CompiledStep): readonly Question[] {
  if (from.type === null || !from.type.resume || !from.next) return questionsFrom(flow, from);
  return questionsFrom(flow, from.next);
}

function questionsFrom(flow: CompiledFlow, from: CompiledStep): readonly Question[] {
  const known = flow.questions.get(from);
  if (known !== undefined) return known;
  const asked = new Map<string, Question>();
  const seen = new Set<CompiledStep>();
  const open: (CompiledStep | null)[] = [from];
  while (open.length > 0) {
    const step = open.pop();
    if (!step || seen.has(step)) continue;
    seen.add(step);
    for (const question of asksOf(step)) asked.set(questionKey(question), question);
    if (step.type?.holds(step.step)) continue;
    open.push(step.next);
    if (step.type !== null) open.push(...Object.values(step.arms));
  }
  const questions = [...asked.values()];
  flow.questions.set(from, questions);
  return questions;
}

function asksOf(at: CompiledStep): Question[] {
  if (at.type === null) return [];
  const values = at.step as unknown as Record<string, unknown>;
  return Object.entries(at.type.fields).flatMap(([key, { kind }]) =>
    Object.hasOwn(values, key) ? kind.asks(values[key]) : [],
  );
}
