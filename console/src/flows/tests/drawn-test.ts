import type { TestedFile } from '@postroad/core/definitions/test-tree';
import { allSteps, type StepNode } from '../steps.ts';

type Result = NonNullable<TestedFile['result']>;

/** The way of a test on the drawing. */
export interface DrawnTest {
  /** The steps that the person reached, by path. */
  reached: ReadonlySet<string>;
  /** What the lines that were walked lead to: paths of steps and arms, `<arm> out`, `end`. */
  lines: ReadonlySet<string>;
  /** Steps that a failing test expected and did not reach, or reached and did not expect, by path. */
  wrong: ReadonlySet<string>;
}

/** The step of a handle such as `3-wait`. */
function nodeOf(handle: string, nodes: ReadonlyMap<number, StepNode>): StepNode | undefined {
  return nodes.get(Number.parseInt(handle, 10));
}

/** Draws what became of a test onto the steps of its flow. */
export function drawnTest(nodes: readonly StepNode[], result: Result): DrawnTest {
  const byId = new Map<number, StepNode>();
  for (const node of allSteps(nodes)) {
    if (node.id !== null && !byId.has(node.id)) byId.set(node.id, node);
  }
  const way = result.path.flatMap((handle) => nodeOf(handle, byId) ?? []);
  const reached = new Set(way.map(({ path }) => path));
  const lines = new Set(reached);
  const isAtEnd = result.ends === 'completed';
  for (const [at, node] of way.entries()) {
    const taken = result.entries.findLast(({ step_id }) => step_id === node.id)?.arm;
    const arm = node.arms.find((one) => one.arm === taken);
    if (arm === undefined) continue;
    lines.add(arm.path);
    const isLeft = way.slice(at + 1).some(({ path }) => !path.startsWith(`${arm.path}[`));
    if (isLeft || isAtEnd) lines.add(`${arm.path} out`);
  }
  if (isAtEnd) for (const line of ['nodes out', 'end']) lines.add(line);
  const of = result.differences.find((difference) => difference.of === 'path');
  const wrong = new Set<string>();
  for (const side of of === undefined ? [] : [of.expected, of.actual]) {
    const other = side === of?.expected ? of.actual : (of?.expected ?? []);
    for (const handle of side) {
      const node = other.includes(handle) ? undefined : nodeOf(handle, byId);
      if (node !== undefined) wrong.add(node.path);
    }
  }
  return { reached, lines, wrong };
}
