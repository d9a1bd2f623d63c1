import type { Definition } from '@postroad/core/flow/definition';
import { review } from '@postroad/core/flow/review';
import { outline, stepCount } from '@postroad/core/flow/summary';
import { triggerSummary } from '@postroad/core/flow/trigger';
import type { Validation } from '@postroad/core/issue';
import { invalid, notFound, Refusal } from '@postroad/core/refusal';
import {
  countPeopleInside,
  type FlowRow,
  findFlow,
  insertFlow,
  insertFlowVersion,
  listFlowLabels,
  listFlows,
  updateFlow,
} from '@postroad/store/flow';
import { raiseFlowsVersion } from '@postroad/store/instance';
import { releaseFrozenRuns } from '@postroad/store/run';
import { lockSegments } from '@postroad/store/segment';
import { holdSource, releaseSource, sourceKind } from '@postroad/store/send';
import type { Tx } from '@postroad/store/transaction';
import { flowPausedReason } from '../engine/send-mail.ts';
import { flowReferences } from '../flow-references.ts';
import type { Context, Handlers } from '../handler.ts';
import { pageOf, shownOf } from '../page.ts';

async function mustFind(tx: Tx, address: string, lock: 'for update' | 'no lock' = 'no lock') {
  const flow = await findFlow(tx, address, lock);
  if (!flow) throw notFound('flow', address);
  return flow;
}

function definitionOf(flow: FlowRow): Definition {
  return flow.definition as unknown as Definition;
}

/** Checks a saved flow as it stands now, or another definition in its place. */
async function validate(tx: Tx, flow: FlowRow, definition: unknown): Promise<Validation> {
  const references = await flowReferences(tx);
  const held = definitionOf(flow);
  return review(definition, { flowKey: flow.key, held, references }).validation;
}

async function flowView(tx: Tx, flow: FlowRow) {
  const counts = await countPeopleInside(tx, [flow.id]);
  const people = new Map(counts.map((count) => [count.step_id, count.people]));
  const definition = definitionOf(flow);
  return {
    id: flow.id,
    key: flow.key,
    name: flow.name,
    labels: flow.labels,
    run_policy: flow.run_policy,
    status: flow.status,
    definition: flow.definition,
    steps: outline(flow.key, definition).map((step) => ({
      ...step,
      people: people.get(step.id) ?? 0,
    })),
    validation: await validate(tx, flow, definition),
    created_at: flow.created_at.toISOString(),
    updated_at: flow.updated_at.toISOString(),
  };
}

/** The canonical form of what was sent. Throws a 422 where it must not be saved (contract §5.2). */
async function canonical(tx: Tx, flowKey: string, sent: unknown, held: Definition | null) {
  const references = await flowReferences(tx);
  const { definition, refusals } = review(sent, { flowKey, held, references });
  if (refusals.length > 0) throw invalid(refusals);
  return definition;
}

const readFlows: Pick<Handlers, 'list_flows' | 'get_flow' | 'validate_flow'> = {
  async list_flows(input, { tx }) {
    const page = pageOf(input, 1);
    const rows = await listFlows(tx, {
      label: input.label?.trim() ?? null,
      after: page.after?.[0] ?? 0,
      limit: page.read,
    });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    const inside = new Map<number, number>();
    const ids = shown.map((row) => row.id);
    for (const { flow_id, people } of await countPeopleInside(tx, ids)) {
      inside.set(flow_id, (inside.get(flow_id) ?? 0) + people);
    }
    const flows = shown.map((row) => ({
      id: row.id,
      key: row.key,
      name: row.name,
      labels: row.labels,
      run_policy: row.run_policy,
      status: row.status,
      trigger: triggerSummary(definitionOf(row).trigger),
      step_count: stepCount(definitionOf(row)),
      people_inside: inside.get(row.id) ?? 0,
    }));
    return { flows, labels: await listFlowLabels(tx), next_cursor };
  },
  async get_flow({ flow_key }, { tx }) {
    return { flow: await flowView(tx, await mustFind(tx, flow_key)) };
  },
  async validate_flow({ flow_key, definition }, { tx }) {
    const flow = await mustFind(tx, flow_key);
    return await validate(tx, flow, definition ?? flow.definition);
  },
};

