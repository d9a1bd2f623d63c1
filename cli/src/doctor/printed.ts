import type { CheckResult } from '@postroad/core/account/checks/check-operations';

/** What the doctor prints: what a check of the service found, or this command itself. */
export type Printed = Pick<CheckResult, 'level' | 'message' | 'quote' | 'fix'>;

export function good(message: string): Printed {
  return { level: 'ok', message, quote: null, fix: null };
}

export function faulty(
  message: string,
  fix: string,
  level: Exclude<CheckResult['level'], 'ok'> = 'problem',
): Printed {
  return { level, message, quote: null, fix };
}
