import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import {
  type CheckCode,
  type CheckValues,
  checkSentences,
} from '@postroad/core/account/checks/check-texts';

/** Results of one check, each with its level. A quote is text of another server. */
export interface Results {
  ok(code: CheckCode, values?: CheckValues): CheckResult;
  warning(code: CheckCode, values?: CheckValues, quote?: string | null): CheckResult;
  problem(code: CheckCode, values?: CheckValues, quote?: string | null): CheckResult;
}

export function resultsOf(check: string): Results {
  const at =
    (level: CheckResult['level']) =>
    (code: CheckCode, values: CheckValues = {}, quote: string | null = null) => ({
      ...{ check, level, code, values, quote },
      ...checkSentences(code, values),
    });
  return { ok: at('ok'), warning: at('warning'), problem: at('problem') };
}

/** The message of what was thrown; `fetch` hides it in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
