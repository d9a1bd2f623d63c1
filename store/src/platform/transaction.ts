import type postgres from 'postgres';
import { clockOf } from './clock.ts';
import type { Database, Sql } from './connection/database.ts';
import { away, codeOf, guarded, isAway } from './connection/database-away.ts';

/** What store functions and handlers get: one connection, one instant, and work for afterwards. */
export interface Tx {
  sql: Sql;
  /** Read once when the transaction began: the database's clock, or the test clock. */
  now: Date;
  /** A statement to be sent along with the commit; never where the transaction is rolled back. */
  beforeCommit(statement: () => Statement): void;
  /** Runs once the transaction has committed; never after a rollback. */
  afterCommit(action: () => void): void;
}

/** A statement that is not sent yet. */
export type Statement = postgres.PendingQuery<postgres.Row[]>;

export interface TransactionOptions {
  /** `read only`, on one snapshot: PostgreSQL itself refuses a write. */
  readOnly?: boolean;
  /** Always rolled back; a dry run. */
  rollback?: boolean;
  /** Time comes from the test clock of the instance row. */
  testClock?: boolean;
}

/** Classes 08, 40, 53, 55 and 57: connection, rollback, resources, locks, shutdown. */
const passingCodes = /^(08|40|53|55|57)...$/;

/** Whether the same work may well succeed later, since the failure was not of its own making. */
export function isPassing(error: unknown): boolean {
  return isAway(error) || passingCodes.test(codeOf(error));
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
  const connection = await database.reserve().catch((error: unknown) => {
    throw away(error);
  });
  const lastly: (() => Statement)[] = [];
  const actions: (() => void)[] = [];
  const sql = guarded(connection);
  let broken = false;
  let ending: Promise<void> | null = null;
  const end = async () => {
    if (options.rollback) await sql`rollback`;
    else await commit(sql, lastly);
    if (!options.rollback) for (const action of actions) action();
  };
  try {
    const now = await begin(sql, options);
    const result = await body({
      sql,
      now,
      beforeCommit: (statement) => lastly.push(statement),
      afterCommit: (action) => actions.push(action),
    });
    if (options.readOnly) ending = end();
    else await end();
    return result;
  } catch (error) {
    broken = isAway(error) || connection.isLost();
    if (!broken) {
      await sql`rollback`.catch(() => {
        broken = true;
      });
    }
    throw away(error);
  } finally {
    // What was read holds however its transaction ends, so nobody waits for that end.
    if (ending === null) connection.release(broken);
    else {
      ending.then(
        () => connection.release(false),
        () => connection.release(true),
      );
    }
  }
}

/** Sends the last statements and the commit in one round trip, in this order. */
async function commit(sql: Sql, lastly: (() => Statement)[]): Promise<void> {
  const statements = [...lastly.map((statement) => statement()), sql`commit`];
  for (const statement of statements) statement.execute();
  const done = (await Promise.all(statements)).at(-1);
  // After a failure PostgreSQL answers a commit with a rollback, and with no error of its own.
  if (done?.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
}

/** Begins and reads the clock in one message, as the embedded database takes as long for each. */
async function begin(sql: Sql, options: TransactionOptions): Promise<Date> {
  const start = options.readOnly
    ? sql`begin isolation level repeatable read read only`
    : sql`begin`;
  const both = sql`${start}; select ${clockOf(sql, options)} as now`.simple();
  const [, rows] = (await both) as unknown as { now: Date | null }[][];
  const now = rows?.[0]?.now;
  if (!now) throw new Error('The instance row is missing; run `postroad migrate`.');
  return now;
}
