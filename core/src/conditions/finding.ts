import type { Severity } from '../platform/issue.ts';

/** What a code means to whoever reads it; the tables of codes are served as documentation. */
export interface CodeEntry {
  severity: Severity;
  meaning: string;
  /** What to do next, where the place of the finding has nothing more exact to say. */
  fix: string;
}

/** One fault at a path; an `Issue` without the step it belongs to. */
export interface Finding {
  path: string;
  code: string;
  severity: Severity;
  message: string;
  fix: string;
}

/** Makes the function that reports from one table of codes. */
export function reporter<Code extends string>(codes: Readonly<Record<Code, CodeEntry>>) {
  return (code: Code, path: string, message: string, fix = codes[code].fix): Finding => ({
    path,
    code,
    severity: codes[code].severity,
    message,
    fix,
  });
}
