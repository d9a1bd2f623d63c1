import { stepIdOf } from '@postroad/core/flows/definition/step-id';
import { outline } from '@postroad/core/flows/drawing/summary';
import { findFlowsByIds } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';

/** Step IDs by `flow id/step id`. */
export type StepIds = ReadonlyMap<string, string>;

/** The Step IDs of flows, with one query for all of them. */
export async function stepIdsOf(tx: Tx, flowIds: readonly number[]): Promise<StepIds> {
  const flows = flowIds.length > 0 ? await findFlowsByIds(tx, [...new Set(flowIds)]) : [];
  return new Map(
    flows.flatMap((flow) =>
      outline(flow.key, flow.definition).map((step): [string, string] => [
        `${flow.id}/${step.id}`,
        step.step_id,
      ]),
    ),
  );
}

/** The Step ID of one step (DEF-13); one that was removed since has no slug. */
export function stepIdIn(ids: StepIds, flow: { id: number; key: string }, stepId: number): string {
  return ids.get(`${flow.id}/${stepId}`) ?? stepIdOf(flow.key, String(stepId));
}
