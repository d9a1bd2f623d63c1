import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Standbys } from '@postroad/store/platform/standbys';
import { resultsOf } from './check-result.ts';

const replication = resultsOf('replication');
const reading = resultsOf('replica');
const notifications = resultsOf('notifications');

/** Warns where a failover may lose what was acknowledged (FAIL-02). */
export function replicationResults({ synchronous, asynchronous, hidden }: Standbys): CheckResult[] {
  if (synchronous > 0) return [replication.ok('standby_synchronous')];
  if (asynchronous > 0) return [replication.warning('standby_asynchronous')];
  return hidden === 0 ? [] : [replication.warning('standby_hidden')];
}

/** Warns where the read replica is not used (REPL-06). */
export function replicaResults({ replica }: Pick<Database, 'replica'>): CheckResult[] {
  if (replica === null) return [];
  const fault = replica.fault();
  return [
    fault === null ? reading.ok('replica_answers') : reading.warning(`replica_${fault}` as const),
  ];
}

/** Warns where nothing is heard of other processes (POOL-04). */
export function notificationResults({ deaf }: Pick<Database, 'deaf'>): CheckResult[] {
  return deaf === null ? [] : [notifications.warning('notifications_missing')];
}
