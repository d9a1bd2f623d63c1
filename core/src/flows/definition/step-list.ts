import { isObject, type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { type Arm, armKeys } from './definition.ts';

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
  /** The lists of steps in it; no key if there is no list. */
  arms: Partial<Record<Arm, readonly ListedStep[]>>;
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
      list.push({ step, path: at, depth, next: null, arms: {}, list, index: list.length });
    } else if (found.nonObjects.length < limits.issuesListedMax) found.nonObjects.push(at);
  }
  for (const [index, listed] of list.entries()) {
    listed.next = list[index + 1] ?? after;
    found.steps.push(listed);
    if (depth >= limits.jsonDepth) continue;
    for (const arm of armKeys) {
      const inner = own(listed.step, arm);
      if (!Array.isArray(inner)) continue;
      listed.arms[arm] = listArm(inner, `${listed.path}.${arm}`, depth + 1, listed.next, found);
    }
  }
  return list;
}
