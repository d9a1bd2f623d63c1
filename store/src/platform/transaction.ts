import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import type postgres from 'postgres';
import { clockOf } from './clock.ts';
import type { Database, Sql } from './connection/database.ts';
import { away, guarded, isAway } from './connection/database-away.ts';
import { CollectedWork, type InFlight, type Session, type UnitOfWork } from './unit-of-work.ts';

/** What store functions and handlers get: one connection, one instant, and work for afterwards. */
export interface Tx extends Session {
  work: UnitOfWork;
}

/** A statement that is not sent yet. */
export type Statement = postgres.PendingQuery<postgres.Row[]>;

export interface TransactionOptions {
  /** `read only`, on one snapshot: PostgreSQL itself refuses a write. */
  readOnly?: boolean;
  /** Always rolled back; a dry run. */
  rollback?: boolean;
  /** Time comes from the test clock of engine_state. */
  testClock?: boolean;
}

/**
 * Runs `body` in one transaction on a reserved connection. postgres.js's own `begin` on a busy
 * pool runs other callers' statements inside the transaction, so this is the only place that
 * begins one; `test/architecture/` refuses any other. What `body` collects in `tx.work` is done where
 * it commits, and what it blocks is waited for before this answers.
 */
export async function transaction<T>(
  database: Database,
  options: TransactionOptions,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  const work = new CollectedWork(database);
  const result = await committed(database, options, work, body);
  // What was done is done, whether or not the database can still say what is under way.
  if (!options.rollback) await drained(database, work.blocked).catch(() => undefined);
  return result;
}

async function committed<T>(
  database: Database,
  options: TransactionOptions,
  work: CollectedWork,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  const connection = await database.reserve().catch((error: unknown) => {
    throw away(error);
  });
  const sql = guarded(connection);
  let broken = false;
  let ending: Promise<void> | null = null;
  const end = async (session: Session) => {
    if (options.rollback) await sql`rollback`;
    else await commit(session, work);
    if (!options.rollback) work.committed();
  };
  try {
    const now = await begin(sql, options);
    const result = await body({ sql, now, work });
    if (options.readOnly) ending = end({ sql, now });
    else await end({ sql, now });
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
async function commit(session: Session, work: CollectedWork): Promise<void> {
  const statements = [...work.statements(session), session.sql`commit`];
  for (const statement of statements) statement.execute();
  const done = (await Promise.all(statements)).at(-1);
  // After a failure PostgreSQL answers a commit with a rollback, and with no error of its own.
  if (done?.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
}

const lookEveryMs = 20;

/**
 * Resolves once nothing of it is under way, or after a while: a mail server can take longer over a
 * mail than anybody waits for an answer.
 */
async function drained(database: Database, blocked: readonly InFlight[]): Promise<void> {
  if (blocked.length === 0) return;
  const end = performance.now() + limits.handOverWaitMs;
  const look = () =>
    committed(database, { readOnly: true }, new CollectedWork(database), async (tx) =>
      (await Promise.all(blocked.map((one) => one.isUnderWay(tx)))).includes(true),
    );
  while ((await look()) && performance.now() < end) await pause(lookEveryMs);
}

/** Begins and reads the clock in one message, as the embedded database takes as long for each. */
async function begin(sql: Sql, options: TransactionOptions): Promise<Date> {
  const start = options.readOnly
    ? sql`begin isolation level repeatable read read only`
    : sql`begin`;
  const both = sql`${start}; select ${clockOf(sql, options)} as now`.simple();
  const [, rows] = (await both) as unknown as { now: Date | null }[][];
  const now = rows?.[0]?.now;
  if (!now) throw new Error('The row of engine_state is missing; run `postroad migrate`.');
  return now;
}
