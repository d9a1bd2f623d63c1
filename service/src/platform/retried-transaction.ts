import type { Database } from '@postroad/store/platform/connection/database';
import { DatabaseAway } from '@postroad/store/platform/connection/database-away';
import type { Stopped } from '@postroad/store/platform/in-flight-sends';
import {
  type TransactionOptions,
  type Tx,
  transaction,
} from '@postroad/store/platform/transaction';
import { handedOver, stoppedBy } from '../queue/send-barrier.ts';
import { databaseUnavailable } from './database-unavailable.ts';

/**
 * PostgreSQL's codes for a deadlock, for a transaction that lost against another one, and for a row
 * that was removed after it was read, as a person is who is erased while an event arrives.
 */
const retriedCodes = new Set(['40P01', '40001', '23503']);
const tries = 3;

/**
 * The transaction of a call; one that failed over what others did meanwhile is tried again. Where it
 * stops mail, what of that is being handed over is waited for, so that nothing is after the answer.
 */
export async function retriedTransaction<T>(
  database: Database,
  mode: TransactionOptions,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let stops: readonly Stopped[] = [];
    let answer: T;
    try {
      answer = await transaction(database, mode, async (tx) => {
        const done = await body(tx);
        stops = stoppedBy(tx);
        return done;
      });
    } catch (error) {
      if (error instanceof DatabaseAway) throw databaseUnavailable();
      const code = String((error as { code?: unknown } | null)?.code ?? '');
      if (attempt >= tries || !retriedCodes.has(code)) throw error;
      continue;
    }
    // What was done is done, whether or not the database can still say what is in hand.
    if (!mode.rollback) await handedOver(database, stops).catch(() => undefined);
    return answer;
  }
}
