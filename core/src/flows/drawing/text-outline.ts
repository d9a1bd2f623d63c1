import { limits } from '../../platform/limits.ts';
import { type ListedStep, listSteps } from '../definition/step-list.ts';
import {
  type DrawnFlow,
  goalTexts,
  handleText,
  heldOutArm,
  peopleText,
  startText,
  strandedTexts,
  summaryText,
} from './drawn-flow.ts';
import { oneLine } from './one-line.ts';

/**
 * Draws a flow as indented text, one line per step: its handle, its action or wait, and the people
 * on it. Takes any saved definition; a step stays on one line whatever its names contain.
 */
export function textOutline(flow: DrawnFlow): string {
  const { steps } = listSteps(flow.definition.nodes);
  const title = `${oneLine(flow.key, limits.drawnChars)}: ${oneLine(flow.name, limits.drawnChars)}`;
  const lines = [title, startText(flow), ...goalTexts(flow)];
  const list = steps[0]?.list ?? [];
  for (const listed of list) write(flow, listed, '  ', lines);
  if (steps.length === 0) lines.push('  (no steps)');
  return `${[...lines, ...strandedTexts(flow, steps)].join('\n')}\n`;
}

function write(flow: DrawnFlow, listed: ListedStep, indent: string, lines: string[]): void {
  const people = peopleText(listed, flow);
  const tail = people === '' ? '' : ` [${people}]`;
  lines.push(`${indent}${handleText(listed)}  ${summaryText(listed, flow)}${tail}`);
  for (const { name, steps } of listed.arms) {
    const empty = name === heldOutArm(listed) ? ' (the run ends)' : ' (nothing)';
    const arm = oneLine(name, limits.drawnChars);
    lines.push(`${indent}  ${arm}:${steps.length === 0 ? empty : ''}`);
    for (const inner of steps) write(flow, inner, `${indent}    `, lines);
  }
}
