import { Refusal } from '@postroad/core/platform/refusal';

/** What a caller is told while the database is away. */
export function databaseUnavailable(): Refusal {
  return new Refusal(
    'unavailable',
    'The database does not answer, and what was asked may or may not be done. Try again with the same idempotency key.',
  );
}
