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
  /** Of CSV; the header decides where it is null. */
  delimiter: Delimiter | null;
}

export type FileRow = { row: number; person: ImportedPerson } | RefusedRow;

/** A file of people that arrives in pieces: answers the rows that a piece completes. */
export interface PeopleFile {
  /** Throws a 422 where the columns cannot be understood. */
  push(text: string): FileRow[];
  end(): FileRow[];
  /** What each column is taken for, once that is known. */
  columns(): { column: string; target: string }[];
  /** Fields that the file brings, with the types they get. */
  newFields(): ReadonlyMap<string, FieldType>;
}
