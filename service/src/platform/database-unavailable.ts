import { Refusal } from '@postroad/core/platform/refusal';

/**
 * The refusal that callers get while the database is unreachable: what they asked may be done. `fault` is
 * the sentence of an embedded database that has stopped.
 */
export class DatabaseUnavailable extends Refusal {
  constructor(fault: string | null = null, { readOnly = false }: { readOnly?: boolean } = {}) {
    const why = fault === null ? 'The database does not answer, and what' : `${fault} What`;
    super(
      'unavailable',
      readOnly
        ? `${fault ?? 'The database does not answer.'} Try again.`
        : `${why} was asked may or may not be done. Try again with the same idempotency key.`,
    );
  }
}

/** The refusal while the database lacks a resource. The transaction was rolled back. */
export function databaseShort(
  isDiskFull: boolean,
  { readOnly = false }: { readOnly?: boolean } = {},
): Refusal {
  const why = isDiskFull ? 'The disk of the database is full.' : 'The database is too busy.';
  const outcome = readOnly ? '' : ' Nothing was stored.';
  return new Refusal('unavailable', `${why}${outcome} Try again later.`);
}

/** The refusal while the database is a standby, or is set to take no writes (POOL-07). */
export function databaseReadOnly(): Refusal {
  const detail = 'The database takes no writes at present, so nothing was stored. Try again later.';
  return new Refusal('unavailable', detail);
}

/** Whether a call that failed stored nothing for certain, so that it may be made again as if for the first time. */
export function storedNothing(error: unknown): boolean {
  return error instanceof Refusal && !(error instanceof DatabaseUnavailable);
}
