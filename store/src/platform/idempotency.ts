import type { Tx } from './transaction.ts';

export interface FirstAnswer {
  operation: string;
  request_hash: Uint8Array;
  /** Sealed by the service; null while the first call is running, or if it was cut off. */
  response: Uint8Array | null;
}

/**
 * Takes a key for this transaction. Returns null for the first caller, otherwise the first answer.
 * A concurrent caller with the same key waits until the first commits.
 */
export async function takeIdempotencyKey(
  tx: Tx,
  take: { actor: string; key: string; operation: string; hash: Uint8Array; expired: Date },
): Promise<FirstAnswer | null> {
  const { sql, now } = tx;
  await sql`
    delete from idempotency_keys
    where actor = ${take.actor} and key = ${take.key} and created_at < ${take.expired}`;
  const inserted = await sql`
    insert into idempotency_keys (actor, key, operation, request_hash, created_at)
    values (${take.actor}, ${take.key}, ${take.operation}, ${take.hash}, ${now})
    on conflict do nothing returning 1`;
  if (inserted.length === 1) return null;
  const [row] = await sql<FirstAnswer[]>`
    select operation, request_hash, response from idempotency_keys
    where actor = ${take.actor} and key = ${take.key}`;
  // The first call gave its key back in between.
  return row ?? (await takeIdempotencyKey(tx, take));
}

/** The first answer under a key that was taken after `since`; it takes nothing, and waits for nobody. */
export async function findFirstAnswer(
  { sql }: Tx,
  { actor, key, since }: { actor: string; key: string; since: Date },
): Promise<FirstAnswer | null> {
  const [row] = await sql<FirstAnswer[]>`
    select operation, request_hash, response from idempotency_keys
    where actor = ${actor} and key = ${key} and created_at >= ${since}`;
  return row ?? null;
}

export async function keepFirstAnswer(
  { sql }: Tx,
  answer: { actor: string; key: string; response: Uint8Array },
): Promise<void> {
  await sql`
    update idempotency_keys
    set response = ${answer.response}
    where actor = ${answer.actor} and key = ${answer.key}`;
}

/** Frees the key of a call that did nothing. */
export async function dropIdempotencyKey(
  { sql }: Tx,
  { actor, key }: { actor: string; key: string },
): Promise<void> {
  await sql`delete from idempotency_keys where actor = ${actor} and key = ${key}`;
}

/** Deletes a bounded number of expired keys, which keeps a tick short. */
export async function forgetIdempotencyKeys({ sql }: Tx, before: Date): Promise<void> {
  await sql`
    delete from idempotency_keys where (actor, key) in (
      select actor, key from idempotency_keys where created_at < ${before} limit 1000)`;
}
