import type { Cost } from './measure.ts';
import type { Line } from './row.ts';

export interface NamedLine extends Line {
  row: string;
}

export function ratioOf({ rate, limit, ratio }: Line): number | null {
  return limit === null ? null : (ratio ?? rate / limit.rate);
}

/** Null if the line has no goal. */
function meetsGoal(line: Line): boolean | null {
  if (line.goal === null) return null;
  return (ratioOf(line) ?? line.rate) >= line.goal;
}

function short(value: number): string {
  if (value >= 10_000) return `${Math.round(value / 1000)}k`;
  if (value >= 1_000) return `${(value / 1000).toFixed(1)}k`;
  return String(Number(value.toPrecision(2)));
}

function goalText(line: Line): string {
  if (line.goal === null) return '';
  const verdict = meetsGoal(line) ? 'met' : 'missed';
  return line.limit === null ? `≥ ${short(line.goal)} /s ${verdict}` : `≥ ${line.goal} ${verdict}`;
}

/** Processor time in µs, ours and that of the database. */
function timeOf(cost: Cost | null | undefined): string {
  if (cost?.node_us == null) return '';
  const database = cost.database_us === null ? '' : `+${short(cost.database_us)}`;
  return `${short(cost.node_us)}${database}`;
}

function walOf(cost: Cost | null | undefined): string {
  return cost?.wal_bytes == null ? '' : short(cost.wal_bytes);
}

/** A figure with that of the limit in parentheses. */
function besides(own: string, limit: string): string {
  return limit === '' ? own : `${own} (${limit})`;
}

function cellsOf(line: NamedLine): string[] {
  const ratio = ratioOf(line);
  return [
    line.row,
    line.what,
    `${short(line.rate)} ${line.unit}/s`,
    line.limit === null ? '' : `${short(line.limit.rate)} /s ${line.limit.what}`,
    ratio === null ? '' : ratio.toPrecision(ratio >= 10 ? 3 : 2),
    besides(timeOf(line.cost), timeOf(line.limit?.cost)),
    besides(walOf(line.cost), walOf(line.limit?.cost)),
    goalText(line),
    line.notes.join('; '),
  ];
}

const titles = [
  ...['Row', 'Measured', 'Rate', 'Limit of the same run', 'Ratio'],
  ...['CPU µs (limit)', 'WAL bytes (limit)', 'Goal', 'Notes'],
];

/** A table that is readable in a terminal and in markdown. */
export function tableOf(lines: readonly NamedLine[]): string {
  const rows = [titles, ...lines.map(cellsOf)];
  const widths = titles.map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  );
  const written = rows.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [written[0], rule, ...written.slice(1)].join('\n');
}
