export type Severity = 'error' | 'warning';

/** One finding of flow validation or of a definitions apply (spec, "Validation issue shape"). */
export interface Issue {
  /** Path into the definition, for example `nodes[0].then[1].tag`. */
  path: string;
  code: string;
  /** Handle `{id}-{slug}` of the step concerned; empty where the finding is about no step. */
  node: string;
  severity: Severity;
  message: string;
  /** What to do next, in one sentence. */
  fix: string;
}

export interface Validation {
  valid: boolean;
  errors: Issue[];
  warnings: Issue[];
}

/** Splits findings by severity; `valid` means that no error stands (VAL-02). */
export function validationOf(issues: Issue[]): Validation {
  const errors = issues.filter((issue) => issue.severity === 'error');
  const warnings = issues.filter((issue) => issue.severity === 'warning');
  return { valid: errors.length === 0, errors, warnings };
}
