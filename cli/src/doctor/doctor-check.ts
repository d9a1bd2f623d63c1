import { thrownProblem } from '@postroad/core/platform/thrown-problem';

/** The result of one check of `doctor`; `fix` says what to do about a failure. */
export interface DoctorCheck {
  ok: boolean;
  /** Passed, but worth a look. */
  warns?: boolean;
  summary: string;
  fix?: string;
}

/** A thrown value as a sentence for people. */
export function sentence(error: unknown): string {
  return thrownProblem(error)?.detail ?? (error instanceof Error ? error.message : String(error));
}
