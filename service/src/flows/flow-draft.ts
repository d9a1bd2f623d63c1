import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { FlowRow } from '@postroad/store/flows/flow';
import { type FlowDraftRow, findFlowDraft } from '@postroad/store/flows/flow-draft';
import type { Tx } from '@postroad/store/platform/transaction';

/** The draft beside a flow. Throws a 404 where there is none. */
export async function getFlowDraft(
  tx: Tx,
  flow: FlowRow,
  lock?: 'for update',
): Promise<FlowDraftRow> {
  const draft = await findFlowDraft(tx, flow.id, lock);
  if (draft) return draft;
  throw new Refusal('not_found', `The flow "${flow.key}" has no draft. Save one first.`);
}

/** The definition that is meant: one that was sent, the draft, or undefined for the saved one. */
export async function definitionMeant(
  tx: Tx,
  flow: FlowRow,
  { definition, draft }: { definition?: unknown; draft?: boolean | undefined },
): Promise<unknown> {
  if (!draft) return definition;
  if (definition === undefined) return (await getFlowDraft(tx, flow)).definition;
  const message = 'draft and definition exclude each other. Leave one of them out.';
  throw invalid([{ path: 'draft', code: 'value_invalid', message }]);
}
