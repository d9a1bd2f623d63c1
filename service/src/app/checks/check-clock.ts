import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { resultsOf } from './check-result.ts';

const { ok, warning, problem } = resultsOf('clock');

/** How far apart two clocks may be. */
export function clockLevel(ms: number): CheckResult['level'] {
  const apart = Math.abs(ms);
  if (apart < limits.clockAskewMs) return 'ok';
  return apart < limits.clockWrongMs ? 'warning' : 'problem';
}

/** Compares the clock of this machine with another; `ms` is how far it is ahead. */
export function clockResult(
  other: 'database' | 'provider',
  ms: number,
  values: { provider?: string } = {},
): CheckResult {
  const level = clockLevel(ms);
  if (level === 'ok') return ok(`${other}_clock_agrees`, values);
  const code = ms > 0 ? (`${other}_clock_ahead` as const) : (`${other}_clock_behind` as const);
  const said = { ...values, seconds: Math.round(Math.abs(ms) / 1_000) };
  return level === 'warning' ? warning(code, said) : problem(code, said);
}
