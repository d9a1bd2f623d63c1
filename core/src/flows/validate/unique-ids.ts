import { quoted } from '../../platform/json.ts';
import { handleOf, isStepId, stepIdOf } from '../definition/step-id.ts';
import { type Place, walkSteps } from '../definition/step-list.ts';
import { report } from './codes.ts';
import type { Pass } from './pass.ts';

/** Second pass: every id once, and still for what it was given to (VAL-07, VAL-21, VAL-22). */
export const uniqueIds: Pass = ({ definition, flowKey, held, walk }, findings) => {
  const first = new Map<number, Place>();
  for (const place of walk.places) {
    const { id } = place.step;
    if (!isStepId(id)) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, place);
    else {
      const message = `The id ${id} already belongs to the step at ${other.path}.`;
      findings.add([report('id_duplicate', `${place.path}.id`, message)], place);
    }
  }
  if (held === null || held === definition) return;
  const seen = new Set<number>();
  for (const old of walkSteps(held.nodes).places) {
    const { id, type } = old.step;
    if (!isStepId(id) || seen.has(id)) continue;
    seen.add(id);
    const place = first.get(id);
    const name = stepIdOf(flowKey, handleOf(old.step));
    if (place === undefined) {
      const message = `The step ${name} was saved and is gone.`;
      findings.add([report('node_id_freed', 'nodes', message)], old);
    } else if (place.step.type !== type) {
      const message = `The id ${id} belonged to ${name}, a ${quoted(type)}, and now to a ${quoted(place.step.type)}.`;
      findings.add([report('node_id_repurposed', `${place.path}.id`, message)], place);
    }
  }
};
