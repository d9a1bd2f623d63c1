import { isListAnswer, isRow, listOf } from '../commands/fields.ts';
import { cut, screenLine, widthOf } from './terminal-width.ts';

const widestCell = 48;

/** Members that name a nested record in a cell, in order of preference. */
const names = ['email', 'key', 'title', 'name', 'label', 'summary', 'id'] as const;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join(', ');
  if (isRow(value)) {
    const name = names.find((one) => value[one] !== null && value[one] !== undefined);
    return name === undefined ? '' : cellOf(value[name]);
  }
  return screenLine(String(value));
}

/** The columns, without those that are empty or hold long texts. */
function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isText = (value: unknown) => typeof value === 'string' && /\n|^</.test(value);
  return names.filter(
    (name) =>
      !rows.some((row) => isText(row[name])) && rows.some((row) => cellOf(row[name]) !== ''),
  );
}

/** A table of records. Columns on the right that do not fit the screen are left out. */
export function table(rows: readonly Record<string, unknown>[], columns: number): string {
  const shownColumns: { cells: string[]; width: number }[] = [];
  let left = columns;
  for (const name of columnsOf(rows)) {
    const cells = [name.toUpperCase(), ...rows.map((row) => cut(cellOf(row[name]), widestCell))];
    const width = Math.max(...cells.map(widthOf));
    if (shownColumns.length > 0 && width > left) continue;
    shownColumns.push({ cells, width });
    left -= width + 2;
  }
  const lines = Array.from({ length: rows.length + 1 }, (_, index) =>
    shownColumns
      .map(({ cells, width }) => {
        const cell = cells[index] ?? '';
        return cell + ' '.repeat(width - widthOf(cell));
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** An answer that is a list as a table; null for other answers. */
export function tableOf(answer: unknown, columns: number): string | null {
  const found = listOf(answer);
  if (found === null || !isRow(answer) || !isListAnswer(answer, found.name)) return null;
  return found.rows.length === 0
    ? `There are no ${found.name.replaceAll('_', ' ')}.\n`
    : table(found.rows, columns);
}

/** The rest of a list's answer: counts, and the cursor of the next page. */
export function tableFooter(answer: unknown): string {
  if (!isRow(answer)) return '';
  const { counts, next_cursor: cursor } = answer;
  const lines: string[] = [];
  if (isRow(counts)) {
    const parts = Object.entries(counts).map(([name, count]) => `${String(count)} ${name}`);
    if (parts.length > 0) lines.push(parts.join(', '));
  }
  if (typeof cursor === 'string') lines.push(`There are more: --cursor ${cursor}`);
  return lines.map((line) => `${line}\n`).join('');
}
