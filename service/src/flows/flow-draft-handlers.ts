import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { diffDefinitions } from '@postroad/core/flows/definition/diff';
import { outline } from '@postroad/core/flows/drawing/summary';
import type { Validation } from '@postroad/core/platform/issue';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { countPeopleInside, type FlowRow } from '@postroad/store/flows/flow';
import { dropFlowDraft, type FlowDraftRow, keepFlowDraft } from '@postroad/store/flows/flow-draft';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { countQueuedFrom } from '@postroad/store/queue/send-view';
import { refuseUnseenDraft } from '../platform/draft-seen.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { withFailingTests } from './cases/run-tests.ts';
import { changeDefinition, changedTimesOfEdit, peopleOnLostSteps } from './change-definition.ts';
import { stepsConcerned } from './check-gates.ts';
import { getFlowDraft } from './flow-draft.ts';
import { reviewed } from './flow-handlers.ts';
import { flowView, getFlow, validateFlow } from './flow-view.ts';

type Kept = OperationOutput<'get_flow_draft'>;
type Effects = OperationOutput<'publish_flow'>['effects'];

async function keptView(
  tx: Tx,
  flow: FlowRow,
  draft: FlowDraftRow,
  validation: Validation,
): Promise<Kept> {
  const { definition, revision, base_revision, live_revision, created_at, updated_at } = draft;
  return {
    draft: {
      definition: { ...definition },
      revision,
      base_revision,
      live_revision,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    },
    validation: await withFailingTests(tx, flow, definition, validation),
    changes: diffDefinitions(flow.definition, definition),
  };
}

/** What a definition does to people inside and to queued mail, in place of the one that is live. */
async function effectsOf(tx: Tx, flow: FlowRow, definition: Definition): Promise<Effects> {
  const counts = await countPeopleInside(tx, [flow.id]);
  const stepIds = stepIdsOf(flow.key, definition);
  const lost = await peopleOnLostSteps(tx, flow, definition);
  const parked = new Set(lost.map(({ step_id }) => step_id));
  const { changed } = stepsConcerned({ before: flow.definition, after: definition });
  const before = stepIdsOf(flow.key, flow.definition);
  const others = counts.flatMap((on): Effects['steps'] => {
    const stepId = stepIds.get(on.step_id);
    if (stepId === undefined || parked.has(stepId)) return [];
    const back = before.has(on.step_id) ? 0 : on.parked;
    if (back > 0) return [{ step_id: stepId, people: back, effect: 'resumed' }];
    return changed.includes(on.step_id)
      ? [{ step_id: stepId, people: on.people, effect: 'waits_again' }]
      : [];
  });
  return {
    people_inside: counts.reduce((sum, { people }) => sum + people, 0),
    steps: [...lost.map((on) => ({ ...on, effect: 'parked' as const })), ...others],
    queued_mail: await countQueuedFrom(tx, { kind: 'flow', id: flow.id }),
  };
}

function stepIdsOf(key: string, definition: Definition): Map<number, string> {
  return new Map(outline(key, definition).map(({ id, step_id }) => [id, step_id]));
}

/** Throws a 409 where the flow is another one by now than that on which the draft was begun. */
function refuseMoved(flow: FlowRow, { base_revision, live_revision }: FlowDraftRow): void {
  if (base_revision === live_revision) return;
  throw new Refusal(
    'conflict',
    `The flow "${flow.key}" changed since its draft was begun: it is at revision ${live_revision}, the draft is of ${base_revision}. Look at what changed, then save the draft again with base_revision ${live_revision}.`,
    { base_revision, live_revision },
  );
}

export const flowDraftHandlers: Pick<
  Handlers,
  'get_flow_draft' | 'save_flow_draft' | 'delete_flow_draft' | 'publish_flow'
> = {
  get_flow_draft: read(async ({ flow_key }, { tx }) => {
    const flow = await getFlow(tx, flow_key);
    const draft = await getFlowDraft(tx, flow);
    return await keptView(tx, flow, draft, await validateFlow(tx, flow, draft.definition));
  }),

  save_flow_draft: transaction(async ({ flow_key, definition, base_revision }, { tx }) => {
    const flow = await getFlow(tx, flow_key);
    const sent = await reviewed(tx, flow, definition, flow.definition);
    const kept = { definition: sent.definition, base_revision: base_revision ?? null };
    await keepFlowDraft(tx, flow.id, kept);
    const draft = await getFlowDraft(tx, flow);
    if (draft.base_revision > draft.live_revision) {
      const message = `The flow is at revision ${draft.live_revision}. Give that one, or an earlier one that you read.`;
      throw invalid([{ path: 'base_revision', code: 'value_invalid', message }]);
    }
    tx.work.tell({ resource: 'flows', id: flow.id, action: 'updated' });
    return await keptView(tx, flow, draft, sent.validation);
  }),

  delete_flow_draft: transaction(async ({ flow_key }, { tx }) => {
    const flow = await getFlow(tx, flow_key);
    await getFlowDraft(tx, flow);
    await dropFlowDraft(tx, flow.id);
    tx.work.tell({ resource: 'flows', id: flow.id, action: 'updated' });
    return { deleted: true };
  }),

  publish_flow: transaction(async ({ flow_key, force = false, draft_revision }, { tx }) => {
    await lockReferences(tx, 'shared');
    const flow = await getFlow(tx, flow_key, 'for update');
    const draft = await getFlowDraft(tx, flow, 'for update');
    refuseUnseenDraft(`the flow "${flow.key}"`, draft, draft_revision);
    refuseMoved(flow, draft);
    const after = await reviewed(tx, flow, draft.definition, flow.definition);
    const { definition, validation } = after;
    const effects = await effectsOf(tx, flow, definition);
    const times = await changedTimesOfEdit(tx, flow, definition);
    const changed = await changeDefinition(tx, flow, { definition, validation, force });
    await dropFlowDraft(tx, flow.id);
    return { flow: await flowView(tx, changed, validation), effects, ...times };
  }),
};
