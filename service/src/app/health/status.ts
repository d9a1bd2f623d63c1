import { replicaFaults } from '@postroad/core/account/checks/replica-faults';
import { limits } from '@postroad/core/platform/limits';
import { inTime } from '@postroad/store/platform/connection/in-time';
import { type SchemaState, schemaState } from '@postroad/store/platform/migrate';
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
    const asked = transaction(deps.database, options, async (tx) => {
      const schema = await schemaState(tx.sql);
      return { schema, late: schema === 'same' ? latenessOf(await backlog(tx, deps)) : null };
    });
    const { late, schema } = await inTime(limits.healthAnswerMs, asked);
    if (late === null) return notReady(otherSchema(schema));
    const replica = deps.database.replica?.fault() ?? null;
    const reasons = replica === null ? late : [...late, replicaFaults[replica]];
    return { ready: true, degraded: reasons.length > 0, reasons };
  } catch (error) {
    deps.log.error('The database does not answer.', { error });
    return notReady('The database does not answer.');
  }
}

/** The newer version may do with the rows what this one does not know of. */
function otherSchema(schema: SchemaState): string {
  return schema === 'newer'
    ? 'A newer version has migrated the database. Stop this process, and start the newer version.'
    : 'The database is not migrated. Run postroad migrate.';
}

function notReady(reason: string): Readiness {
  return { ready: false, degraded: true, reasons: [reason] };
}
