import { isObject } from '@postroad/core/platform/json';
import { isListAnswer, listOf } from '../commands/fields.ts';
import { cellOf } from './cell.ts';
import { cut, widthOf } from './terminal-width.ts';

/** The width of a column where others need the room. */
const widestCell = 48;

/** A column with fewer characters than this says too little to be cut. */
const narrowestCut = 24;

type Row = Record<string, unknown>;

/** Whether a member is the source of a text that is equal to it, as `title_raw` of `title`. */
export function repeatsAnother(row: Row, name: string): boolean {
  return name.endsWith('_raw') && row[name] === row[name.slice(0, -'_raw'.length)];
}

/** The columns, without those that are empty, hold long texts or repeat another one. */
function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isText = (value: unknown) => typeof value === 'string' && /\n|^</.test(value);
  return names.filter(
    (name) =>
      !rows.every((row) => repeatsAnother(row, name)) &&
      !rows.some((row) => isText(row[name])) &&
      rows.some((row) => cellOf(row[name]) !== ''),
  );
}

interface Column {
  cells: string[];
  /** Of its longest cell. */
  natural: number;
  width: number;
  areNumbers: boolean;
}

function columnNamed(name: string, rows: readonly Row[]): Column {
  const cells = [name.toUpperCase(), ...rows.map((row) => cellOf(row[name]))];
  const natural = Math.max(...cells.map(widthOf));
  const areNumbers =
    !/(?:^|_)id$/.test(name) &&
    rows.every((row) => row[name] == null || typeof row[name] === 'number');
  return { cells, natural, width: Math.min(natural, widestCell), areNumbers };
}

/**
 * The columns that the screen has room for: the first always, a long one cut to what is left. Then
 * those that were cut share the room that nobody needs.
 */
function fitting(all: readonly Column[], columns: number): Column[] {
  const shown: Column[] = [];
  let left = columns;
  for (const column of all) {
    const width =
      column.width > left && left >= narrowestCut && column.natural > narrowestCut
        ? left
        : column.width;
    if (shown.length > 0 && width > left) continue;
    shown.push({ ...column, width });
    left -= width + 2;
  }
  let free = left + 2;
  for (const column of shown) {
    const more = Math.max(0, Math.min(free, column.natural - column.width));
    column.width += more;
    free -= more;
  }
  return shown;
}

/** A table of records. Columns on the right that do not fit the screen are left out. */
export function table(rows: readonly Row[], columns: number): string {
  const shown = fitting(
    columnsOf(rows).map((name) => columnNamed(name, rows)),
    columns,
  );
  const lines = Array.from({ length: rows.length + 1 }, (_, index) =>
    shown
      .map(({ cells, width, areNumbers }) => {
        const cell = cut(cells[index] ?? '', width);
        const blank = ' '.repeat(width - widthOf(cell));
        return areNumbers ? blank + cell : cell + blank;
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** The cells of a row, by the names of their columns. */
export type RowView = (row: Row) => Row;

/** Most lists are called by their records, and some by what holds these: the queue, the timeline. */
function emptyText(list: string): string {
  const isOfRecords = list.endsWith('s') || list === 'people';
  return isOfRecords ? `There are no ${list}.\n` : `The ${list} is empty.\n`;
}

/** An answer that is a list as a table; null for other answers. */
export function tableOf(
  answer: unknown,
  columns: number,
  rowOf: RowView = (row) => row,
): string | null {
  const found = listOf(answer);
  if (found === null || !isObject(answer) || !isListAnswer(answer, found.name)) return null;
  return found.rows.length === 0
    ? emptyText(found.name.replaceAll('_', ' '))
    : table(found.rows.map(rowOf), columns);
}

/** The rest of a list's answer: counts, and the cursor of the next page. */
export function tableFooter(answer: unknown): string {
  if (!isObject(answer)) return '';
  const { counts, next_cursor: cursor } = answer;
  const lines: string[] = [];
  if (isObject(counts)) {
    const parts = Object.entries(counts).map(([name, count]) => `${String(count)} ${name}`);
    if (parts.length > 0) lines.push(parts.join(', '));
  }
  if (typeof cursor === 'string') lines.push(`There are more: --cursor ${cursor}`);
  return lines.map((line) => `${line}\n`).join('');
}
