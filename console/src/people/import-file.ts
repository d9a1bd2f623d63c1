import type { FieldType } from '@postroad/core/people/field-type';
import { guessOf } from '@postroad/core/people/import/column-guesses';
import { targetOf, targetText } from '@postroad/core/people/import/columns';
import { CsvReader } from '@postroad/core/people/import/csv-reader';
import { plainTargets } from '@postroad/core/people/import/plain-targets';
import { keyFromName } from '@postroad/core/platform/key-from-name';
import { limits } from '@postroad/core/platform/limits';

/** The first bytes of a file, from which columns and samples are shown. */
const headBytes = 262_144;

/** Samples of a column. */
const sampleRows = 4;

export const ignored = 'ignore';

export interface Column {
  name: string;
  samples: string[];
  /** What the column sets, as a mapping writes it. */
  target: string;
}

export interface Refused {
  row: number;
  column: string | null;
  message: string;
  excerpt: string;
}

/** The columns of a file with samples, each with the target that its name means; others are left out. */
export async function columnsOf(
  file: Blob,
  fields: ReadonlyMap<string, FieldType>,
): Promise<Column[]> {
  const text = await file.slice(0, headBytes).text();
  const reader = new CsvReader();
  const records = [...reader.push(text), ...(file.size <= headBytes ? reader.end() : [])];
  const rows = records.flatMap((record) => (record.fault === undefined ? [record.value] : []));
  const [header = [], ...rest] = rows;
  const known = header.map((name) => {
    const found = targetOf(name, { mapping: {}, other_columns: 'ignore', fields });
    if (!('kind' in found)) return ignored;
    // A field that exists has its type already, and is a choice without it.
    const exists = found.kind === 'field' && fields.has(found.key);
    return targetText(exists ? { ...found, type: null } : found);
  });
  const taken = new Set(known);
  return header.map((name, index) => {
    const guess = known[index] === ignored ? guessOf(name, header) : undefined;
    const target = guess === undefined || taken.has(guess) ? known[index] : guess;
    taken.add(target ?? ignored);
    const samples = rest.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
    return {
      name,
      samples: [...new Set(samples)].slice(0, sampleRows),
      target: target ?? ignored,
    };
  });
}

/** The target that would keep a column as a custom field of its own. */
export function fieldTarget(column: string): string {
  const key = keyFromName(column.trim(), limits.keyChars).replaceAll('-', '_');
  return key === '' ? ignored : `fields.${key}`;
}

/** What a column can set: attributes, fields that exist, and a new field of its name. */
export function targetsFor(column: Column, fields: ReadonlyMap<string, FieldType>): string[] {
  const own = fieldTarget(column.name);
  const existing = [...fields.keys()].map((key) => `fields.${key}`);
  const wanted = [column.target.startsWith('fields.') ? column.target : ignored, own];
  return [...new Set([ignored, ...plainTargets, 'name', 'fields', ...existing, ...wanted])];
}

/** The name of the field that a target sets; null for another target. */
export function fieldOfTarget(target: string): string | null {
  return /^fields\.([^:]+)/.exec(target)?.[1] ?? null;
}

/** The mapping of an import: each named column with its target. */
export function mappingOf(columns: readonly Column[]): Record<string, string> {
  return Object.fromEntries(
    columns.filter(({ name }) => name.trim() !== '').map(({ name, target }) => [name, target]),
  );
}

/** The first column that sets the address. */
export function emailColumn(columns: readonly Column[]): number {
  return columns.findIndex(({ target }) => target === 'email');
}

/** Reads some rows of a file again, by the numbers that the service gives them. */
export async function rowsAt(
  file: Blob,
  wanted: ReadonlySet<number>,
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  const reader = new CsvReader();
  const keep = (records: ReturnType<CsvReader['push']>) => {
    for (const record of records) {
      if (record.fault === undefined && wanted.has(record.row)) found.set(record.row, record.value);
    }
  };
  const bytes = file.stream().getReader();
  const decoder = new TextDecoder();
  for (let part = await bytes.read(); !part.done; part = await bytes.read()) {
    keep(reader.push(decoder.decode(part.value, { stream: true })));
  }
  keep(reader.push(decoder.decode()));
  keep(reader.end());
  return found;
}

/** Rows as CSV; every cell is in quotes. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

/** What a corrected file left out, by the row that each had in the first file. */
export function stillRefused(
  rows: readonly number[],
  errors: readonly Refused[],
): Map<number, Refused> {
  const found = new Map<number, Refused>();
  for (const error of errors) {
    // Its header is row 1.
    const row = rows[error.row - 2];
    if (row !== undefined) found.set(row, { ...error, row });
  }
  return found;
}
