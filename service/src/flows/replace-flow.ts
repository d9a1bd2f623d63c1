import { Refusal } from '@postroad/core/platform/refusal';
import { raiseFlowsVersion } from '@postroad/store/account/engine-state';
import { type FlowContent, type FlowRow, hasRuns, updateFlow } from '@postroad/store/flows/flow';
import type { Tx } from '@postroad/store/platform/transaction';
import { noteDefinitionChange } from './check-gates.ts';
import { noteTriggerLive } from './triggers/note-live.ts';

/**
 * Writes an existing flow and publishes the change to every process. People who wait at changed
 * steps are looked at again. The caller has locked the flow.
 */
export async function replaceFlow(
  tx: Tx,
  flow: FlowRow,
  content: Partial<FlowContent>,
): Promise<FlowRow> {
  const changed = await updateFlow(tx, flow.id, { ...flow, ...content });
  await raiseFlowsVersion(tx);
  await noteTriggerLive(tx, flow, changed);
  if (flow.status !== 'draft' && content.definition !== undefined) {
    const { id, definition: before } = flow;
    await noteDefinitionChange(tx, { id, before, after: content.definition });
  }
  return changed;
}

/** Undoes an activation that nobody has used. The caller has locked the flow. */
export async function returnToDraft(tx: Tx, flow: FlowRow): Promise<FlowRow> {
  if (await hasRuns(tx, flow.id)) {
    const detail = `People ran through the flow "${flow.key}", so it cannot be a draft again. Pause it instead.`;
    throw new Refusal('conflict', detail);
  }
  return await replaceFlow(tx, flow, { status: 'draft' });
}
