import { isObject, type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { type Arm, armKeys } from './definition.ts';

/** A step of a definition with its surroundings. `step` is an object; nothing else is certain about it. */
export interface ListedStep {
  step: JsonObject;
  /** For example `nodes[0].then[1]`. */
  path: string;
  /** Number of steps around it. */
  depth: number;
  /** Where a person goes after it: next in the list, else after the branch (RUN-02). */
  next: ListedStep | null;
  /** The lists of steps in it; no key where there is no list. */
  arms: Partial<Record<Arm, readonly ListedStep[]>>;
  /** The list that holds it, in order, and its index there. */
  list: readonly ListedStep[];
  index: number;
}

export interface StepList {
  /** Every step in document order, whatever it is an arm of. */
  steps: ListedStep[];
  /** Paths of entries that are no objects, the first thousand of them. */
  nonObjects: string[];
}

/**
 * Lists the steps of a definition as it was sent, each linked with its successor. Arms are listed
 * under every arm key, whether or not the type of the step has it, so that nobody inside is lost when
 * the type of a branch changes. Nesting is followed to `limits.jsonDepth`.
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
