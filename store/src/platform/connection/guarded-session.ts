import type postgres from 'postgres';
import type { ReservedConnection, Sql } from './database.ts';
import { DatabaseAway } from './database-away.ts';

/**
 * Something continued after its transaction had ended, as one of several reads that were asked for at once
 * does when another was refused.
 */
export class TransactionOver extends Error {
  constructor() {
    super('The transaction is over, so nothing more is sent in it.');
    this.name = 'TransactionOver';
  }
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A statement as postgres.js has it: once it is executed, it gives itself to its handler. */
interface Executed {
  handler: (statement: Executed) => unknown;
  reject: (error: Error) => void;
}

/** A reserved connection for the time of one transaction. */
export interface GuardedSession {
  sql: Sql;
  /**
   * Ends it: whatever is executed from here on is refused, but for the last statements. On the connection
   * it would run in no transaction, or in that of somebody else, whose answers it would mix up.
   */
  end(last?: readonly Fragment[]): void;
}

/**
 * Refuses statements once the connection is lost, when they would run on another connection or never,
 * and once the session has ended.
 */
export function guarded(connection: ReservedConnection): GuardedSession {
  const last = new Set<unknown>();
  let isOver = false;
  let send: Executed['handler'] = () => {};
  const handler = (statement: Executed) =>
    isOver && !last.has(statement) ? statement.reject(new TransactionOver()) : send(statement);
  const sql = new Proxy(connection.sql, {
    apply(target, self, values) {
      if (connection.isLost()) throw new DatabaseAway('The connection was lost.');
      const made: unknown = Reflect.apply(target, self, values);
      // All of them have the handler of the connection; a helper for lists and names has none.
      if (made instanceof Promise) {
        const statement = made as unknown as Executed;
        send = statement.handler;
        statement.handler = handler;
      }
      return made;
    },
  });
  return {
    sql,
    end(allowed = []) {
      for (const statement of allowed) last.add(statement);
      isOver = true;
    },
  };
}
