import type { Definition } from '@postroad/core/flows/definition/definition';
import { lostSteps } from '@postroad/core/flows/definition/lost-steps';
import type { Review } from '@postroad/core/flows/definition/review';
import { handleOf, stepIdOf } from '@postroad/core/flows/definition/step-id';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { stepCount } from '@postroad/core/flows/drawing/summary';
import { Refusal } from '@postroad/core/platform/refusal';
import { countPeopleInside, type FlowContent, type FlowRow } from '@postroad/store/flows/flow';
import { insertFlowVersion } from '@postroad/store/flows/flow-version';
import type { Tx } from '@postroad/store/platform/transaction';
import { replaceFlow } from './replace-flow.ts';

/** A step that a definition takes away or repurposes, with the number of people on it. */
export interface PeopleOnStep {
  step_id: string;
  people: number;
}

/**
 * What another definition would do to the people inside a flow: the steps under them that it takes
 * away, or gives to another type. The engine holds the row of a flow while it takes people through,
 * so with the row locked by the caller the counts are exact until the transaction ends.
 */
export async function peopleOnLostSteps(
  tx: Tx,
  flow: Pick<FlowRow, 'id' | 'key' | 'definition'>,
  after: Definition,
): Promise<PeopleOnStep[]> {
  const lost = lostSteps(flow.definition, listSteps(after.nodes));
  if (lost.length === 0) return [];
  const counts = await countPeopleInside(tx, [flow.id]);
  const byStep = new Map(counts.map(({ step_id, people }) => [step_id, people]));
  return lost.flatMap(({ id, old }) => {
    const people = byStep.get(id) ?? 0;
    return people === 0 ? [] : [{ step_id: stepIdOf(flow.key, handleOf(old.step)), people }];
  });
}

/** Steps in the sentence; the member lists all. */
const stepsShown = 5;

/**
 * Refuses what would harm a live flow (SAFE-05 to SAFE-08): a definition with errors, and, unless it
 * is forced, one that takes steps from under people. The caller has locked the flow.
 */
export async function refuseHarm(
  tx: Tx,
  flow: FlowRow,
  { definition, validation }: Pick<Review, 'definition' | 'validation'>,
  force: boolean,
): Promise<void> {
  if (flow.status !== 'live') return;
  if (!validation.valid) {
    const detail = `The flow "${flow.key}" is live and the definition has errors, so nothing was changed. Correct what validation lists, or pause the flow first.`;
    throw new Refusal('conflict', detail, { validation });
  }
  const steps = force ? [] : await peopleOnLostSteps(tx, flow, definition);
  if (steps.length === 0) return;
  const named = steps.slice(0, stepsShown).map(({ step_id, people }) => `${step_id} (${people})`);
  if (steps.length > stepsShown) named.push(`${steps.length - stepsShown} more`);
  const detail = `There are people on steps that the definition takes away or repurposes: ${named.join(', ')}. Nothing was changed. Keep these steps with their ids, or send force: true, which parks the people there.`;
  throw new Refusal('people_on_steps', detail, { steps, validation });
}

/** Keeps what an edit of a live flow replaces, so that it can be undone (SAFE-10). */
export async function keepEdited(tx: Tx, flow: FlowRow, after: Definition): Promise<void> {
  if (flow.status !== 'live' || same(flow.definition, after)) return;
  await insertFlowVersion(tx, {
    flow_id: flow.id,
    kind: 'edit',
    definition: flow.definition,
    step_count: stepCount(flow.definition),
  });
}

export interface DefinitionChange extends Pick<Review, 'definition' | 'validation'> {
  /** What else is saved with it. */
  content?: Partial<Pick<FlowContent, 'name' | 'labels' | 'run_policy'>>;
  force: boolean;
}

/**
 * The one way in which a definition replaces another: refuses what would harm a live flow, keeps what
 * was there, saves, and has the people looked at whom it concerns. The caller has locked the flow.
 */
export async function changeDefinition(
  tx: Tx,
  flow: FlowRow,
  { definition, validation, content = {}, force }: DefinitionChange,
): Promise<FlowRow> {
  await refuseHarm(tx, flow, { definition, validation }, force);
  await keepEdited(tx, flow, definition);
  return await replaceFlow(tx, flow, { ...content, definition });
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
