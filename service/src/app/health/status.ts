import { replicaFaults } from '@postroad/core/account/checks/replica-faults';
import { limits } from '@postroad/core/platform/limits';
import { DatabaseReadOnly } from '@postroad/store/platform/connection/database-away';
import { inTime } from '@postroad/store/platform/connection/in-time';
import { type SchemaState, schemaState } from '@postroad/store/platform/migrate';
import { takesWrites } from '@postroad/store/platform/takes-writes';
import { transaction } from '@postroad/store/platform/transaction';
import { backlog, latenessOf } from '../../sending/backlog.ts';
import type { Deps } from '../deps.ts';
import type { Readiness } from '../service.ts';

/**
 * Contract §1, Health: the database is reachable, takes writes and is migrated. Late work means that no worker keeps
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
      const late = schema === 'same' ? latenessOf(await backlog(tx, deps)) : null;
      // As after a write that is refused, the connection is closed: a newer one may take writes.
      if (!(await takesWrites(tx.sql))) throw new DatabaseReadOnly(null);
      return { schema, late };
    });
    const { late, schema } = await inTime(limits.healthAnswerMs, asked);
    if (late === null) return notReady(otherSchema(schema));
    const replica = deps.database.replica?.fault() ?? null;
    const reasons = replica === null ? late : [...late, replicaFaults[replica]];
    return { ready: true, degraded: reasons.length > 0, reasons };
  } catch (error) {
    if (error instanceof DatabaseReadOnly) return notReady(error.message);
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
