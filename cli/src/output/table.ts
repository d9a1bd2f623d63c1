import { isListAnswer, isRow, listOf } from '../commands/fields.ts';
import { cut, screenLine, widthOf } from './terminal-width.ts';

const widestCell = 48;

/** What a record inside a cell is known by. */
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

/** Columns of which no row has anything to say in a line are left out. */
function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isText = (value: unknown) => typeof value === 'string' && /\n|^</.test(value);
  return names.filter(
    (name) =>
      !rows.some((row) => isText(row[name])) && rows.some((row) => cellOf(row[name]) !== ''),
  );
}

/** Records as columns that fit the screen; those on the right are left out where it is too narrow. */
export function table(rows: readonly Record<string, unknown>[], columns: number): string {
  const fitting: { cells: string[]; width: number }[] = [];
  let left = columns;
  for (const name of columnsOf(rows)) {
    const cells = [name.toUpperCase(), ...rows.map((row) => cut(cellOf(row[name]), widestCell))];
    const width = Math.max(...cells.map(widthOf));
    if (fitting.length > 0 && width > left) continue;
    fitting.push({ cells, width });
    left -= width + 2;
  }
  const lines = Array.from({ length: rows.length + 1 }, (_, index) =>
    fitting
      .map(({ cells, width }) => {
        const cell = cells[index] ?? '';
        return cell + ' '.repeat(width - widthOf(cell));
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** An answer that is a list as a person reads it; null where it is none. */
export function tableOf(answer: unknown, columns: number): string | null {
  const found = listOf(answer);
  if (found === null || !isRow(answer) || !isListAnswer(answer, found.name)) return null;
  return found.rows.length === 0
    ? `There are no ${found.name.replaceAll('_', ' ')}.\n`
    : table(found.rows, columns);
}

/** What stands beside the list of an answer and says something by itself, such as counts. */
export function besideTable(answer: unknown): string {
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
