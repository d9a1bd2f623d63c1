import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@postroad/core/platform/refusal';
import { findTokenByHash, type TokenRow } from '@postroad/store/account/token';
import type { Tx } from '@postroad/store/platform/transaction';
import type { Actor } from '../platform/actor.ts';
import { AddressRanges } from '../platform/addresses.ts';
import type { TokenUses } from './token-uses.ts';

/**
 * A new secret. The prefix lets secret scanners find one that was committed by mistake.
 */
export function makeSecret(): string {
  return `postroad_${randomBytes(24).toString('base64url')}`;
}

/** Whether a text has the form of a secret that was made here. */
export function isMadeSecret(text: string): boolean {
  return /^postroad_[\w-]{32}$/.test(text);
}

/** Tokens are stored only as this hash (contract §1, Tokens). */
export function hashToken(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The actor of API_TOKEN. */
export const operatorActor: Actor = { id: 'environment', name: 'API_TOKEN', scopes: ['admin'] };

/** The token of the operator, which may change while the service runs. */
export interface Operator {
  /** Its hash; null while no token is accepted. */
  hash(): Buffer | null;
}

/** The actor of API_TOKEN, or null if the secret differs; compares in constant time. */
export function environmentActor(environmentHash: Buffer, secret: string): Actor | null {
  return timingSafeEqual(hashToken(secret), environmentHash) ? operatorActor : null;
}

/** Refuses a token of ours whose time is over, or that may not be used from there (TOK-09). */
function requireUsable(token: TokenRow, now: Date, address: string | null): void {
  if (token.expires_at !== null && token.expires_at <= now) {
    throw new Refusal(
      'token_expired',
      `The token "${token.name}" expired at ${token.expires_at.toISOString()}. Use another one.`,
    );
  }
  const allowed = new AddressRanges(token.allowed_ips);
  if (allowed.isEmpty || (address !== null && allowed.has(address))) return;
  throw new Refusal(
    'address_not_allowed',
    `The token "${token.name}" may not be used from ${address ?? 'here'}. Call from one of its allowed_ips, or use another token.`,
  );
}

/**
 * The actor of a token made through the API, or null if it is unknown or revoked. Throws a Refusal if
 * it has expired, or is not to be used from this address.
 */
export async function tokenActor(
  tx: Tx,
  { secret, address }: { secret: string; address: string | null },
  uses: TokenUses,
): Promise<Actor | null> {
  const token = await findTokenByHash(tx, hashToken(secret));
  return token === null ? null : actorOf(tx, token, address, uses);
}

/** The actor of a token that is used from an address. Throws a Refusal if it may not be. */
export function actorOf(
  { now }: Pick<Tx, 'now'>,
  token: TokenRow,
  address: string | null,
  uses: TokenUses,
): Actor {
  requireUsable(token, now, address);
  uses.note(token.id, now);
  return { id: `token ${token.id}`, name: token.name, scopes: token.scopes };
}
