import { isObject, type JsonObject, own } from '../../platform/json.ts';
import type { Definition } from './definition.ts';
import { normalise } from './normalise.ts';
import { armLists, type ListedStep, listSteps, withArm } from './step-list.ts';

/**
 * A definition that was written by hand, with no id in it, may be of a flow that is saved: its file
 * never got the ids, as where the machine that pushed it is gone. The answer has the ids of the saved
 * steps that have the same type and the same name; others get new ones when it is normalised. Where
 * steps share type and name, they are matched in document order, if there are as many as before.
 * Anything else is answered as it is.
 */
export function withKeptStepIds(input: unknown, held: Pick<Definition, 'nodes'>): unknown {
  if (!isObject(input) || (own(input, 'node_counter') ?? null) !== null) return input;
  if (listSteps(own(input, 'nodes')).steps.some(({ step }) => (step.id ?? null) !== null))
    return input;
  const { definition, refusals, issues } = normalise(input, null);
  if (refusals.length > 0 || issues.length > 0) return input;
  const before = byLikeness(listSteps(held.nodes).steps);
  const kept = new Map<unknown, unknown>();
  for (const [likeness, steps] of byLikeness(listSteps(definition.nodes).steps)) {
    const old = before.get(likeness) ?? [];
    if (old.length !== steps.length) continue;
    for (const [index, { step }] of steps.entries()) kept.set(step.id, old[index]?.step.id);
  }
  if (kept.size === 0) return input;
  const { node_counter: _, ...rest } = definition;
  return { ...rest, nodes: withIds(definition.nodes, kept) };
}

function byLikeness(steps: readonly ListedStep[]): Map<string, ListedStep[]> {
  const found = new Map<string, ListedStep[]>();
  for (const listed of steps) {
    const { type, slug } = listed.step;
    const likeness = JSON.stringify([type, slug]);
    const alike = found.get(likeness);
    if (alike === undefined) found.set(likeness, [listed]);
    else alike.push(listed);
  }
  return found;
}

function withIds(nodes: unknown, kept: ReadonlyMap<unknown, unknown>): unknown {
  if (!Array.isArray(nodes)) return nodes;
  return nodes.map((step: unknown) => (isObject(step) ? withId(step, kept) : step));
}

function withId(step: JsonObject, kept: ReadonlyMap<unknown, unknown>): JsonObject {
  const { id, ...rest } = step;
  let own: JsonObject = kept.has(id) ? { ...rest, id: kept.get(id) } : rest;
  for (const { at, nodes } of armLists(own)) own = withArm(own, at, withIds(nodes, kept));
  return own;
}
