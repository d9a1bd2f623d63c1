import { limits } from '../../platform/limits.ts';
import type { FileReader, FileRecord } from './file-record.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

type CsvRecord = FileRecord<string[]>;

const tooLong = `The row is longer than ${limits.importRowChars} characters.`;
const notClosed = 'A quote is opened and not closed. Close it, or double quotes that are text.';
const afterQuote = 'There is text behind a closing quote. Double quotes that are text.';
const insideCell =
  'There is a quote inside a cell that does not begin with one. Put the whole cell into quotes and double the quotes in it.';

/**
 * The result of scanning a record: its cells and end, a fault in its first line, or null if more
 * text is needed.
 */
type Scanned = { cells: string[]; end: number } | { fault: string } | null;

/**
 * Reads CSV (RFC 4180) in pieces of any size. Lines end in CRLF, LF or CR, also mixed; a byte order
 * mark is skipped. An invalid record is a fault of its first line, and reading continues with the
 * next line, so one stray quote costs one row. Without a given delimiter the header decides.
 */
export class CsvReader implements FileReader<string[]> {
  #delimiter: Delimiter | null;
  #text = '';
  #at = 0;
  #row = 0;
  #begun = false;
  /** The last line ended in CR, so a following LF belongs to it. */
  #afterReturn = false;
  /** Skipping the rest of a line that is too long. */
  #dropping = false;
  /** Wait for this length before scanning again, so that small pieces cost no more. */
  #wanted = 0;
  readonly #found = new Map<string, number>();

  constructor(delimiter: Delimiter | null = null) {
    this.#delimiter = delimiter;
  }

  push(text: string): CsvRecord[] {
    this.#text += text;
    if (this.#text.length < this.#wanted) return [];
    return this.#read(false);
  }

  end(): CsvRecord[] {
    return this.#read(true);
  }

  #read(final: boolean): CsvRecord[] {
    if (!this.#begun && this.#text !== '') {
      this.#begun = true;
      if (this.#text.startsWith('\ufeff')) this.#at = 1;
    }
    const records: CsvRecord[] = [];
    while (this.#step(final, records));
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
    this.#found.clear();
    this.#wanted = final ? 0 : 2 * this.#text.length;
    return records;
  }

  /** Reads one record; false if the text is used up or incomplete. */
  #step(final: boolean, records: CsvRecord[]): boolean {
    if (this.#at >= this.#text.length) return false;
    if (this.#afterReturn) {
      this.#afterReturn = false;
      if (this.#text[this.#at] === '\n') this.#at += 1;
      return true;
    }
    const lineEnd = this.#lineEnd(this.#at);
    if (this.#dropping) {
      this.#dropping = lineEnd < 0;
      this.#passLine(lineEnd);
      return !this.#dropping;
    }
    if (lineEnd < 0 && !final) {
      if (!this.#isTooLong()) return false;
      records.push(this.#fault(tooLong, this.#text.length));
      this.#dropping = true;
      this.#at = this.#text.length;
      return false;
    }
    return this.#record(lineEnd < 0 ? this.#text.length : lineEnd, final, records);
  }

  #record(lineEnd: number, final: boolean, records: CsvRecord[]): boolean {
    this.#delimiter ??= detectDelimiter(this.#text.slice(this.#at, lineEnd));
    const quote = this.#find('"', this.#at);
    if (quote >= 0 && quote < lineEnd) {
      const scanned = this.#scan(this.#delimiter, final);
      if (scanned === null) return false;
      if ('fault' in scanned) {
        records.push(this.#fault(scanned.fault, lineEnd));
        this.#passLine(lineEnd);
      } else this.#take(scanned.cells, scanned.end, records);
      return true;
    }
    if (lineEnd === this.#at) {
      this.#row += 1;
      this.#passLine(lineEnd);
      return true;
    }
    this.#take(this.#text.slice(this.#at, lineEnd).split(this.#delimiter), lineEnd, records);
    return true;
  }

  #take(cells: string[], end: number, records: CsvRecord[]): void {
    if (end - this.#at > limits.importRowChars) records.push(this.#fault(tooLong, end));
    else {
      this.#row += 1;
      records.push({ row: this.#row, value: cells });
    }
    this.#passLine(end);
  }

  #fault(fault: string, lineEnd: number): CsvRecord {
    this.#row += 1;
    const end = Math.min(lineEnd, this.#at + limits.importExcerptChars);
    return { row: this.#row, fault, excerpt: this.#text.slice(this.#at, end) };
  }

  /** Moves past a line end; -1 means the end of the text. */
  #passLine(lineEnd: number): void {
    if (lineEnd < 0 || lineEnd >= this.#text.length) {
      this.#at = this.#text.length;
      return;
    }
    this.#afterReturn = this.#text[lineEnd] === '\r';
    this.#at = lineEnd + 1;
  }

  /** Scans the cells of a record with quotes, which may contain line ends. */
  #scan(delimiter: string, final: boolean): Scanned {
    const text = this.#text;
    const cells: string[] = [];
    for (let at = this.#at; ; ) {
      let end: number;
      if (text[at] === '"') {
        const close = closingQuote(text, at);
        if (close < 0 || (close + 1 === text.length && !final)) {
          return final || this.#isTooLong() ? { fault: notClosed } : null;
        }
        end = close + 1;
        const next = text[end];
        if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r') {
          return { fault: afterQuote };
        }
        cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      } else {
        const lineEnd = this.#lineEnd(at);
        if (lineEnd < 0 && !final) return this.#isTooLong() ? { fault: tooLong } : null;
        const stop = lineEnd < 0 ? text.length : lineEnd;
        const next = text.indexOf(delimiter, at);
        end = next >= 0 && next < stop ? next : stop;
        const cell = text.slice(at, end);
        if (cell.includes('"')) return { fault: insideCell };
        cells.push(cell);
      }
      if (text[end] !== delimiter) return { cells, end };
      at = end + 1;
    }
  }

  #isTooLong(): boolean {
    return this.#text.length - this.#at > limits.importRowChars;
  }

  #lineEnd(from: number): number {
    const feed = this.#find('\n', from);
    const back = this.#find('\r', from);
    if (feed < 0 || back < 0) return Math.max(feed, back);
    return Math.min(feed, back);
  }

  /** Caches `indexOf`, because every row searches for signs that may be far away. */
  #find(sign: string, from: number): number {
    const known = this.#found.get(sign);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = this.#text.indexOf(sign, from);
    this.#found.set(sign, found);
    return found;
  }
}

/** Index of the quote that closes the one at `open`, or -1. */
function closingQuote(text: string, open: number): number {
  for (let at = open + 1; ; ) {
    const close = text.indexOf('"', at);
    if (close < 0 || text[close + 1] !== '"') return close;
    at = close + 2;
  }
}

/** The most frequent delimiter outside of quotes in the header; a comma if there is none. */
function detectDelimiter(header: string): Delimiter {
  const bare = header.replace(/"[^"]*"?/g, '');
  let best: Delimiter = ',';
  let most = 0;
  for (const sign of delimiters) {
    const times = bare.split(sign).length - 1;
    if (times > most) [best, most] = [sign, times];
  }
  return best;
}
