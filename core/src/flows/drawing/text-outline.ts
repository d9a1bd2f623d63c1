import { limits } from '../../platform/limits.ts';
import { ARMS } from '../definition/definition.ts';
import { type Place, walkSteps } from '../definition/step-list.ts';
import {
  type DrawnFlow,
  handleText,
  peopleText,
  startText,
  strandedTexts,
  summaryText,
} from './drawn-flow.ts';
import { oneLine } from './one-line.ts';

/**
 * A flow as indented text, one line a step: handle, what it does or waits for, and the people on it.
 * Takes any saved definition; whatever names hold, a step stays on its line.
 */
export function textOutline(flow: DrawnFlow): string {
  const { places } = walkSteps(flow.definition.nodes);
  const title = `${oneLine(flow.key, limits.drawnChars)}: ${oneLine(flow.name, limits.drawnChars)}`;
  const lines = [title, startText(flow)];
  const list = places[0]?.list ?? [];
  for (const place of list) write(flow, place, '  ', lines);
  if (places.length === 0) lines.push('  (no steps)');
  return `${[...lines, ...strandedTexts(flow, places)].join('\n')}\n`;
}

function write(flow: DrawnFlow, place: Place, indent: string, lines: string[]): void {
  const people = peopleText(place, flow);
  const tail = people === '' ? '' : ` [${people}]`;
  lines.push(`${indent}${handleText(place)}  ${summaryText(place)}${tail}`);
  for (const arm of ARMS) {
    const steps = place.arms[arm];
    if (steps === undefined) continue;
    lines.push(`${indent}  ${arm}:${steps.length === 0 ? ' (nothing)' : ''}`);
    for (const inner of steps) write(flow, inner, `${indent}    `, lines);
  }
}
