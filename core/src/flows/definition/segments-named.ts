import { segmentsNamed } from '../../conditions/segments.ts';
import { own } from '../../platform/json.ts';
import { stepType } from '../steps/table.ts';
import { listSteps } from './step-list.ts';

/** Keys and ids of the segments that a flow's conditions name, with their steps. */
export function segmentsNamedInFlow(
  definition: unknown,
): { segment: string | number; step: Readonly<Record<string, unknown>> }[] {
  const nodes = (definition as { nodes?: unknown } | null)?.nodes;
  return listSteps(nodes).steps.flatMap(({ step }) =>
    Object.entries(stepType(step.type)?.fields ?? {})
      .flatMap(([key, { kind }]) => kind.conditions?.(own(step, key)) ?? [])
      .flatMap((condition) => segmentsNamed(condition))
      .map(({ segment }) => ({ segment, step })),
  );
}
