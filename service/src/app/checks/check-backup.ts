import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { resultsOf } from './check-result.ts';

const { ok, warning } = resultsOf('backup');

/** Warns where no backup is younger than a week (BACK-07). */
export function backupResults({
  last_made_at: last,
  overdue,
}: OperationOutput<'get_backups'>['backups']): CheckResult[] {
  if (last === null) return [warning('backup_missing')];
  return [overdue ? warning('backup_old', { at: last }) : ok('backup_made', { at: last })];
}
