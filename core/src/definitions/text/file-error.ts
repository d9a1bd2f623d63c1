import { IssueError, type IssueWith } from '../../platform/issue.ts';
import type { RoundedNumber } from '../../platform/operations/rounded-number.ts';
import { positionAt } from '../../platform/position.ts';

/** An issue of a definition file; `path` is the path of the file. */
export type FileIssue = IssueWith<'severity' | 'fix' | 'position'>;

/** Why a definition file cannot be read, and where. */
export class FileError extends IssueError {
  /** Index into the text; null if no part of it is at fault. */
  readonly offset: number | null;
  /** What to do next, in one sentence. */
  readonly fix: string;

  constructor(code: string, offset: number | null, message: string, fix: string) {
    super({ path: '', code, message, fix });
    this.offset = offset;
    this.fix = fix;
  }

  /** The issue for the file at `path` with this text. */
  issueOf(path: string, text: string): FileIssue {
    const position = this.offset === null ? null : positionAt(text, this.offset);
    return { ...this.issue, path, severity: 'error', fix: this.fix, position };
  }
}

/** The refusal of a number of which a double keeps other digits. */
export function roundedError(offset: number, { text, kept }: RoundedNumber): FileError {
  const message = `The number ${text} has more digits than numbers keep here: it would become ${BigInt(kept)}.`;
  return new FileError('number_invalid', offset, message, 'Write it as text, in quotes.');
}
