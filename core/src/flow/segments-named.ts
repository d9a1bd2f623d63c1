import { own } from '../condition/json.ts';
import { segmentsNamed } from '../condition/segments.ts';
import { condition } from './field-kind.ts';
import { stepType } from './steps/table.ts';
import { walkSteps } from './walk.ts';

/** Keys and ids of the segments that a flow's conditions name, with the steps they stand in. */
export function segmentsNamedInFlow(
  definition: unknown,
): { segment: string | number; step: Readonly<Record<string, unknown>> }[] {
  const nodes = (definition as { nodes?: unknown } | null)?.nodes;
  return walkSteps(nodes).places.flatMap(({ step }) =>
    Object.entries(stepType(step.type)?.fields ?? {})
      .filter(([, { kind }]) => kind === condition)
      .flatMap(([key]) => segmentsNamed(own(step, key)))
      .map(({ segment }) => ({ segment, step })),
  );
}
