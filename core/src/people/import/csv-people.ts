import { ValueError } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import { invalid } from '../../platform/refusal.ts';
import type { FieldType } from '../field-type.ts';
import type { FieldValue } from '../person-values.ts';
import { inferCellType } from './cell-types.ts';
import { unguardCell } from './cells.ts';
import { resolveColumns, type Target, targetText } from './columns.ts';
import { CsvReader } from './csv-reader.ts';
import type { FileReader, FileRecord } from './file-record.ts';
import type { ImportedPerson } from './imported-person.ts';
import { inferJsonType, jsonFieldsAt, keysKnown } from './json-fields.ts';
import type { FileOptions, FileRow, PeopleFile } from './people-file.ts';
import { emptyFile, leftOf, refusedRow, unreadableRow, type WholeRow } from './refused-row.ts';
import { type Draft, finishDraft, setOrLeave } from './set-target.ts';

const notText = 'The row is not UTF-8, or holds the NUL character. Save the file as UTF-8.';

interface CsvColumn {
  index: number;
  name: string;
  target: Target;
}

/** The fields of a cell of JSON; none of a cell that is wrong, which is reported when its row is read. */
function readableFields(cell: string, column: string): [string, FieldValue][] {
  if (cell.trim() === '') return [];
  try {
    return jsonFieldsAt(cell, column);
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}

/** A CSV file. Its header names the columns; its first rows decide the types of new fields. */
export class CsvPeople implements PeopleFile {
  readonly #options: FileOptions;
  readonly #reader: FileReader<string[]>;
  #columns: CsvColumn[] | null = null;
  #width = 0;
  #addressColumn = 'email';
  /** The first rows, until they have decided the types of new fields; then null. */
  #sample: FileRecord<string[]>[] | null = [];
  #sampleChars = 0;
  #suspect = false;
  readonly #newFields = new Map<string, FieldType>();
  /** Types of the fields that cells of JSON hold; only where a column has such cells. */
  readonly #jsonTypes = new Map<string, FieldType>();

  constructor(options: FileOptions) {
    this.#options = options;
    this.#reader = new CsvReader(options.delimiter);
  }

  push(text: string): FileRow[] {
    // Rows are checked one by one only if the text as a whole is invalid.
    this.#suspect ||= !text.isWellFormed() || text.includes('\u0000');
    return this.#take(this.#reader.push(text));
  }

  end(): FileRow[] {
    const rows = this.#take(this.#reader.end());
    if (this.#columns === null) throw emptyFile();
    return [...rows, ...this.#settle()];
  }

  columns() {
    return (this.#columns ?? []).map(({ name, target }) => ({
      column: name,
      target: targetText(target),
    }));
  }

  newFields() {
    const inside = [...this.#jsonTypes].filter(([key]) => !this.#options.fields.has(key));
    return new Map([...this.#newFields, ...inside]);
  }

  #take(records: FileRecord<string[]>[]): FileRow[] {
    const rows: FileRow[] = [];
    for (const record of records) {
      if (this.#columns === null) this.#header(record);
      else if (this.#sample === null) this.#read(record, rows);
      else this.#hold(record, this.#sample, rows);
    }
    return rows;
  }

  #header(record: FileRecord<string[]>): void {
    if (record.fault !== undefined) {
      const message = `The header cannot be read. ${record.fault}`;
      throw invalid([{ path: 'content', code: 'header_invalid', message }]);
    }
    const header = record.value.map((name) =>
      unguardCell(name).toWellFormed().replaceAll('\u0000', '').trim(),
    );
    const targets = resolveColumns(header, this.#options);
    this.#width = header.length;
    this.#columns = targets.map((target, index) => ({ index, name: header[index] ?? '', target }));
    const address = this.#columns.find(({ target }) => targetText(target) === 'email');
    this.#addressColumn = address?.name ?? 'email';
  }

  #hold(record: FileRecord<string[]>, sample: FileRecord<string[]>[], rows: FileRow[]): void {
    sample.push(record);
    if (record.fault === undefined) {
      for (const cell of record.value) this.#sampleChars += cell.length;
    }
    const full =
      sample.length >= limits.importChunkRows || this.#sampleChars >= limits.importChunkChars;
    if (full) rows.push(...this.#settle());
  }

  /** Decides the types of new fields and reads the rows held back for that. */
  #settle(): FileRow[] {
    const sample = this.#sample;
    if (sample === null) return [];
    this.#sample = null;
    for (const { target, index } of this.#columns ?? []) {
      if (target.kind !== 'field' || this.#options.fields.has(target.key)) continue;
      const cells = sample.flatMap((record) =>
        record.fault === undefined ? unguardCell(record.value[index] ?? '') : [],
      );
      target.type ??= inferCellType(cells, this.#options.date_order);
      if (cells.some((cell) => cell !== '')) this.#newFields.set(target.key, target.type);
    }
    this.#settleJson(sample);
    const rows: FileRow[] = [];
    for (const record of sample) this.#read(record, rows);
    return rows;
  }

  #settleJson(sample: readonly FileRecord<string[]>[]): void {
    const columns = (this.#columns ?? []).flatMap(({ target, ...rest }) =>
      target.kind === 'fields' ? { ...rest, target } : [],
    );
    if (columns.length === 0) return;
    const known = new Map([...this.#options.fields, ...this.#newFields]);
    const values = new Map<string, FieldValue[]>();
    for (const { target, index, name } of columns) {
      target.types = this.#jsonTypes;
      for (const record of sample) {
        const cell = record.fault === undefined ? unguardCell(record.value[index] ?? '') : '';
        for (const [key, value] of readableFields(cell, name)) {
          const before = values.get(key);
          if (before) before.push(value);
          else if (values.size < keysKnown) values.set(key, [value]);
        }
      }
    }
    for (const [key, type] of known) this.#jsonTypes.set(key, type);
    for (const [key, given] of values) {
      const type = inferJsonType(given);
      if (type !== null && !known.has(key)) this.#jsonTypes.set(key, type);
    }
  }

  #read(record: FileRecord<string[]>, rows: FileRow[]): void {
    if (record.fault !== undefined) {
      rows.push(unreadableRow(record));
      return;
    }
    const { row, value: cells } = record;
    if (cells.every((cell) => cell === '')) return;
    const left: ValueError[] = [];
    try {
      const person = this.#person(cells, left);
      rows.push({ row, person, ...(left.length > 0 ? leftOf(this.#whole(row, cells), left) : {}) });
    } catch (error) {
      rows.push(refusedRow(this.#whole(row, cells), error));
    }
  }

  #whole(row: number, cells: readonly string[]): WholeRow {
    const address = this.#columns?.find(({ name }) => name === this.#addressColumn);
    const email = cells[address?.index ?? -1];
    return { row, text: cells.join(', '), values: cells.map(unguardCell), email };
  }

  #person(cells: readonly string[], left: ValueError[]): ImportedPerson {
    if (cells.length > this.#width) {
      const message = `The row has ${cells.length} cells and the header ${this.#width}. Put cells that hold the delimiter into quotes.`;
      throw new ValueError('', message);
    }
    if (this.#suspect && cells.some((cell) => !cell.isWellFormed() || cell.includes('\u0000'))) {
      throw new ValueError('', notText);
    }
    const draft: Draft = {};
    for (const { index, name, target } of this.#columns ?? []) {
      const cell = cells[index] ?? '';
      const value = cell.startsWith("'") ? unguardCell(cell) : cell;
      setOrLeave(draft, target, value, name, { options: this.#options, left });
    }
    return finishDraft(draft, this.#addressColumn);
  }
}
