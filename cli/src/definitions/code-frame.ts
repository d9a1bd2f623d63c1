import type { Position } from '@postroad/core/platform/position';
import type { Paint } from '../output/colors.ts';
import { cut, screenText, widthOf } from '../output/terminal-width.ts';

/** Lines shown before and after the marked one. */
const contextLines = 2;
const widest = 160;

/**
 * The lines around a position in a file, with the position marked. Lines and columns count from 1.
 */
export function codeFrame(text: string, { line, column }: Position, paint: Paint): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - contextLines);
  const last = Math.min(lines.length, line + contextLines);
  const wide = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content = lines[number - 1] ?? '';
    if (number === lines.length && content === '' && number !== line) break;
    // A tab is shown as one space, so that the mark is below its column.
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
