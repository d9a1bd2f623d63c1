import { createHash, type Hash } from 'node:crypto';
import { limits } from '@postroad/core/platform/limits';

/**
 * A backup is text: a line of JSON with what it is of, then each table as a line of JSON with its
 * columns, its rows as COPY writes them, a line `\.`, and a line of JSON with their number and
 * digest; at the end a line of JSON with the number of tables. Rows are text, so any version of
 * either database reads them.
 */
export const backupFormat = 'postroad-backup/1';

/** The last value of each sequence, by its name. */
export type SequenceValues = Readonly<Record<string, number>>;

export interface BackupHeader {
  format: typeof backupFormat;
  /** ISO 8601; everything that was committed before is in the backup. */
  made_at: string;
  /** The version of the product that made it. */
  version: string;
  /** The migrations that its database had. */
  migrations: readonly number[];
  sequences: SequenceValues;
}

export interface TableBegin {
  table: string;
  columns: readonly string[];
}

export interface TableEnd {
  rows: number;
  sha256: string;
}

export interface BackupEnd {
  tables: number;
}

/** Ends the rows of a table. COPY escapes backslashes, so no row is it. */
export const endOfRows = '\\.';

const newline = 0x0a;

/** Counts the rows of a table and digests them. */
export class RowsDigest {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;

  /** Takes whole rows or parts of them; COPY escapes newlines, so each ends a row. */
  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
      this.#rows += 1;
    }
  }

  end(): TableEnd {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** The file is no backup, or not a whole one; the message is a sentence for people. */
export class BackupFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupFault';
  }
}

/** The file cannot be read at all. */
export class BackupUnreadable extends BackupFault {}

const notWhole = () => new BackupFault('The backup ends in the middle: it was not written whole.');

const damaged = 'The backup is damaged.';

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BackupFault(damaged);
  }
}

const terminator = Buffer.from(`\n${endOfRows}\n`);
const atOnce = Buffer.from(`${endOfRows}\n`);

/** The longest line of JSON in a backup. */
const lineBytes = 4 * 1024 * 1024;

type Members = Readonly<Record<string, unknown>>;

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isOne: (value: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

/** What each line of JSON has to have: a file may be damaged, or from anybody. */
function isHeader({ made_at, version, migrations, sequences }: Members): boolean {
  if (!isText(made_at) || !isText(version) || !isListOf(migrations, isCount)) return false;
  return isMembers(sequences) && Object.values(sequences).every(Number.isSafeInteger);
}
const isBegin = ({ table, columns }: Members) => isText(table) && isListOf(columns, isText);
const isTableEnd = ({ rows, sha256 }: Members) => isCount(rows) && isText(sha256);
const isBackupEnd = ({ tables }: Members) => isCount(tables);

/** Reads a backup as its bytes arrive. */
export class BackupReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async header(): Promise<BackupHeader> {
    const header = await this.#line().catch((error: unknown) => {
      if (error instanceof BackupUnreadable) throw error;
      return {} as Members;
    });
    const { format } = header;
    if (typeof format !== 'string' || !format.startsWith('postroad-backup/')) {
      throw new BackupFault('The file is no backup that "postroad backup" wrote.');
    }
    if (format !== backupFormat) {
      throw new BackupFault('A newer version wrote the backup. Restore it with that version.');
    }
    if (!isHeader(header)) throw new BackupFault(damaged);
    return header as unknown as BackupHeader;
  }

  /** The next table, or the end. */
  async next(): Promise<TableBegin | BackupEnd> {
    const line = await this.#line();
    if (!isBegin(line) && !isBackupEnd(line)) throw new BackupFault(damaged);
    return line as unknown as TableBegin | BackupEnd;
  }

  /** The rows of the table that began, in pieces of whole rows; throws if they are not all. */
  async *rows(table: string): AsyncGenerator<Buffer> {
    const digest = new RowsDigest();
    for (;;) {
      const piece = this.#takeRows();
      if (piece.rows.length > 0) {
        digest.add(piece.rows);
        yield piece.rows;
      }
      if (piece.isLast) break;
      await this.#more();
    }
    const end = await this.#line();
    const found = digest.end();
    if (!isTableEnd(end) || found.rows !== end.rows || found.sha256 !== end.sha256) {
      throw new BackupFault(`The backup is damaged: the rows of ${table} are not those written.`);
    }
  }

  /** Throws unless nothing follows. */
  async end(): Promise<void> {
    const { done } = await this.#source.next();
    if (!done || this.#rest.length > 0)
      throw new BackupFault('The backup does not end where it says.');
  }

  #takeRows(): { rows: Buffer; isLast: boolean } {
    const rest = this.#rest;
    if (rest.subarray(0, atOnce.length).equals(atOnce)) {
      this.#rest = rest.subarray(atOnce.length);
      return { rows: Buffer.alloc(0), isLast: true };
    }
    const end = rest.indexOf(terminator);
    if (end >= 0) {
      this.#rest = rest.subarray(end + terminator.length);
      return { rows: rest.subarray(0, end + 1), isLast: true };
    }
    // The last row stays, as the newline before the terminator may be its own.
    const whole = rest.lastIndexOf(newline, Math.max(0, rest.length - terminator.length)) + 1;
    this.#rest = rest.subarray(whole);
    return { rows: rest.subarray(0, whole), isLast: false };
  }

  async #line(): Promise<Members> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) {
        const line = parsed(this.#rest.subarray(0, end).toString('utf8'));
        this.#rest = this.#rest.subarray(end + 1);
        if (!isMembers(line)) throw new BackupFault(damaged);
        return line;
      }
      if (this.#rest.length > lineBytes) throw new BackupFault(damaged);
      await this.#more();
    }
  }

  /** Reads on to a newline, before which nothing ends; so that a long row is copied once. */
  async #more(): Promise<void> {
    const pieces: Uint8Array[] = [this.#rest];
    for (let bytes = this.#rest.length; bytes <= limits.backupRowBytes; ) {
      const { value, done } = await this.#source.next();
      if (done) throw notWhole();
      pieces.push(value);
      bytes += value.length;
      if (!value.includes(newline)) continue;
      this.#rest = Buffer.concat(pieces);
      return;
    }
    throw new BackupFault(damaged);
  }
}
