import type { CheckResult } from '@postroad/core/account/check-operations';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { resultsOf } from './check-result.ts';

const { ok, warning } = resultsOf('backup');

const fix =
  'Run "postroad backup <file>" every day, as from cron. After a backup by other tools, call record_backup.';

/** Warns where no backup is younger than a week (BACK-07). */
export function backupResults({
  last_made_at: last,
  overdue,
}: OperationOutput<'get_backups'>['backups']): CheckResult[] {
  if (!overdue) return [ok(`Backup: made on ${last}`)];
  const message =
    last === null
      ? 'Backup: none is known of'
      : `Backup: the last one was made on ${last}, more than ${limits.backupDays} days ago`;
  return [warning(message, fix)];
}
