import type { FieldType } from '../field-type.ts';
import type { ColumnOptions } from './columns.ts';
import type { Delimiter } from './csv-reader.ts';
import type { ImportedPerson } from './imported-person.ts';
import type { RefusedRow } from './refused-row.ts';
import type { CellOptions } from './set-target.ts';

export const importFormats = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

export interface FileOptions extends ColumnOptions, CellOptions {
  format: ImportFormat;
  /** For CSV; null detects it from the header. */
  delimiter: Delimiter | null;
}

export interface ReadRow {
  row: number;
  person: ImportedPerson;
  /** The cells that were left out, if any were. */
  left?: RefusedRow;
}

export type FileRow = ReadRow | RefusedRow;

/** A file of people that arrives in pieces. */
export interface PeopleFile {
  /** Returns the rows that a piece completes. Throws a 422 for invalid columns. */
  push(text: string): FileRow[];
  end(): FileRow[];
  /** The target of each column, once known. */
  columns(): { column: string; target: string }[];
  /** New fields in the file, with their types. */
  newFields(): ReadonlyMap<string, FieldType>;
}
