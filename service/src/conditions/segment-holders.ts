import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { segmentsNamed } from '@postroad/core/conditions/segments';
import { segmentsNamedInFlow } from '@postroad/core/flows/definition/segments-named';
import { handleOf, stepIdOf } from '@postroad/core/flows/definition/step-id';
import { listBroadcastsOfSegment } from '@postroad/store/broadcasts/broadcast';
import { listGuardConditions } from '@postroad/store/conditions/guard';
import { listSegmentDefinitions } from '@postroad/store/conditions/segment';
import { listFlowsWithSegments } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';

export type SegmentHolders = OperationOutput<'get_segment'>['segment']['where_used'];

/** Records whose conditions name a segment, by key or id, in order of creation. */
export async function segmentHolders(
  tx: Tx,
  { id, key }: { id: number; key: string },
): Promise<SegmentHolders> {
  const isIt = ({ segment }: { segment: string | number }) => segment === key || segment === id;
  const segments = await listSegmentDefinitions(tx);
  const flows = await listFlowsWithSegments(tx);
  const guards = await listGuardConditions(tx);
  return {
    segments: segments
      .filter(({ definition }) => segmentsNamed(definition).some(isIt))
      .map((holder) => ({ id: holder.id, key: holder.key, name: holder.name })),
    flows: flows.flatMap((flow) =>
      segmentsNamedInFlow(flow.definition)
        .filter(isIt)
        .map(({ step }) => ({
          ...{ id: flow.id, key: flow.key, name: flow.name },
          step_id: stepIdOf(flow.key, handleOf(step)),
        })),
    ),
    guards: guards
      .filter(({ condition }) => segmentsNamed(condition).some(isIt))
      .map((holder) => ({ id: holder.id, key: holder.key, name: holder.name })),
    broadcasts: await listBroadcastsOfSegment(tx, id),
  };
}
