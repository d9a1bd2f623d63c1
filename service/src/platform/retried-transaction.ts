import { Refusal } from '@postroad/core/platform/refusal';
import type { Database } from '@postroad/store/platform/connection/database';
import {
  codeOf,
  DatabaseAway,
  DatabaseReadOnly,
  TransactionLost,
} from '@postroad/store/platform/connection/database-away';
import { sqlStates } from '@postroad/store/platform/connection/sql-states';
import { passingFault, retry } from '@postroad/store/platform/retry';
import {
  type TransactionOptions,
  type Tx,
  transaction,
} from '@postroad/store/platform/transaction';
import { DatabaseUnavailable, databaseReadOnly, databaseShort } from './database-unavailable.ts';

const tries = 3;

/**
 * Whether a transaction failed because of a concurrent change, or with a connection that was lost. Done
 * again, it finds the row that another inserted meanwhile, and refuses what it would refuse then.
 */
function canBeDoneAgain(error: unknown): boolean {
  if (error instanceof TransactionLost) return true;
  const fault = passingFault(error);
  return fault === 'conflict' || fault === 'removed' || fault === 'taken';
}

function overtaken(): Refusal {
  const detail =
    'Others changed the same records at the same moment, each time this was tried. Nothing was stored. Try again.';
  return new Refusal('conflict', detail);
}

/**
 * Runs the transaction of a call. One that failed because of a concurrent change, or that lost its
 * connection before its commit, is done again (POOL-08).
 */
export async function retriedTransaction<T>(
  database: Database,
  mode: TransactionOptions,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await retry({ tries, after: canBeDoneAgain }, () => transaction(database, mode, body));
  } catch (error) {
    if (error instanceof DatabaseReadOnly) throw databaseReadOnly();
    if (error instanceof DatabaseAway) throw new DatabaseUnavailable(database.fault(), mode);
    const fault = passingFault(error);
    if (fault === 'unavailable') {
      throw databaseShort(codeOf(error) === sqlStates.diskFull, mode);
    }
    throw fault === 'conflict' ? overtaken() : error;
  }
}
