import type { CheckResult } from '@postroad/core/account/check-operations';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Standbys } from '@postroad/store/platform/standbys';
import { resultsOf } from './check-result.ts';

const replication = resultsOf('replication');
const reading = resultsOf('replica');
const notifications = resultsOf('notifications');

/** Warns where a failover may lose what was acknowledged (FAIL-02). */
export function replicationResults({ synchronous, asynchronous, hidden }: Standbys): CheckResult[] {
  if (synchronous > 0) return [replication.ok('Replication: a standby is synchronous')];
  if (asynchronous > 0) {
    return [
      replication.warning(
        'A failover may lose the last seconds: mails sent in them may be sent again.',
        'Name a standby in synchronous_standby_names of the database server, unless that is acceptable.',
      ),
    ];
  }
  if (hidden === 0) return [];
  return [
    replication.warning(
      'Replication: whether a standby is synchronous is not shown to the role of DATABASE_URL',
      'Grant it pg_read_all_stats, or ask who runs the database server.',
    ),
  ];
}

/** Warns where the read replica is not used (REPL-06). */
export function replicaResults({ replica }: Pick<Database, 'replica'>): CheckResult[] {
  if (replica === null) return [];
  const fault = replica.fault();
  if (fault === null) return [reading.ok('Read replica: it answers reads')];
  return [reading.warning(fault, 'Look at the server of REPLICA_URL and at the log of Postroad.')];
}

/** Warns where nothing is heard of other processes (POOL-04). */
export function notificationResults({ deaf }: Pick<Database, 'deaf'>): CheckResult[] {
  if (deaf === null) return [];
  return [
    notifications.warning(
      'Notifications: none arrives, so live changes are not available and work of other processes is found a second later',
      deaf,
    ),
  ];
}
