import type { CompiledFlow, CompiledStep } from '../definition/compile.ts';

/** A step in the trace of a run. */
export interface TakenStep {
  step_id: number;
  arm: string | null;
}

/** Trace outcomes after which the run left the step. */
export const takenOutcomes = ['ran', 'branched', 'released', 'skipped'] as const;

/**
 * Where a run continues whose own step is gone: after the last step it took that the definition
 * still has, or at the start if none is left. No step is repeated as long as the remaining steps
 * keep their order. Returns the id of that step, or null if none is left to take.
 */
export function resumePoint(flow: CompiledFlow, last: TakenStep | null): number | null {
  let step = last === null ? flow.start : following(flow, last);
  // A run can only be on a step with an id of its own.
  while (step !== null && step.id === null) step = step.next;
  return step?.id ?? null;
}

function following(flow: CompiledFlow, { step_id, arm }: TakenStep): CompiledStep | null {
  const step = flow.byId.get(step_id);
  if (step === undefined) return flow.start;
  if (step.type === null || arm === null) return step.next;
  const inside = step.arms.get(arm);
  return inside === undefined ? step.next : inside;
}
