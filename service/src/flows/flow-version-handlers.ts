import { reviewParts } from '@postroad/core/flows/definition/review';
import { stepCount } from '@postroad/core/flows/drawing/summary';
import { notFound } from '@postroad/core/platform/refusal';
import type { FlowRow } from '@postroad/store/flows/flow';
import {
  type FlowVersionContent,
  type FlowVersionRow,
  findFlowVersion,
  insertFlowVersion,
  listFlowVersions,
} from '@postroad/store/flows/flow-version';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { runYielding } from '../platform/cooperative.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { pageOf, shownOf } from '../platform/page.ts';
import { changedTimesOfEdit, refuseHarm, same } from './change-definition.ts';
import { flowReferences } from './flow-references.ts';
import { flowView, getFlow } from './flow-view.ts';
import { replaceFlow } from './replace-flow.ts';

type Content = Pick<FlowVersionContent, 'definition'>;

/** A version of the flow by its id. Throws a 404 if there is none. */
export async function getFlowVersion(
  tx: Tx,
  flow: FlowRow,
  id: number,
): Promise<FlowVersionContent> {
  const version = await findFlowVersion(tx, flow.id, id);
  if (!version) throw notFound('version', id);
  return version;
}

function versionView(row: FlowVersionRow, content: Content | null) {
  const { id, number, kind, name, description, created_at, step_count } = row;
  return {
    ...{ id, number, kind, name, description, created_at: created_at.toISOString() },
    step_count: step_count ?? (content === null ? 0 : stepCount(content.definition)),
  };
}

/** Keeps the definition that a rollback replaces, unless it is already the newest version. */
async function keepReplaced(tx: Tx, flow: FlowRow, target: FlowVersionRow): Promise<void> {
  const newest = await findFlowVersion(tx, flow.id, 'newest');
  if (newest && same(newest.definition, flow.definition)) return;
  await insertFlowVersion(tx, {
    flow_id: flow.id,
    kind: 'checkpoint',
    name: `Before rollback to ${target.number}`,
    description: 'Kept by the rollback itself, so that it can be undone.',
    definition: flow.definition,
    step_count: stepCount(flow.definition),
  });
}

/** The definition of the version as it would be saved now; step ids are never reused. */
async function restored(tx: Tx, flow: FlowRow, version: FlowVersionContent) {
  const context = {
    flowKey: flow.key,
    held: flow.definition,
    references: await flowReferences(tx),
    runPolicy: flow.run_policy,
  };
  return await runYielding(reviewParts(version.definition, context));
}

const readVersions: Pick<Handlers, 'list_flow_versions' | 'get_flow_version'> = {
  list_flow_versions: read(async (input, { tx }) => {
    const flow = await getFlow(tx, input.flow_key);
    const page = pageOf(input, 1);
    const rows = await listFlowVersions(tx, {
      flowId: flow.id,
      before: page.after?.[0] ?? null,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.number]);
    const versions = shown.map((row) => {
      const { definition } = row;
      return versionView(row, definition === null ? null : { definition });
    });
    return { versions, next_cursor };
  }),
  get_flow_version: read(async ({ flow_key, version_id }, { tx }) => {
    const version = await getFlowVersion(tx, await getFlow(tx, flow_key), version_id);
    return { version: { ...versionView(version, version), definition: { ...version.definition } } };
  }),
};

const writeVersions: Pick<Handlers, 'save_flow_version' | 'rollback_flow'> = {
  save_flow_version: transaction(async ({ flow_key, name, description }, { tx }) => {
    const flow = await getFlow(tx, flow_key, 'for update');
    const version = await insertFlowVersion(tx, {
      flow_id: flow.id,
      kind: 'checkpoint',
      name,
      description: description ?? '',
      definition: flow.definition,
      step_count: stepCount(flow.definition),
    });
    tx.work.tell({ resource: 'flows', id: flow.id, action: 'updated' });
    return { version: versionView(version, null) };
  }),
  rollback_flow: transaction(async ({ flow_key, version_id, force = false }, { tx }) => {
    await lockReferences(tx, 'shared');
    const flow = await getFlow(tx, flow_key, 'for update');
    const version = await getFlowVersion(tx, flow, version_id);
    const after = await restored(tx, flow, version);
    if (same(after.definition, flow.definition)) return { flow: await flowView(tx, flow) };
    await refuseHarm(tx, flow, after, force);
    await keepReplaced(tx, flow, version);
    const times = await changedTimesOfEdit(tx, flow, after.definition);
    const changed = await replaceFlow(tx, flow, { definition: after.definition });
    return { flow: await flowView(tx, changed), ...times };
  }),
};

export const flowVersionHandlers = { ...readVersions, ...writeVersions };
