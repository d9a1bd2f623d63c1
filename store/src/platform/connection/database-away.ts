import type { ReservedConnection } from './database.ts';
import { sqlStates } from './sql-states.ts';

export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}

/** The database did not answer or went away. The outcome of a commit under way is unknown. */
export class DatabaseAway extends Error {
  constructor(cause: unknown, message = 'The database does not answer.') {
    super(message, { cause });
    this.name = 'DatabaseAway';
  }
}

/** Nothing is heard of the server, whose machine may be gone. */
export class DatabaseSilent extends DatabaseAway {
  constructor() {
    super(null, 'The server did not answer in time.');
    this.name = 'DatabaseSilent';
  }
}

/** This process has ended its connections, and makes no others. */
export class DatabaseClosed extends DatabaseAway {
  constructor() {
    super(null, 'The service has stopped.');
    this.name = 'DatabaseClosed';
  }
}

/** The connection was lost before the transaction committed, so it stored nothing and can be done again. */
export class TransactionLost extends DatabaseAway {
  constructor(cause: unknown) {
    super(cause);
    this.name = 'TransactionLost';
  }
}

/** The server has become a standby, or is set to take no writes; the transaction stored nothing. */
export class DatabaseReadOnly extends DatabaseAway {
  constructor(cause: unknown) {
    super(cause, 'The database takes no writes at present.');
    this.name = 'DatabaseReadOnly';
  }
}

/** Converts an error of a transaction that did not ask to be read-only (POOL-07). */
export function refusedWrite(error: unknown): unknown {
  return codeOf(error) === sqlStates.readOnly ? new DatabaseReadOnly(error) : error;
}

/** Why a socket to the server is not there: it, its machine, its name or the way to it. */
const networkCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
];

const awayCodes = new Set<string>([...networkCodes, ...sqlStates.away, ...sqlStates.refused]);

/** Whether an error says that a connection that was open has ended. */
function isEnded(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('CONNECTION_') || sqlStates.away.some((state) => state === code);
}

/** Converts an error of a transaction that has not sent its commit. */
export function lostTransaction(error: unknown, connection: ReservedConnection): unknown {
  if (error instanceof DatabaseClosed || error instanceof DatabaseReadOnly) return error;
  return isEnded(error) || (connection.isLost() && isAway(error))
    ? new TransactionLost(error)
    : error;
}

/** An operator hears why at the start; callers of a running service only that it does not answer. */
function awayBecause(error: unknown): DatabaseAway {
  const isRefused = sqlStates.refused.some((state) => state === codeOf(error));
  return isRefused && error instanceof Error
    ? new DatabaseAway(error, `The database refuses the connection: ${error.message}.`)
    : new DatabaseAway(error);
}

/** Why nothing was heard of a server, as far as the network says it. */
function networkReason({ cause, message, name }: DatabaseAway): string | null {
  if (name === 'DatabaseSilent') return message;
  // The others say more than the network does.
  if (name !== 'DatabaseAway') return null;
  return cause instanceof Error && networkCodes.includes(codeOf(cause)) ? cause.message : null;
}

/** At the start, says which server it is that does not answer, and why. */
export function awayAt(error: unknown, server: string, variable: string): unknown {
  const reason = error instanceof DatabaseAway ? networkReason(error) : null;
  if (reason === null) return error;
  const sentence = `The database does not answer. ${variable} leads to ${server}: ${reason.replace(/\.$/, '')}.`;
  return new DatabaseAway(error, sentence);
}

export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true;
  const code = codeOf(error);
  return code.startsWith('CONNECT') || awayCodes.has(code);
}

/** Converts an error for the caller. */
export function away(error: unknown): unknown {
  return isAway(error) && !(error instanceof DatabaseAway) ? awayBecause(error) : error;
}
