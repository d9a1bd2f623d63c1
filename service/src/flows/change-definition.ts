import type { ChangedTimes } from '@postroad/core/account/changed-times';
import type { Tunables } from '@postroad/core/account/tunables';
import { changedWaits } from '@postroad/core/flows/definition/changed-waits';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { lostSteps } from '@postroad/core/flows/definition/lost-steps';
import type { Review } from '@postroad/core/flows/definition/review';
import { handleOf, stepIdOf } from '@postroad/core/flows/definition/step-id';
import { listSteps } from '@postroad/core/flows/definition/step-list';
import { tunablesNamedInFlow } from '@postroad/core/flows/definition/tunables-named';
import { stepCount } from '@postroad/core/flows/drawing/summary';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import {
  countPeopleInside,
  countPeopleWaiting,
  type FlowContent,
  type FlowRow,
} from '@postroad/store/flows/flow';
import { insertFlowVersion } from '@postroad/store/flows/flow-version';
import type { Tx } from '@postroad/store/platform/transaction';
import { loadTunables } from '../account/tunables.ts';
import { refuseFailing } from './cases/run-tests.ts';
import type { FlowDeps } from './live-flows.ts';
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
 * is forced, one that takes steps from under people or fails a test of the flow (FTEST-03). The caller has locked the flow.
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
  await refuseFailing(tx, flow, definition, force);
  const steps = force ? [] : await peopleOnLostSteps(tx, flow, definition);
  if (steps.length === 0) return;
  const named = steps.slice(0, stepsShown).map(({ step_id, people }) => `${step_id} (${people})`);
  if (steps.length > stepsShown) named.push(`${steps.length - stepsShown} more`);
  const detail = `There are people on steps that the definition takes away or repurposes: ${named.join(', ')}. Nothing was changed. Keep these steps with their ids, or send force: true, which parks people whose step is gone and has those on a step of another type take it.`;
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
  content?: Partial<Pick<FlowContent, 'name' | 'labels' | 'run_policy' | 'tests'>>;
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
  // The tests that are saved with it are those that it has to pass.
  const { tests = flow.tests } = content;
  await refuseHarm(tx, { ...flow, tests }, { definition, validation }, force);
  await keepEdited(tx, flow, definition);
  return await replaceFlow(tx, flow, { ...content, definition });
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The tunables before and after a change of them. */
export interface ChangedTunables {
  before: Tunables;
  after: Tunables;
}

/** A flow that is there already, with what it was and what it becomes. */
export interface FlowEdit {
  key: string;
  before: unknown;
  after: unknown;
}

/**
 * How many people keep their old time, and how many move to the new one, where edits change the time
 * of delays or gates (SPEC-10). Undefined if they change none.
 */
export async function changedTimesOf(
  tx: Tx,
  edits: readonly FlowEdit[],
  tunables: ChangedTunables,
): Promise<ChangedTimes | undefined> {
  const held = new Map(Object.entries(tunables.before));
  const given = new Map(Object.entries(tunables.after));
  const changed = edits.flatMap(({ key, before, after }) =>
    changedWaits(
      { definition: before, tunables: held },
      { definition: after, tunables: given },
    ).map((wait) => ({ ...wait, key, step_id: stepIdOf(key, wait.handle) })),
  );
  if (changed.length === 0) return undefined;
  const counts = await countPeopleWaiting(
    tx,
    changed.map(({ key, id }) => ({ flow_key: key, step_id: id })),
  );
  const people = new Map(counts.map((one) => [`${one.flow_key} ${one.step_id}`, one.people]));
  const steps = changed.flatMap(({ key, id, step_id, effect }) => {
    const waiting = people.get(`${key} ${id}`) ?? 0;
    return waiting === 0 ? [] : [{ step_id, people: waiting, effect }];
  });
  const sum = (of: 'keep' | 'move') =>
    steps.reduce((all, step) => all + (step.effect === of ? step.people : 0), 0);
  return { keep: sum('keep'), move: sum('move'), steps: steps.slice(0, limits.usersListed) };
}

/** Of another definition of one flow. Counts before it is saved; the caller has locked the flow. */
export async function changedTimesOfEdit(
  tx: Tx,
  { key, status, definition: before }: FlowRow,
  after: unknown,
): Promise<{ times?: ChangedTimes }> {
  if (status === 'draft') return {};
  const tunables = Object.fromEntries(await loadTunables(tx));
  const times = await changedTimesOf(tx, [{ key, before, after }], {
    before: tunables,
    after: tunables,
  });
  return times === undefined ? {} : { times };
}

/** Of other values of tunables, in all flows that people may be in. */
export async function changedTimesOfTunables(
  tx: Tx,
  deps: FlowDeps,
  tunables: ChangedTunables,
): Promise<ChangedTimes | undefined> {
  const { byId, paused } = await deps.liveFlows.running(tx);
  const edits = [...byId.values(), ...paused].flatMap(({ key, compiled: { definition } }) =>
    tunablesNamedInFlow(definition).length === 0
      ? []
      : [{ key, before: definition, after: definition }],
  );
  return await changedTimesOf(tx, edits, tunables);
}
