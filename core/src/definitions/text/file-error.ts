import { IssueError, type IssueWith } from '../../platform/issue.ts';
import { positionAt } from '../../platform/position.ts';

/** An issue of a definition file; `path` is that of the file. */
export type FileIssue = IssueWith<'severity' | 'fix' | 'position'>;

/** Why a definition file cannot be read, and where in it. */
export class FileError extends IssueError {
  /** Index into the text; null where no part of it is to blame. */
  readonly offset: number | null;
  /** What to do next, in one sentence. */
  readonly fix: string;

  constructor(code: string, offset: number | null, message: string, fix: string) {
    super({ path: '', code, message, fix });
    this.offset = offset;
    this.fix = fix;
  }

  /** The issue of the file at `path`, whose text this is. */
  issueOf(path: string, text: string): FileIssue {
    const position = this.offset === null ? null : positionAt(text, this.offset);
    return { ...this.issue, path, severity: 'error', fix: this.fix, position };
  }
}
