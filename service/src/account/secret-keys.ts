import { createHash } from 'node:crypto';
import { findFingerprints, keepFingerprint } from '@postroad/store/account/key-fingerprint';
import type { Tx } from '@postroad/store/platform/transaction';

/** The keys of an installation. */
export interface SecretKeys {
  /** Signs. */
  secretKey: Buffer;
  /** All whose signatures are accepted, the one that signs first. */
  acceptedKeys: Buffer[];
}

/** Hex; tells keys apart without telling what they are. */
export function fingerprintOf(key: Uint8Array): string {
  return createHash('sha256').update('postroad/key-fingerprint/1\n').update(key).digest('hex');
}

/**
 * The key of the environment, else the one `kept` in the database; then those the environment says
 * went before, and the kept one where a process has run with it. A link in a mail never ends
 * (TOKEN-04), so the keys of all that went out are remembered by their fingerprints.
 */
export async function secretKeysOf(
  tx: Tx,
  { secretKey: given, previousKeys }: { secretKey: string | null; previousKeys: readonly string[] },
  kept: Uint8Array,
): Promise<SecretKeys> {
  const keptKey = Buffer.from(kept);
  const secretKey = given === null ? keptKey : Buffer.from(given, 'utf8');
  const used = await findFingerprints(tx);
  const current = fingerprintOf(secretKey);
  if (!used.includes(current)) await keepFingerprint(tx, current);
  const accepted = new Map([[current, secretKey]]);
  for (const text of previousKeys) {
    const key = Buffer.from(text, 'utf8');
    accepted.set(fingerprintOf(key), key);
  }
  const keptPrint = fingerprintOf(keptKey);
  if (used.includes(keptPrint)) accepted.set(keptPrint, keptKey);
  return { secretKey, acceptedKeys: [...accepted.values()] };
}

/** How many keys processes have run with that are not accepted any more. */
export async function countLostKeys(tx: Tx, acceptedKeys: readonly Uint8Array[]): Promise<number> {
  const accepted = new Set(acceptedKeys.map(fingerprintOf));
  const used = await findFingerprints(tx);
  return used.filter((fingerprint) => !accepted.has(fingerprint)).length;
}
