import { hash, timingSafeEqual } from 'node:crypto';
import { findTokenByHash } from '@postroad/store/account/token';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Actor } from '../platform/actor.ts';

/** Tokens are stored only as this hash (contract §1, Tokens). */
export function hashToken(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The actor of API_TOKEN, or null if the secret differs; compares in constant time. */
export function environmentActor(environmentHash: Buffer, secret: string): Actor | null {
  if (!timingSafeEqual(hashToken(secret), environmentHash)) return null;
  return { id: 'environment', name: 'API_TOKEN', scope: 'write' };
}

/** The actor of a token made through the API, or null if it is unknown or revoked. */
export async function tokenActor(tx: Tx, secret: string): Promise<Actor | null> {
  const token = await findTokenByHash(tx, hashToken(secret));
  return token ? { id: `token ${token.id}`, name: token.name, scope: token.scope } : null;
}
