import { isObject } from '../../platform/json.ts';
import { jsonFault } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';
import { roundedMessage, roundedNumber } from '../../platform/operations/rounded-number.ts';
import type { FileReader, FileRecord } from './file-record.ts';

export type JsonRecord = Record<string, unknown>;

/** The object in one line, or a sentence that says why there is none. */
function readLine(line: string): JsonRecord | string {
  if (line.length > limits.importRowChars) return tooLong;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'The line is not valid JSON. Each line holds one object.';
  }
  if (!isObject(value)) return 'The line is not a JSON object.';
  const fault = jsonFault(value);
  if (fault) return fault.path === '' ? fault.message : `${fault.path}: ${fault.message}`;
  const rounded = roundedNumber(line);
  return rounded === null ? value : `${rounded.path}: ${roundedMessage(rounded)}`;
}

const tooLong = `The line is longer than ${limits.importRowChars} characters.`;

/** Reads NDJSON, one object per line, in pieces of any size. Any other line is a fault. */
export class NdjsonReader implements FileReader<JsonRecord> {
  /** The incomplete last line. */
  #rest = '';
  #row = 0;
  #begun = false;
  #dropping = false;

  push(text: string): FileRecord<JsonRecord>[] {
    const piece = this.#begun || !text.startsWith('\ufeff') ? text : text.slice(1);
    this.#begun ||= text !== '';
    const records: FileRecord<JsonRecord>[] = [];
    let at = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', at)) {
      if (!this.#dropping) this.#line(this.#rest + piece.slice(at, end), records);
      this.#dropping = false;
      this.#rest = '';
      at = end + 1;
    }
    if (this.#dropping) return records;
    this.#rest += piece.slice(at);
    if (this.#rest.length > limits.importRowChars) {
      this.#line(this.#rest, records);
      this.#rest = '';
      this.#dropping = true;
    }
    return records;
  }

  end(): FileRecord<JsonRecord>[] {
    const records: FileRecord<JsonRecord>[] = [];
    if (this.#rest !== '') this.#line(this.#rest, records);
    this.#rest = '';
    return records;
  }

  #line(line: string, records: FileRecord<JsonRecord>[]): void {
    this.#row += 1;
    if (line.length <= limits.importRowChars && line.trim() === '') return;
    const found = readLine(line);
    if (typeof found !== 'string') records.push({ row: this.#row, value: found });
    else {
      const excerpt = line.slice(0, limits.importExcerptChars);
      records.push({ row: this.#row, fault: found, excerpt });
    }
  }
}
