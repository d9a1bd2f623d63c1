import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import type { LogPosition } from '@postroad/core/platform/operations/log-position';
import { inSpan } from '@postroad/core/platform/tracing/in-span';
import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import type postgres from 'postgres';
import { clockOf } from './clock.ts';
import type { CallName, Database, Replica, Sql } from './connection/database.ts';
import { away, isAway, lostTransaction, refusedWrite } from './connection/database-away.ts';
import { type GuardedSession, guarded } from './connection/guarded-session.ts';
import type { Fragment } from './fragment.ts';
import { CollectedWork, type InFlight, type Session, type UnitOfWork } from './unit-of-work.ts';

/**
 * The transaction of store functions and handlers: one connection, one instant, and work for after
 * the commit.
 */
export interface Tx extends Session {
  work: UnitOfWork;
}

/** A statement that has not been sent. */
export type Statement = postgres.PendingQuery<postgres.Row[]>;

/** A session in which the transaction is about to begin: its instant may be an expression still. */
export interface Opening {
  sql: Sql;
  now: Date | Fragment;
}

export interface TransactionOptions {
  /** `read only` with one snapshot: PostgreSQL itself refuses writes. */
  readOnly?: boolean;
  /** Always rolls back; for a dry run. */
  rollback?: boolean;
  /** Time comes from the test clock in engine_state. */
  testClock?: boolean;
  /**
   * Sends statements in the message that begins the transaction, in each try of it. It must handle their
   * faults, since the transaction may fail to begin.
   */
  ahead?: (opening: Opening) => void;
}

/**
 * Runs `body` in one transaction on a reserved connection. On a busy pool, postgres.js's own
 * `begin` runs statements of other callers inside the transaction, so nothing else may begin one;
 * `test/architecture/` checks this. After the commit it performs the work in `tx.work`, and waits
 * for the mail that the work blocks.
 */
export async function transaction<T>(
  database: Database,
  options: TransactionOptions,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tracer, replica, lagging } = database;
  if (options.readOnly && lagging !== null && replica !== null && replica.fault() === null) {
    try {
      const required = replica.required(lagging.seen);
      const read = () => readThere(database, options, { replica, required }, body);
      return tracer === null ? await read() : await inPresentSpan(tracer, options, read, true);
    } catch (error) {
      // Whatever it was, the primary says it better: a record that has not arrived, a read that the
      // replay of the log has canceled (REPL-07), a connection that was lost.
      replica.failed(error);
    }
  }
  const work = new CollectedWork(database);
  const run = () => committed(database, options, work, body);
  const result = tracer === null ? await run() : await inPresentSpan(tracer, options, run);
  // The commit is done even if the database cannot report what is in flight.
  if (!options.rollback) await drained(database, work.blocked).catch(() => undefined);
  return result;
}

/** A transaction that is part of nothing, such as a look every second, is not traced. */
async function inPresentSpan<T>(
  tracer: Tracer,
  { readOnly = false, rollback = false }: TransactionOptions,
  run: () => Promise<T>,
  onReplica = false,
): Promise<T> {
  if (tracer.current() === null) return await run();
  const attributes = {
    'db.system.name': 'postgresql',
    'postroad.read_only': readOnly,
    'postroad.dry_run': rollback,
    ...(onReplica ? { 'postroad.replica': true } : {}),
  };
  return await inSpan(tracer, 'transaction', { kind: 'client', attributes }, run);
}

/** A replica, and where in the log it must be. */
interface ReplicaRead {
  replica: Replica;
  required: LogPosition;
}

/** The replica has not replayed what its caller has seen, or is too far behind. */
class ReplicaBehind extends Error {}

/** Reads on the replica, and leaves nothing of it in memory: what decides must not be old. */
async function readThere<T>(
  database: Database,
  options: TransactionOptions,
  from: ReplicaRead,
  body: (tx: Tx) => Promise<T>,
): Promise<T> {
  const work = new CollectedWork(database);
  return await committed(database, { ...options, rollback: true }, work, body, from);
}

