import type { CheckResult } from '@postroad/core/account/check-operations';
import { limits } from '@postroad/core/platform/limits';
import { resultsOf } from './check-result.ts';

const { ok, warning, problem } = resultsOf('clock');

const fix =
  'Have NTP set the clock of both machines, as "timedatectl set-ntp true" does; times of mail, tokens and signatures depend on it.';

/** Compares the clock of `own` with another; `ms` is how far it is ahead. */
export function clockResult(own: string, other: string, ms: number): CheckResult {
  const apart = Math.abs(ms);
  if (apart < limits.clockAskewMs) return ok(`The clock of ${own} agrees with that of ${other}`);
  const way = ms > 0 ? 'ahead of' : 'behind';
  const message = `The clock of ${own} is ${Math.round(apart / 1_000)} s ${way} that of ${other}`;
  return apart < limits.clockWrongMs ? warning(message, fix) : problem(message, fix);
}
