import type { Position } from './position.ts';

export type Severity = 'error' | 'warning';

/**
 * One fault in an input: a field of a call, a step of a flow, a definition file, a row of an
 * import. Every room reports faults in this type; `IssueWith` requires optional members.
 */
export interface Issue {
  /** Path into the input, for example `nodes[0].then[1].tag`; empty for the input as a whole. */
  path: string;
  code: string;
  message: string;
  /** Omitted if every issue of the answer is an error. */
  severity?: Severity;
  /** What to do next, in one sentence. */
  fix?: string;
  /** The known name that an unknown one most likely means. */
  did_you_mean?: string;
  /** Handle `{id}-{slug}` of the step; empty if the issue is not about a step. */
  node?: string;
  /** Position in the source text; null if no part of the text is at fault. */
  position?: Position | null;
}

export type IssueWith<Member extends keyof Issue> = Issue & Required<Pick<Issue, Member>>;

/** The issue of a flow, a condition or a definition file (spec, "Validation issue shape"). */
export type ValidationIssue = IssueWith<'severity' | 'fix' | 'node'>;

/** Thrown for a value that cannot be read; carries the issue. */
export class IssueError extends Error {
  readonly issue: Issue;

  constructor(issue: Issue) {
    super(issue.message);
    this.name = new.target.name;
    this.issue = issue;
  }
}

/** The value at a path is invalid; the message begins with the path. */
export class ValueError extends IssueError {
  constructor(path: string, message: string, code = 'value_invalid', near: string | null = null) {
    const issue = { path, code, message: path === '' ? message : `${path} ${message}` };
    super(hinted(issue, near));
  }
}

/** The documentation of a code, served by describe_schema. */
export interface CodeEntry {
  severity: Severity;
  meaning: string;
  /** What to do next, unless the issue itself is more specific. */
  fix: string;
}

/** Creates the function that reports issues from one table of codes. */
export function reporter<Code extends string>(codes: Readonly<Record<Code, CodeEntry>>) {
  return (code: Code, path: string, message: string, fix = codes[code].fix): ValidationIssue => ({
    path,
    code,
    severity: codes[code].severity,
    message,
    fix,
    node: '',
  });
}

/** Adds the known name that an unknown one most likely means, if there is one. */
export function meant<I extends Issue>(issue: I, near: string | null): I {
  if (near === null) return issue;
  const fix = `Write ${JSON.stringify(near)}, if that is what was meant.`;
  return { ...issue, fix, did_you_mean: near };
}

/** The same for an issue of which people see the message alone (FIX-01). */
export function hinted<I extends Issue>(issue: I, near: string | null): I {
  if (near === null) return issue;
  return meant({ ...issue, message: `${issue.message} Did you mean "${near}"?` }, near);
}

export interface Validation {
  valid: boolean;
  errors: ValidationIssue[];
  warnings: ValidationIssue[];
}

/** Splits issues by severity; `valid` means that there is no error (VAL-02). */
export function validationOf(issues: ValidationIssue[]): Validation {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const warnings = issues.filter((issue) => issue.severity === 'warning');
  return { valid: errors.length === 0, errors, warnings };
}
