import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { resultsOf } from './check-result.ts';

type Overdue = OperationOutput<'list_overdue'>;

const { ok, warning, problem } = resultsOf('work');

/** Nobody sees in the work that is late that mail may not go out, as after a restore. */
export function holdResults(held: { since: string; reason: string | null } | null): CheckResult[] {
  return held === null ? [] : [warning('sending_held', { since: held.since }, held.reason)];
}

/** The results about due work; a single one if nothing is late. */
export function workResults({ lanes, retrying, uncertain }: Overdue): CheckResult[] {
  const results = lanes
    .filter(({ late }) => late > 0)
    .map(({ lane, due_since }) => problem(`${lane}_late` as const, { since: due_since ?? '' }));
  if (retrying.count > 0) {
    // One postponement is normal; a lasting one is reported by the lanes.
    const { count, last_error } = retrying;
    results.push(warning('sends_postponed', { count }, last_error));
  }
  if (uncertain > 0) results.push(problem('sends_uncertain', { count: uncertain }));
  return results.length > 0 ? results : [ok('work_done')];
}
