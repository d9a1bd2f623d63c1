import { armKeys } from '@postroad/core/flows/definition/definition';
import { armLists, withArm } from '@postroad/core/flows/definition/step-list';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';

type Definition = Readonly<JsonObject>;

function idOf(step: unknown): number | null {
  const id = isObject(step) ? own(step, 'id') : undefined;
  return typeof id === 'number' ? id : null;
}

function idsOf(nodes: unknown, found = new Set<number>()): Set<number> {
  if (!Array.isArray(nodes)) return found;
  for (const step of nodes) {
    const id = idOf(step);
    if (id !== null) found.add(id);
    if (isObject(step)) for (const { nodes: inner } of armLists(step)) idsOf(inner, found);
  }
  return found;
}

/** Every list of a definition by the step that it is in and its arm. */
function listsOf(nodes: unknown, key: string, found: Map<string, unknown[]>) {
  if (!Array.isArray(nodes)) return found;
  found.set(key, nodes);
  for (const step of nodes) {
    if (!isObject(step)) continue;
    for (const { name, nodes: inner } of armLists(step)) {
      listsOf(inner, `${idOf(step)}.${name}`, found);
    }
  }
  return found;
}

/**
 * The newer definition with the steps that it no longer has, each where it was: after the step
 * before it. A step that was taken out of a removed branch and stays elsewhere is drawn there alone.
 */
export function mergedDefinition(from: Definition, to: Definition): JsonObject {
  const kept = idsOf(own(to, 'nodes'));
  const before = listsOf(own(from, 'nodes'), 'nodes', new Map());

  function ghost(step: JsonObject): JsonObject {
    return armLists(step).reduce((made, { at, nodes }) => {
      const gone = nodes.filter(isGone).map((one) => ghost(one as JsonObject));
      return withArm(made, at, gone);
    }, step);
  }

  function isGone(step: unknown): boolean {
    const id = idOf(step);
    return id !== null && !kept.has(id);
  }

  function merge(nodes: unknown, key: string): unknown {
    const old = before.get(key) ?? [];
    const merged: unknown[] = (Array.isArray(nodes) ? nodes : []).map((step: unknown) => {
      if (!isObject(step)) return step;
      const arms = armLists(step);
      const there = new Set(arms.map(({ name }) => name));
      const lost = armKeys.filter((key) => !there.has(key) && before.has(`${idOf(step)}.${key}`));
      const all = [...arms, ...lost.map((key) => ({ name: key, at: key, nodes: undefined }))];
      return all.reduce((made, { name, at, nodes: inner }) => {
        const both = merge(inner, `${idOf(step)}.${name}`);
        return both === undefined ? made : withArm(made, at, both);
      }, step);
    });
    let at = 0;
    for (const step of old) {
      const found = merged.findIndex((one) => idOf(one) === idOf(step));
      if (isGone(step) && isObject(step)) {
        merged.splice(at, 0, ghost(step));
        at += 1;
      } else if (found >= 0) at = found + 1;
    }
    return nodes === undefined && merged.length === 0 ? undefined : merged;
  }

  return { ...to, nodes: merge(own(to, 'nodes'), 'nodes') ?? [] };
}

export type ChangeKind = 'added' | 'removed' | 'moved' | 'changed';

export interface StepChange {
  kinds: ChangeKind[];
  summaries: string[];
}

/** Changes by the id of the step that their handle begins with; 0 for the trigger. */
export function changesById(
  changes: readonly { kind: string; handle: string; summary: string }[],
): Map<number, StepChange> {
  const found = new Map<number, StepChange>();
  for (const { kind, handle, summary } of changes) {
    const id = handle === '' ? 0 : Number.parseInt(handle, 10);
    const change = found.get(id) ?? { kinds: [], summaries: [] };
    change.kinds.push(kind as ChangeKind);
    change.summaries.push(summary);
    found.set(id, change);
  }
  return found;
}
