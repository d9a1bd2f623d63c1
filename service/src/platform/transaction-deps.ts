import type { Database } from '@postroad/store/platform/connection/database';

/** The parts of the service needed to begin a transaction. */
export interface TransactionDeps {
  database: Database;
  /** Whether time comes from the test clock. */
  config: { testClock: boolean };
}
