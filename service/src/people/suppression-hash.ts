import { createHmac } from 'node:crypto';
import { noteErasure } from '@postroad/store/people/erasure';
import { findSuppressed, keepSuppressed, liftSuppressed } from '@postroad/store/people/suppression';
import type { Tx } from '@postroad/store/platform/transaction';

/** Part of the hash, so that hashes made for another use never match. */
const purpose = 'postroad/suppression/1\n';

/** Keys of the instance that hash addresses. */
export interface SuppressionKeys {
  secretKey: Uint8Array;
  acceptedKeys: readonly Uint8Array[];
}

function hashWith(secretKey: Uint8Array, address: string): string {
  return createHmac('sha256', secretKey).update(purpose).update(address, 'utf8').digest('hex');
}

/**
 * The hashes, in hex, under which the address of an erased person can stay suppressed, one for each
 * key. Without a key of the instance nobody can recover the address from them, or test a guess.
 */
export function suppressionHashes(
  { acceptedKeys }: Pick<SuppressionKeys, 'acceptedKeys'>,
  address: string,
): string[] {
  return acceptedKeys.map((key) => hashWith(key, address));
}

/**
 * Keeps an address suppressed without storing it, and lists the erasure for backups (BACK-06). Returns
 * its hash.
 */
export async function suppressErased(
  tx: Tx,
  { secretKey }: SuppressionKeys,
  { id, email }: { id: number; email: string },
): Promise<string> {
  const hash = hashWith(secretKey, email);
  await keepSuppressed(tx, [hash]);
  await noteErasure(tx, { person_id: id, address_hash: hash });
  tx.work.wake('erasures');
  return hash;
}

/** Those of the addresses that stay suppressed because their people were erased. */
export async function erasedAmong(
  tx: Tx,
  keys: SuppressionKeys,
  addresses: readonly string[],
): Promise<Set<string>> {
  const byHash = new Map(
    addresses.flatMap((address) =>
      suppressionHashes(keys, address).map((hash): [string, string] => [hash, address]),
    ),
  );
  const kept = await findSuppressed(tx, [...byHash.keys()]);
  return new Set([...kept].map((hash) => byHash.get(hash) ?? ''));
}

export async function liftErased(
  tx: Tx,
  keys: SuppressionKeys,
  addresses: readonly string[],
): Promise<void> {
  await liftSuppressed(
    tx,
    addresses.flatMap((address) => suppressionHashes(keys, address)),
  );
}
