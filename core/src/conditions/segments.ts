import type { ValidationIssue } from '../platform/issue.ts';
import type { JsonObject } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { checkConditionShape } from './check.ts';
import { reportCondition } from './codes.ts';
import { factKey, type Segments } from './facts.ts';
import { eachLeaf, nodesOf } from './tree.ts';
import { segmentQuestion } from './types/in-segment.ts';
import { isValidLeaf } from './valid-leaf.ts';

/** A stored segment. */
export interface SegmentDefinition {
  id: number;
  key: string;
  definition: unknown;
}

/** The segments that a condition names, by key or id, with the paths of the leaves. */
export function segmentsNamed(
  condition: unknown,
  path = '',
): { segment: string | number; path: string }[] {
  const named: { segment: string | number; path: string }[] = [];
  eachLeaf(condition, path, (leaf: JsonObject, at) => {
    if (leaf.type !== 'in_segment' || !isValidLeaf(leaf)) return;
    named.push({ segment: segmentQuestion(leaf).segment, path: at });
  });
  return named;
}

/** The reach of a segment, or why it cannot be read. */
type Reach =
  | { fault: null; depth: number; nodes: number }
  | { fault: 'missing' | 'malformed' | 'too_large' | 'too_deep' }
  | { fault: 'cycle'; trail: string[] };

/** Follows segments to the segments they name; visits each once. */
class Reaches {
  readonly #byName = new Map<string | number, SegmentDefinition>();
  readonly #known = new Map<number, Reach>();
  readonly #open: SegmentDefinition[] = [];

  constructor(segments: readonly SegmentDefinition[]) {
    for (const segment of segments) {
      this.#byName.set(segment.key, segment);
      this.#byName.set(segment.id, segment);
    }
  }

  named(name: string | number): Reach {
    const segment = this.#byName.get(name);
    return segment ? this.of(segment) : { fault: 'missing' };
  }

  of(segment: SegmentDefinition): Reach {
    const known = this.#known.get(segment.id);
    if (known) return known;
    const from = this.#open.indexOf(segment);
    if (from >= 0) {
      const trail = [...this.#open.slice(from), segment].map(({ key }) => key);
      return { fault: 'cycle', trail };
    }
    if (this.#open.length > limits.conditionNodes) return { fault: 'too_deep' };
    this.#open.push(segment);
    const reach = this.inside(segment.definition);
    this.#open.pop();
    this.#known.set(segment.id, reach);
    return reach;
  }

  /** The nodes of a condition and of the segments it names. */
  inside(condition: unknown): Reach {
    const malformed = checkConditionShape(condition, '').some(
      ({ severity }) => severity === 'error',
    );
    if (malformed) return { fault: 'malformed' };
    let depth = 0;
    let nodes = nodesOf(condition, limits.conditionNodes);
    for (const { segment } of segmentsNamed(condition)) {
      const reach = this.named(segment);
      if (reach.fault !== null) return reach;
      depth = Math.max(depth, reach.depth);
      nodes += reach.nodes;
    }
    if (nodes > limits.conditionNodes) return { fault: 'too_large' };
    if (depth + 1 > limits.segmentDepth) return { fault: 'too_deep' };
    return { fault: null, depth: depth + 1, nodes };
  }
}

/**
 * The readable segments, as conditions look them up. Leaves out a segment that is malformed,
 * circular or too large, or that names an unreadable or missing one, so that nobody is in it: under
 * a `not`, a missing segment would mean everybody.
 */
export function readableSegments(segments: readonly SegmentDefinition[]): Segments {
  const reaches = new Reaches(segments);
  const readable = new Map<string, unknown>();
  for (const segment of segments) {
    if (reaches.of(segment).fault !== null) continue;
    for (const name of [segment.key, segment.id]) {
      readable.set(factKey({ kind: 'segment', segment: name }), segment.definition);
    }
  }
  return readable;
}

/**
 * Issues of the nesting of segments in a condition at `path`: circles, depth and size (spec,
 * Conditions; contract §4.11). `segments` are all segments. If the condition is the definition of
 * one, they contain it, and the segments that name it are checked as well, because they grow with
 * it. `checkConditionReferences` reports missing segments.
 */
export function checkSegmentNesting(
  condition: unknown,
  path: string,
  segments: readonly SegmentDefinition[],
): ValidationIssue[] {
  const reaches = new Reaches(segments);
  const found = segmentsNamed(condition, path).flatMap((leaf) =>
    nestingIssue(reaches.named(leaf.segment), leaf.path, `The segment "${leaf.segment}"`),
  );
  if (found.length > 0) return found.slice(0, limits.issuesListedMax);
  const whole = nestingIssue(reaches.inside(condition), path, 'The condition');
  if (whole.length > 0) return whole;
  return namers(condition, segments).flatMap((segment) =>
    nestingIssue(reaches.of(segment), path, `With it, the segment "${segment.key}"`),
  );
}

/** The segments that name the one with this definition, directly or through others. */
function namers(definition: unknown, segments: readonly SegmentDefinition[]): SegmentDefinition[] {
  const itself = segments.find((segment) => segment.definition === definition);
  const reached = new Set<string | number>(itself ? [itself.key, itself.id] : []);
  const found = new Set<SegmentDefinition>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const segment of segments) {
      if (segment === itself || found.has(segment)) continue;
      if (!segmentsNamed(segment.definition).some((leaf) => reached.has(leaf.segment))) continue;
      found.add(segment);
      reached.add(segment.key).add(segment.id);
    }
  }
  return [...found];
}

function nestingIssue(reach: Reach, path: string, what: string): ValidationIssue[] {
  switch (reach.fault) {
    case 'cycle': {
      const message = `${what} leads round in a circle: ${reach.trail.join(' → ')}.`;
      return [reportCondition('segment_cycle', path, message)];
    }
    case 'too_deep': {
      const message = `${what} reaches more than ${limits.segmentDepth} segments deep.`;
      return [reportCondition('segment_too_deep', path, message)];
    }
    case 'too_large': {
      const message = `${what} has more than ${limits.conditionNodes} groups and leaves, those of the segments it names included.`;
      return [reportCondition('condition_too_large', path, message)];
    }
    default:
      return [];
  }
}
