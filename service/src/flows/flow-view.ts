import { reviewParts } from '@postroad/core/flows/definition/review';
import { outline } from '@postroad/core/flows/drawing/summary';
import type { Validation } from '@postroad/core/platform/issue';
import { notFound } from '@postroad/core/platform/refusal';
import { type FlowRow, findFlow, keptPeopleInside } from '@postroad/store/flows/flow';
import { hasFlowDraft } from '@postroad/store/flows/flow-draft';
import type { Tx } from '@postroad/store/platform/transaction';
import { runYielding } from '../platform/cooperative.ts';
import { flowReferences } from './flow-references.ts';
import { stepNames } from './step-names.ts';

/** A flow by key or id. Throws a 404 if there is none. */
export async function getFlow(
  tx: Tx,
  address: string,
  lock: 'for update' | 'no lock' = 'no lock',
): Promise<FlowRow> {
  const flow = await findFlow(tx, address, lock);
  if (!flow) throw notFound('flow', address);
  return flow;
}

/** Checks a saved flow in its present state, or another definition for it. */
export async function validateFlow(
  tx: Tx,
  flow: FlowRow,
  definition: unknown,
): Promise<Validation> {
  const references = await flowReferences(tx);
  const { key: flowKey, run_policy: runPolicy, definition: held } = flow;
  const context = { flowKey, held, references, runPolicy };
  const { validation } = await runYielding(reviewParts(definition, context));
  return validation;
}

interface Counted {
  people: number;
  parked: number;
}

/** People by step, and people on steps that the definition no longer has. */
async function peopleOf(tx: Tx, flow: FlowRow) {
  const counts = await keptPeopleInside(tx, [flow.id]);
  const byStep = new Map<number, Counted>(
    counts.map(({ step_id, people, parked }) => [step_id, { people: people - parked, parked }]),
  );
  const inside = counts.reduce((sum, { people }) => sum + people, 0);
  return { byStep, inside };
}

/** The steps of a flow with the people on each, and those on steps that it no longer has. */
export async function stepsWithPeople(tx: Tx, flow: FlowRow) {
  const { byStep, inside } = await peopleOf(tx, flow);
  const names = await stepNames(tx, [flow.definition]);
  const steps = outline(flow.key, flow.definition, names).map((step) => {
    const { people, parked } = byStep.get(step.id) ?? { people: 0, parked: 0 };
    return { ...step, people, parked };
  });
  return { steps, byStep, inside };
}

/**
 * A flow as every surface shows it (contract §3, Flow read). The answer to a save passes the
 * `validation` of the sent definition, which also reports the effects of saving it.
 */
export async function flowView(tx: Tx, flow: FlowRow, validation?: Validation) {
  const { steps, byStep, inside } = await stepsWithPeople(tx, flow);
  const definition = flow.definition;
  const listed = new Set([0, ...steps.map((step) => step.id)]);
  return {
    id: flow.id,
    key: flow.key,
    name: flow.name,
    labels: flow.labels,
    run_policy: flow.run_policy,
    status: flow.status,
    revision: flow.revision,
    definition: { ...flow.definition },
    steps,
    people_inside: inside,
    gone_steps: [...byStep]
      .filter(([id]) => !listed.has(id))
      .map(([id, counted]) => ({ id, ...counted })),
    has_draft: await hasFlowDraft(tx, flow.id),
    validation: validation ?? (await validateFlow(tx, flow, definition)),
    created_at: flow.created_at.toISOString(),
    updated_at: flow.updated_at.toISOString(),
  };
}
