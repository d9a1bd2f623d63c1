import { quoted } from '../../platform/json.ts';
import { lostSteps } from '../definition/lost-steps.ts';
import { handleOf, isStepId, stepIdOf } from '../definition/step-id.ts';
import type { ListedStep } from '../definition/step-list.ts';
import { report } from './codes.ts';
import type { Pass } from './pass.ts';

/** Second pass: every id occurs once and still belongs to its step (VAL-07, VAL-21, VAL-22). */
export const uniqueIds: Pass = function* uniqueIds(
  { definition, flowKey, held, stepList },
  issues,
) {
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
    yield;
  }
  if (held === null || held === definition) return;
  for (const { id, old, now } of lostSteps(held, stepList)) {
    const name = stepIdOf(flowKey, handleOf(old.step));
    if (now === null) {
      const message = `The step ${name} was saved and is gone.`;
      issues.add([report('node_id_freed', 'nodes', message)], old);
    } else {
      const message = `The id ${id} belonged to ${name}, a ${quoted(old.step.type)}, and now to a ${quoted(now.step.type)}.`;
      issues.add([report('node_id_repurposed', `${now.path}.id`, message)], now);
    }
    yield;
  }
};
