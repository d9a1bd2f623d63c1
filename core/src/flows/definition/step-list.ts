import { isObject, type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { armKeys, namedArms } from './definition.ts';

/** A list of steps in a step. */
export interface ListedArm {
  /** Its key, or the name that it has in a split; empty where it has no valid one. */
  name: string;
  /** For example `nodes[0].then` or `nodes[0].arms[1].steps`. */
  path: string;
  steps: readonly ListedStep[];
}

/** A step of a definition with its surroundings. `step` is an object and otherwise unchecked. */
export interface ListedStep {
  step: JsonObject;
  /** For example `nodes[0].then[1]`. */
  path: string;
  /** Number of steps around it. */
  depth: number;
  /**
   * The step that follows it: the next in the list, otherwise the one after the branch (RUN-02).
   */
  next: ListedStep | null;
  /** The lists of steps in it, in document order. */
  arms: readonly ListedArm[];
  /** The list that contains it, in order, and its index there. */
  list: readonly ListedStep[];
  index: number;
}

export interface StepList {
  /** Every step in document order, at any depth. */
  steps: ListedStep[];
  /** Paths of entries that are not objects, up to the first thousand. */
  nonObjects: string[];
}

/**
 * Lists the steps of any definition, each linked to its successor. Arms are listed under every arm
 * key, even if the type of the step does not have it, so that nobody inside is lost when the type
 * of a branch changes. Follows nesting to `limits.jsonDepth`.
 */
export function listSteps(nodes: unknown): StepList {
  const found: StepList = { steps: [], nonObjects: [] };
  if (Array.isArray(nodes)) listArm(nodes, 'nodes', 0, null, found);
  return found;
}

/** A list of steps in an unchecked step, and its path from there. */
export interface ArmList {
  name: string;
  at: string;
  nodes: readonly unknown[];
}

/** Named arms come first: in a split, a stray arm under a key has no part in the run. */
export function armLists(step: JsonObject): ArmList[] {
  const named = own(step, namedArms);
  const ofNames = (Array.isArray(named) ? named : []).flatMap((arm: unknown, index): ArmList[] => {
    const nodes = isObject(arm) ? own(arm, 'steps') : undefined;
    if (!isObject(arm) || !Array.isArray(nodes)) return [];
    const name = own(arm, 'name');
    return [{ name: typeof name === 'string' ? name : '', at: `arms[${index}].steps`, nodes }];
  });
  const ofKeys = armKeys.flatMap((key): ArmList[] => {
    const nodes = own(step, key);
    return Array.isArray(nodes) ? [{ name: key, at: key, nodes }] : [];
  });
  return [...ofNames, ...ofKeys];
}

/** The step with another list of steps at the path of one that it has. */
export function withArm(step: JsonObject, at: string, nodes: unknown): JsonObject {
  const [, index = null] = /^arms\[(\d+)\]/.exec(at) ?? [];
  if (index === null) return { ...step, [at]: nodes };
  const arms = own(step, namedArms);
  if (!Array.isArray(arms)) return step;
  const changed = arms.map((arm: unknown, count) =>
    count === Number(index) && isObject(arm) ? { ...arm, steps: nodes } : arm,
  );
  return { ...step, [namedArms]: changed };
}

function listArm(
  nodes: readonly unknown[],
  path: string,
  depth: number,
  after: ListedStep | null,
  found: StepList,
): ListedStep[] {
  const list: ListedStep[] = [];
  for (const [index, step] of nodes.entries()) {
    const at = `${path}[${index}]`;
    if (isObject(step)) {
      list.push({ step, path: at, depth, next: null, arms: [], list, index: list.length });
    } else if (found.nonObjects.length < limits.issuesListedMax) found.nonObjects.push(at);
  }
  for (const [index, listed] of list.entries()) {
    listed.next = list[index + 1] ?? after;
    found.steps.push(listed);
    if (depth >= limits.jsonDepth) continue;
    listed.arms = armLists(listed.step).map(({ name, at, nodes: inner }) => {
      const armPath = `${listed.path}.${at}`;
      return { name, path: armPath, steps: listArm(inner, armPath, depth + 1, listed.next, found) };
    });
  }
  return list;
}
