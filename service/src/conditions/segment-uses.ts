import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { stepIdOf } from '@postroad/core/flows/definition/step-id';
import {
  listReferenceHolders,
  type ReferenceHolder,
} from '@postroad/store/platform/record-reference';
import type { Tx } from '@postroad/store/platform/transaction';

type WhereUsed = OperationOutput<'get_segment'>['segment']['where_used'];

/** Records that name a segment, by key or id, or are sent to it, in order of creation. */
export async function segmentUses(
  tx: Tx,
  { id, key }: { id: number; key: string },
): Promise<WhereUsed> {
  const found = await listReferenceHolders(tx, { kind: 'segment', ids: [id], keys: [key] });
  const of = (kind: ReferenceHolder['kind']) =>
    found
      .filter((holder) => holder.kind === kind)
      .map((holder) => ({ ...holder, id: holder.id ?? 0, key: holder.key ?? '' }));
  const named = (kind: ReferenceHolder['kind']) =>
    of(kind).map((holder) => ({ id: holder.id, key: holder.key, name: holder.name }));
  return {
    segments: named('segment'),
    flows: of('flow').map((flow) => ({
      ...{ id: flow.id, key: flow.key, name: flow.name },
      step_id: stepIdOf(flow.key, flow.handle),
    })),
    guards: named('guard'),
    broadcasts: of('broadcast')
      .filter(({ status }) => status !== 'sent' && status !== 'canceled')
      .map(({ id: broadcast, name, status }) => ({ id: broadcast, name, status: status ?? '' })),
    settings: of('toggle').map((toggle) => ({ key: toggle.key, name: toggle.name })),
  };
}
