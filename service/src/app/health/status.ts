import { replicaFaults } from '@postroad/core/account/checks/replica-faults';
import { isMigrated } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { backlog, latenessOf } from '../../sending/backlog.ts';
import type { Deps } from '../deps.ts';
import type { Readiness } from '../service.ts';

/**
 * Contract §1, Health: the database is reachable and migrated. Late work means that no worker keeps
 * up, and without the replica the primary answers all reads; requests are still served, so the service
 * is still ready.
 */
export async function readiness(deps: Deps): Promise<Readiness> {
  const options = { readOnly: true, testClock: deps.config.testClock };
  const fault = deps.database.fault();
  if (fault !== null) return notReady(fault);
  try {
    const late = await transaction(deps.database, options, async (tx) =>
      (await isMigrated(tx.sql)) ? latenessOf(await backlog(tx, deps)) : null,
    );
    if (late !== null) {
      const replica = deps.database.replica?.fault() ?? null;
      const reasons = replica === null ? late : [...late, replicaFaults[replica]];
      return { ready: true, degraded: reasons.length > 0, reasons };
    }
    return notReady('The database is not migrated. Run postroad migrate.');
  } catch (error) {
    deps.log.error('The database does not answer.', { error });
    return notReady('The database does not answer.');
  }
}

function notReady(reason: string): Readiness {
  return { ready: false, degraded: true, reasons: [reason] };
}
