import { isObject, own } from '../../platform/json.ts';
import { stepType } from '../steps/table.ts';
import { listSteps } from './step-list.ts';

/** The tunables that a flow's steps wait by, with those steps; takes any JSON. */
export function tunablesNamedInFlow(
  definition: unknown,
): { setting: string; step: Readonly<Record<string, unknown>> }[] {
  const nodes = isObject(definition) ? own(definition, 'nodes') : undefined;
  return listSteps(nodes).steps.flatMap(({ step }) =>
    Object.keys(stepType(step.type)?.fields ?? {}).flatMap((key) => {
      const value = own(step, key);
      const setting = isObject(value) ? own(value, 'setting') : undefined;
      return typeof setting === 'string' ? [{ setting, step }] : [];
    }),
  );
}
