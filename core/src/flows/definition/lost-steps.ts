import type { Definition } from './definition.ts';
import { isStepId } from './step-id.ts';
import { type ListedStep, listSteps, type StepList } from './step-list.ts';

/** A saved step whose id another definition no longer has, or gives to another type of step. */
export interface LostStep {
  id: number;
  /** As it was saved. */
  old: ListedStep;
  /** The step that has the id now; null if there is none. */
  now: ListedStep | null;
}

/** Steps of the saved definition that the new one lacks or redefines, in document order. */
export function lostSteps(held: Pick<Definition, 'nodes'>, after: StepList): LostStep[] {
  const first = new Map<number, ListedStep>();
  for (const listed of after.steps) {
    const { id } = listed.step;
    if (isStepId(id) && !first.has(id)) first.set(id, listed);
  }
  const seen = new Set<number>();
  return listSteps(held.nodes).steps.flatMap((old): LostStep[] => {
    const { id, type } = old.step;
    if (!isStepId(id) || seen.has(id)) return [];
    seen.add(id);
    const now = first.get(id) ?? null;
    return now !== null && now.step.type === type ? [] : [{ id, old, now }];
  });
}