async function committed<T>(
  database: Database,
  options: TransactionOptions,
  work: CollectedWork,
  body: (tx: Tx) => Promise<T>,
  from: ReplicaRead | null = null,
): Promise<T> {
  const connection = await (from?.replica ?? database).reserve().catch((error: unknown) => {
    throw away(error);
  });
  const guard = guarded(connection);
  const { sql } = guard;
  let broken = false;
  let ending: Promise<void> | null = null;
  let isEnding = false;
  const rollback = async () => {
    const statement = sql`rollback`;
    guard.end([statement]);
    await statement;
  };
  const end = async (session: Session) => {
    isEnding = true;
    if (options.rollback) {
      await work.arrived();
      await rollback();
    } else await commit(session, work, guard);
    if (!options.rollback) work.committed();
  };
  try {
    const { now, patterns } = await begin(sql, options, {
      call: database.call,
      required: from?.required,
      listens: work.listens,
    });
    work.listenFor(patterns);
    const result = await body({ sql, now, work });
    if (options.readOnly) ending = end({ sql, now });
    else {
      if (!options.rollback) await work.concluded({ sql, now, work });
      await end({ sql, now });
    }
    return result;
  } catch (latest) {
    const thrown = await work.arrived().then(
      () => latest,
      (first: unknown) => first,
    );
    const refused = options.readOnly ? thrown : refusedWrite(thrown);
    const error = isEnding ? refused : lostTransaction(refused, connection);
    // A connection to a server that has become a standby would refuse every further write.
    broken = isAway(error) || connection.isLost();
    if (!broken) {
      await rollback().catch(() => {
        broken = true;
      });
    }
    throw away(error);
  } finally {
    guard.end();
    // The reads are valid however the transaction ends, so nobody waits for that.
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
async function commit(session: Session, work: CollectedWork, guard: GuardedSession): Promise<void> {
  const statements = [...work.statements(session), session.sql`commit`];
  guard.end(statements);
  for (const statement of statements) statement.execute();
  const [ended] = await Promise.all([Promise.all(statements), work.arrived()]);
  const done = ended.at(-1);
  // PostgreSQL answers the commit of a failed transaction with a rollback, without an error.
  if (done?.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
}

const lookEveryMs = 20;

/**
 * Resolves when nothing is in flight, or after a time limit: a mail server can take longer over a
 * mail than a caller waits for an answer.
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

const nameCall = (sql: Sql, call: CallName) =>
  sql`select set_config('postroad.call', ${JSON.stringify(call)}, true)`;

const hasReplayed = (sql: Sql, position: LogPosition) => sql<{ replayed: boolean }[]>`
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as replayed`;

interface Beginning {
  call: CallName | null;
  /** Where in the log a replica must be. */
  required?: LogPosition | undefined;
  /** Whether to read what webhook endpoints hear of. */
  listens: boolean;
}

/** Types have no spaces. */
const heardTypes = (sql: Sql) =>
  sql`, (select array_to_string(webhook_patterns, ' ') from engine_state) as patterns`;

interface Begun {
  now: Date;
  patterns: readonly string[];
}

/**
 * Begins and reads the clock in one message; the embedded database takes equally long for each
 * message. Throws `ReplicaBehind`.
 */
async function begin(
  sql: Sql,
  options: TransactionOptions,
  { call, required, listens }: Beginning,
): Promise<Begun> {
  const start = options.readOnly
    ? sql`begin isolation level repeatable read read only`
    : sql`begin`;
  const clock = clockOf(sql, options);
  // Triggers of the history read when and for which call a record is changed.
  const at =
    options.testClock && !options.readOnly
      ? sql`, set_config('postroad.now', ${clock}::text, true)`
      : sql``;
  // Sent along, and before: the snapshot of the transaction is later than what it answers.
  const asked = required === undefined ? null : hasReplayed(sql, required);
  const heard = options.readOnly || !listens ? sql`` : heardTypes(sql);
  const both = sql`${start}; select ${clock} as now ${at} ${heard}`.simple();
  const calls = options.readOnly || call === null ? [] : [nameCall(sql, call)];
  for (const statement of [...(asked === null ? [] : [asked]), both, ...calls]) statement.execute();
  options.ahead?.({ sql, now: clockOf(sql, options) });
  const [found, answers] = await Promise.all([asked, both, ...calls]);
  if (found !== null && found[0]?.replayed !== true) throw new ReplicaBehind();
  const [, rows] = answers as unknown as { now: Date | null; patterns?: string | null }[][];
  const { now, patterns } = rows?.[0] ?? {};
  if (!now) throw new Error('The row of engine_state is missing; run `postroad migrate`.');
  return { now, patterns: patterns ? patterns.split(' ') : [] };
}