const writeFlows: Pick<Handlers, 'create_flow' | 'update_flow'> = {
  async create_flow(input, { tx }) {
    await lockSegments(tx, 'shared');
    const sent = input.definition ?? { trigger: {}, nodes: [] };
    const definition = await canonical(tx, input.key, sent, null);
    const flow = await insertFlow(tx, {
      key: input.key,
      name: input.name ?? input.key,
      labels: input.labels ?? [],
      run_policy: input.run_policy ?? 'single_run',
      status: 'draft',
      definition,
    });
    if (!flow) {
      throw new Refusal(
        'conflict',
        `There is a flow "${input.key}" already. Choose another key, or change that flow.`,
      );
    }
    await raiseFlowsVersion(tx);
    return { flow: await flowView(tx, flow) };
  },
  async update_flow(input, { tx }) {
    await lockSegments(tx, 'shared');
    const flow = await mustFind(tx, input.flow_key, 'for update');
    const definition =
      input.definition === undefined
        ? flow.definition
        : await canonical(tx, flow.key, input.definition, definitionOf(flow));
    const changed = await updateFlow(tx, flow.id, {
      key: flow.key,
      name: input.name ?? flow.name,
      labels: input.labels ?? flow.labels,
      run_policy: input.run_policy ?? flow.run_policy,
      status: flow.status,
      definition,
    });
    await raiseFlowsVersion(tx);
    return { flow: await flowView(tx, changed) };
  },
};

async function setStatus(tx: Tx, flow: FlowRow, status: 'live' | 'paused'): Promise<FlowRow> {
  const changed = await updateFlow(tx, flow.id, { ...flow, status });
  await raiseFlowsVersion(tx);
  return changed;
}

/** Live again: what the pause held is released, and what came due meanwhile is taken up (§5.11). */
async function goLive(flow: FlowRow, { tx, deps }: Context): Promise<FlowRow> {
  const validation = await validate(tx, flow, flow.definition);
  if (!validation.valid) {
    throw new Refusal(
      'conflict',
      `The flow "${flow.key}" has errors and stays ${flow.status}. Fix what validation lists, then activate it again.`,
      { validation },
    );
  }
  if (flow.status === 'live') return flow;
  const changed = await setStatus(tx, flow, 'live');
  await insertFlowVersion(tx, {
    flow_id: flow.id,
    kind: 'activation',
    definition: flow.definition,
  });
  if (flow.status === 'paused') {
    await releaseFrozenRuns(tx, flow.id);
    await releaseSource(tx, { kind: sourceKind.flow, id: flow.id }, flowPausedReason);
  }
  deps.wake.after(tx);
  return changed;
}

const runFlows: Pick<Handlers, 'activate_flow' | 'pause_flow'> = {
  async activate_flow({ flow_key }, context) {
    await lockSegments(context.tx, 'shared');
    const flow = await mustFind(context.tx, flow_key, 'for update');
    return { flow: await flowView(context.tx, await goLive(flow, context)) };
  },
  async pause_flow({ flow_key }, { tx }) {
    const flow = await mustFind(tx, flow_key, 'for update');
    if (flow.status === 'draft') {
      throw new Refusal(
        'conflict',
        `The flow "${flow.key}" is a draft; only a live flow can be paused.`,
      );
    }
    if (flow.status === 'paused') return { flow: await flowView(tx, flow) };
    const changed = await setStatus(tx, flow, 'paused');
    await holdSource(tx, { kind: sourceKind.flow, id: flow.id }, flowPausedReason);
    return { flow: await flowView(tx, changed) };
  },
};

export const flowHandlers = { ...readFlows, ...writeFlows, ...runFlows };
