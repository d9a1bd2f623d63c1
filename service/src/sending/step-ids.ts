import { stepIdOf } from '@postroad/core/flows/definition/step-id';
import { outline } from '@postroad/core/flows/drawing/summary';
import { findFlowsByIds } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';

/** Steps as they are called now, by `flow id/step id`. */
export type StepIds = ReadonlyMap<string, { stepId: string; name: string }>;

/** The Step IDs of flows and the names of their steps, with one query for all of them. */
export async function stepIdsOf(tx: Tx, flowIds: readonly number[]): Promise<StepIds> {
  const flows = flowIds.length > 0 ? await findFlowsByIds(tx, [...new Set(flowIds)]) : [];
  return new Map(
    flows.flatMap((flow) =>
      outline(flow.key, flow.definition).map(
        ({ id, step_id: stepId, name }) => [`${flow.id}/${id}`, { stepId, name }] as const,
      ),
    ),
  );
}

/** The Step ID of one step (DEF-13); one that was removed since has no slug. */
export function stepIdIn(ids: StepIds, flow: { id: number; key: string }, stepId: number): string {
  return ids.get(`${flow.id}/${stepId}`)?.stepId ?? stepIdOf(flow.key, String(stepId));
}

/** What a step is called; null for one without a name, and for one that was removed since. */
export function stepNameIn(ids: StepIds, flowId: number, stepId: number): string | null {
  return ids.get(`${flowId}/${stepId}`)?.name || null;
}
