import type { Paint } from '../output/colors.ts';
import { cut, screenText, widthOf } from '../output/terminal-width.ts';

/** Lines shown before and after the one in question. */
const around = 2;
const widest = 160;

export interface Spot {
  line: number;
  column: number;
}

/** The lines around a place in a file, the place marked below its line. Lines and columns from 1. */
export function codeFrame(text: string, { line, column }: Spot, paint: Paint): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const wide = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content = lines[number - 1] ?? '';
    if (number === lines.length && content === '' && number !== line) break;
    // A tab is shown as one blank, so that the mark stands below what it means.
    const shown = cut(screenText(content.replaceAll('\t', ' ')), widest);
    const mark = number === line ? paint('red', '>') : ' ';
    const label = paint('dim', `${String(number).padStart(wide)} |`);
    frame.push(`${mark} ${label} ${shown}`.trimEnd());
    if (number !== line) continue;
    const before = screenText(content.slice(0, column - 1).replaceAll('\t', ' '));
    const indent = widthOf(before);
    if (indent >= widest) continue;
    const gutter = paint('dim', `${' '.repeat(wide)} |`);
    frame.push(`  ${gutter} ${' '.repeat(indent)}${paint('red', '^')}`);
  }
  return frame.join('\n');
}
