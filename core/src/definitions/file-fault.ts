/** Why a definition file cannot be read, and where in it. */
export class FileFault extends Error {
  readonly code: string;
  /** Index into the text; null where no place is to blame. */
  readonly offset: number | null;
  /** What to do next, in one sentence. */
  readonly fix: string;

  constructor(code: string, offset: number | null, message: string, fix: string) {
    super(message);
    this.name = 'FileFault';
    this.code = code;
    this.offset = offset;
    this.fix = fix;
  }
}

/** Line and column of an index into a text, both from 1; columns count UTF-16 units. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - start + 1 };
}
