import type { Database } from '@postroad/store/platform/connection/database';
import { DatabaseAway } from '@postroad/store/platform/connection/database-away';
import { passingFault, retry } from '@postroad/store/platform/retry';
import {
  type TransactionOptions,
  type Tx,
  transaction,
} from '@postroad/store/platform/transaction';
import { databaseUnavailable } from './database-unavailable.ts';

const tries = 3;

/** Whether a transaction failed because of a concurrent change. */
function isOvertaken(error: unknown): boolean {
  const fault = passingFault(error);
  return fault === 'conflict' || fault === 'removed';
}

/** Runs the transaction of a call, and retries it if it failed because of a concurrent change. */
export async function retriedTransaction<T>(
  database: Database,
  mode: TransactionOptions,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await retry({ tries, after: isOvertaken }, () => transaction(database, mode, body));
  } catch (error) {
    throw error instanceof DatabaseAway ? databaseUnavailable() : error;
  }
}
