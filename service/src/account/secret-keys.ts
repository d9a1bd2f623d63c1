import { createHash } from 'node:crypto';
import { findFingerprints, keepFingerprint } from '@postroad/store/account/instance-keys';
import type { Tx } from '@postroad/store/platform/transaction';

/** The keys of an installation. */
export interface SecretKeys {
  /** The key that signs. */
  secretKey: Buffer;
  /** All keys whose signatures are accepted, the signing key first. */
  acceptedKeys: Buffer[];
}

/** In hex; identifies a key without revealing it. */
export function fingerprintOf(key: Uint8Array): string {
  return createHash('sha256').update('postroad/key-fingerprint/1\n').update(key).digest('hex');
}

/**
 * The signing key: the one of the environment, else the one `kept` in the database. The accepted
 * keys also include the former keys that the environment lists, and the kept one if a process has
 * run with it. Links in mails never expire (TOKEN-04), so the fingerprints of all keys that have
 * signed mail are remembered.
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

/** Number of keys that processes have run with and that are no longer accepted. */
export async function countLostKeys(tx: Tx, acceptedKeys: readonly Uint8Array[]): Promise<number> {
  const accepted = new Set(acceptedKeys.map(fingerprintOf));
  const used = await findFingerprints(tx);
  return used.filter((fingerprint) => !accepted.has(fingerprint)).length;
}
