import type { CheckResult } from '@postroad/core/account/check-operations';

/** Results of one check, each with its level. A quote is text of another server. */
export interface Results {
  ok(message: string): CheckResult;
  warning(message: string, fix: string, quote?: string | null): CheckResult;
  problem(message: string, fix: string, quote?: string | null): CheckResult;
}

export function resultsOf(check: string): Results {
  return {
    ok: (message) => ({ check, level: 'ok', message, quote: null, fix: null }),
    warning: (message, fix, quote = null) => ({ check, level: 'warning', message, quote, fix }),
    problem: (message, fix, quote = null) => ({ check, level: 'problem', message, quote, fix }),
  };
}

/** The message of what was thrown; `fetch` hides it in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
