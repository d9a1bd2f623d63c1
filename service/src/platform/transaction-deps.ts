import type { Database } from '@postroad/store/platform/connection/database';

/** The parts of the service that beginning a transaction takes. */
export interface TransactionDeps {
  database: Database;
  /** Whether time is that of the test clock. */
  config: { testClock: boolean };
}
