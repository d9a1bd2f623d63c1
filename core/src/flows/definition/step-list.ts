import { isObject, type JsonObject, own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { ARMS, type Arm } from './definition.ts';

/** A step where it stands. `step` is an object; nothing else is certain about it. */
export interface Place {
  step: JsonObject;
  /** For example `nodes[0].then[1]`. */
  path: string;
  /** Number of steps around it. */
  depth: number;
  /** Where a person goes after it: next in the list, else after the branch (RUN-02). */
  next: Place | null;
  /** The lists of steps in it; no key where there is no list. */
  arms: Partial<Record<Arm, readonly Place[]>>;
  /** The steps it stands among, in order, and its place there. */
  list: readonly Place[];
  index: number;
}

export interface Walk {
  /** Every step in document order, whatever it is an arm of. */
  places: Place[];
  /** Paths of entries that are no objects, the first thousand of them. */
  strangers: string[];
}

/**
 * Walks a list of steps as it was sent and links every step with its successor. Arms are walked under
 * every arm key, whether or not the type of the step has it, so that nobody inside is lost when the
 * type of a branch changes. Nesting is followed to `limits.jsonDepth`.
 */
export function walkSteps(nodes: unknown): Walk {
  const walk: Walk = { places: [], strangers: [] };
  if (Array.isArray(nodes)) walkList(nodes, 'nodes', 0, null, walk);
  return walk;
}

function walkList(
  nodes: readonly unknown[],
  path: string,
  depth: number,
  after: Place | null,
  walk: Walk,
): Place[] {
  const list: Place[] = [];
  for (const [index, step] of nodes.entries()) {
    const at = `${path}[${index}]`;
    if (isObject(step)) {
      list.push({ step, path: at, depth, next: null, arms: {}, list, index: list.length });
    } else if (walk.strangers.length < limits.issuesListedMax) walk.strangers.push(at);
  }
  for (const [index, place] of list.entries()) {
    place.next = list[index + 1] ?? after;
    walk.places.push(place);
    if (depth >= limits.jsonDepth) continue;
    for (const arm of ARMS) {
      const inner = own(place.step, arm);
      if (!Array.isArray(inner)) continue;
      place.arms[arm] = walkList(inner, `${place.path}.${arm}`, depth + 1, place.next, walk);
    }
  }
  return list;
}
