import { quoted } from '../../platform/json.ts';
import { handleOf, isStepId, stepIdOf } from '../definition/step-id.ts';
import { type ListedStep, listSteps } from '../definition/step-list.ts';
import { report } from './codes.ts';
import type { Pass } from './pass.ts';

/** Second pass: every id once, and still for what it was given to (VAL-07, VAL-21, VAL-22). */
export const uniqueIds: Pass = ({ definition, flowKey, held, stepList }, issues) => {
  const first = new Map<number, ListedStep>();
  for (const listed of stepList.steps) {
    const { id } = listed.step;
    if (!isStepId(id)) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, listed);
    else {
      const message = `The id ${id} already belongs to the step at ${other.path}.`;
      issues.add([report('id_duplicate', `${listed.path}.id`, message)], listed);
    }
  }
  if (held === null || held === definition) return;
  const seen = new Set<number>();
  for (const old of listSteps(held.nodes).steps) {
    const { id, type } = old.step;
    if (!isStepId(id) || seen.has(id)) continue;
    seen.add(id);
    const listed = first.get(id);
    const name = stepIdOf(flowKey, handleOf(old.step));
    if (listed === undefined) {
      const message = `The step ${name} was saved and is gone.`;
      issues.add([report('node_id_freed', 'nodes', message)], old);
    } else if (listed.step.type !== type) {
      const message = `The id ${id} belonged to ${name}, a ${quoted(type)}, and now to a ${quoted(listed.step.type)}.`;
      issues.add([report('node_id_repurposed', `${listed.path}.id`, message)], listed);
    }
  }
};
