import { isObject, own, quoted } from '../../platform/json.ts';
import type { Definition } from '../definition/definition.ts';
import { handleOf, stepIdOf } from '../definition/step-id.ts';
import { listSteps } from '../definition/step-list.ts';
import type { StepNames } from '../steps/step-type.ts';
import { stepType } from '../steps/table.ts';

const nameless: StepNames = { email: () => null };

/** One line that says what a step does; takes any step. */
export function stepSummary(step: unknown, names = nameless): string {
  const name = isObject(step) ? own(step, 'type') : undefined;
  const type = stepType(name);
  return isObject(step) && type !== null
    ? type.summary(step, names)
    : `Unknown step type ${quoted(name)}`;
}

/** Number of steps at any depth. */
export function stepCount(definition: Definition): number {
  return listSteps(definition.nodes).steps.length;
}

/** One step in the outline of a flow (contract §3). */
export interface StepOutline {
  id: number;
  /** `{flow_key}.{id}-{slug}`. */
  step_id: string;
  /** `{id}-{slug}`. */
  handle: string;
  path: string;
  type: string;
  name: string;
  summary: string;
}

/** Every step that has an id, in document order. */
export function outline(flowKey: string, definition: Definition, names?: StepNames): StepOutline[] {
  return listSteps(definition.nodes).steps.flatMap(({ step, path }) => {
    const handle = handleOf(step);
    if (handle === '') return [];
    const text = (key: string) => (typeof step[key] === 'string' ? step[key] : '');
    return [
      {
        id: Number(step.id),
        step_id: stepIdOf(flowKey, handle),
        handle,
        path,
        type: text('type'),
        name: text('name'),
        summary: stepSummary(step, names),
      },
    ];
  });
}
