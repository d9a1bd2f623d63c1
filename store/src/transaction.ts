import type { Database, Sql } from './database.ts';

/** What store functions and handlers get: one connection, one instant, and work for afterwards. */
export interface Tx {
  sql: Sql;
  /** Read once when the transaction began: the database's clock, or the test clock. */
  now: Date;
  /** Runs once the transaction has committed; never after a rollback. */
  afterCommit(action: () => void): void;
}

export interface TransactionOptions {
  /** `read only`, on one snapshot: PostgreSQL itself refuses a write. */
  readOnly?: boolean;
  /** Always rolled back; a dry run. */
  rollback?: boolean;
  /** Time comes from the test clock of the instance row. */
  testClock?: boolean;
}

/** Raised where the connection is gone; postgres.js has then taken it back already. */
function connectionIsLost(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return code.startsWith('CONNECTION_') || code === 'ECONNRESET' || code === 'EPIPE';
}

/**
 * Runs `body` in one transaction on a reserved connection. postgres.js's own `begin` on a busy
 * pool runs other callers' statements inside the transaction, so this is the only place that
 * begins one; `test/architecture/` refuses any other.
 */
export async function transaction<T>(
  database: Database,
  options: TransactionOptions,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  const sql = await database.pool.reserve();
  const actions: (() => void)[] = [];
  let lost = false;
  try {
    const now = await begin(sql, options);
    const result = await body({ sql, now, afterCommit: (action) => actions.push(action) });
    await (options.rollback ? sql`rollback` : sql`commit`);
    if (!options.rollback) for (const action of actions) action();
    return result;
  } catch (error) {
    lost = connectionIsLost(error);
    if (!lost) {
      await sql`rollback`.catch((failure: unknown) => {
        lost = connectionIsLost(failure);
      });
    }
    throw error;
  } finally {
    if (!lost) sql.release();
  }
}

/** Begins and reads the clock in one round trip. */
async function begin(sql: Sql, options: TransactionOptions): Promise<Date> {
  const start = options.readOnly
    ? sql`begin isolation level repeatable read read only`
    : sql`begin`;
  const clock = options.testClock
    ? sql<{ now: Date }[]>`select coalesce(test_now, now()) as now from instance`
    : sql<{ now: Date }[]>`select now() as now`;
  const [, rows] = await Promise.all([start, clock]);
  const row = rows[0];
  if (!row) throw new Error('The instance row is missing; run `postroad migrate`.');
  return row.now;
}
