import { thrownProblem } from '@postroad/core/platform/thrown-problem';

/** One thing that `doctor` looked at; `fix` says what to do where it is not well. */
export interface Finding {
  ok: boolean;
  /** Well enough for now, and worth a look. */
  warns?: boolean;
  what: string;
  fix?: string;
}

/** What was thrown, as a sentence for people. */
export function sentence(error: unknown): string {
  return thrownProblem(error)?.detail ?? (error instanceof Error ? error.message : String(error));
}
