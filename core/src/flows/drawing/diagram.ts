import { own } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import { armKeys } from '../definition/definition.ts';
import { type ListedStep, listSteps } from '../definition/step-list.ts';
import {
  type DrawnFlow,
  goalTexts,
  handleText,
  peopleText,
  startText,
  strandedTexts,
  summaryText,
  waysFrom,
} from './drawn-flow.ts';
import { oneLine } from './one-line.ts';

/** Brackets around the label of a node, which set its shape. */
const shapes: Readonly<Record<string, readonly [open: string, close: string]>> = {
  if_else: ['{', '}'],
  split: ['{', '}'],
  gate: ['{{', '}}'],
  delay: ['(', ')'],
  exit_flow: ['([', '])'],
};
const plain = ['[', ']'] as const;
const stadium = ['([', '])'] as const;

/**
 * Draws a flow as a Mermaid flowchart: arms, where they join again, and the number of people on
 * each step. Takes any saved definition. Texts are escaped so that they can neither end a label nor
 * begin anything. If a flow is too large for Mermaid, a last node says how much is left out.
 */
export function flowDiagram(flow: DrawnFlow): string {
  const { steps } = listSteps(flow.definition.nodes);
  const nodes = nodesOf(flow, steps);
  const left = steps.length - nodes.size;
  const name = (listed: ListedStep | null) =>
    listed === null ? 'done' : nodes.has(listed) ? `n${numberOf(nodes, listed)}` : 'more';
  const lines = [
    'flowchart TD',
    `  start${label(stadium, [startText(flow)])}`,
    ...[...nodes.values()].map(({ line }) => `  ${line}`),
    `  done${label(stadium, ['Completed'])}`,
  ];
  const goals = goalTexts(flow);
  if (goals.length > 0) lines.push(`  goals${label(stadium, goals)}`, '  start -.- goals');
  if (left > 0) lines.push(`  more${label(plain, [`${left} more steps`])}`);
  lines.push(`  start --> ${name(steps[0] ?? null)}`);
  let held = false;
  for (const listed of nodes.keys()) {
    for (const { arm, to, heldOut } of waysFrom(listed)) {
      const by = arm === null ? '' : `|${armLabel(arm)}|`;
      lines.push(`  ${name(listed)} -->${by} ${heldOut ? 'held' : name(to)}`);
      held ||= heldOut;
    }
  }
  if (held) lines.push(`  held${label(stadium, ['Held out'])}`);
  const stranded = strandedTexts(flow, steps).slice(0, limits.drawnSteps);
  if (stranded.length > 0) lines.push(`  gone${label(plain, stranded.slice(0, 10))}`);
  return `${lines.join('\n')}\n`;
}

interface Node {
  number: number;
  line: string;
}

function numberOf(nodes: ReadonlyMap<ListedStep, Node>, listed: ListedStep): number {
  return nodes.get(listed)?.number ?? 0;
}

/** The drawn steps in document order, as many as Mermaid accepts. */
function nodesOf(flow: DrawnFlow, steps: readonly ListedStep[]): Map<ListedStep, Node> {
  const nodes = new Map<ListedStep, Node>();
  let room: number = limits.diagramChars;
  let ways = 0;
  for (const listed of steps.slice(0, limits.drawnSteps)) {
    const number = nodes.size + 1;
    const type = own(listed.step, 'type');
    const shape =
      (typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type]) || plain;
    const title = own(listed.step, 'name');
    const texts = [
      handleText(listed),
      ...(typeof title === 'string' && title !== type ? [title] : []),
      summaryText(listed, flow),
      peopleText(listed, flow),
    ];
    const line = `n${number}${label(shape, texts)}`;
    room -= line.length;
    ways += waysFrom(listed).length;
    if (room < 0 || ways > limits.drawnWays) break;
    nodes.set(listed, { number, line });
  }
  return nodes;
}

function label([open, close]: readonly [string, string], texts: readonly string[]): string {
  const lines = texts.filter((text) => text !== '').map(escapeLabel);
  return `${open}"${lines.join('<br/>')}"${close}`;
}

function armLabel(arm: string): string {
  return armKeys.some((key) => key === arm) ? arm : `"${escapeLabel(arm)}"`;
}

/** Characters that are literal in a quoted label; Mermaid takes all others by number. */
const special = /[^\p{L}\p{N}\p{M} .,_()/'!?=+…-]/gu;

function escapeLabel(text: string): string {
  return oneLine(text, limits.drawnChars).replace(special, (one) => `#${one.codePointAt(0)};`);
}
