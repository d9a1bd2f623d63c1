import { Refusal } from '@postroad/core/platform/refusal';

/** The refusal that callers get while the database is unreachable. */
export function databaseUnavailable(): Refusal {
  return new Refusal(
    'unavailable',
    'The database does not answer, and what was asked may or may not be done. Try again with the same idempotency key.',
  );
}
