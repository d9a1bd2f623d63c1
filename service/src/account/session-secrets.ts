import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionOwner } from '@postroad/store/account/session';
import { mac } from '../platform/mac.ts';
import { hashToken, type Operator } from './authenticate.ts';

/** What a secret opens; one of a link is never good for a session, nor the other way round. */
export type Purpose = 'session' | 'sign-in';

/** A new secret of a session, or a new code of a link. */
export function makeSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text has the form of such a secret. */
export function isSessionSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Secrets are stored only as this hash. */
export function hashSessionSecret(purpose: Purpose, secret: string): Buffer {
  return hashToken(`postroad/${purpose}/1\n${secret}`);
}

function operatorMac(operatorHash: Buffer, purpose: Purpose, secret: string): Buffer {
  return mac(operatorHash, `postroad/${purpose}/1\n`, Buffer.from(secret));
}

/**
 * Binds a secret to a token of the database, or where that is null to the operator's token, without
 * anything from which that could be guessed. Null while no operator's token is accepted.
 */
export function ownerOf(
  tokenId: number | null,
  operator: Operator,
  purpose: Purpose,
  secret: string,
): SessionOwner | null {
  if (tokenId !== null) return { token_id: tokenId, operator_mac: null };
  const hash = operator.hash();
  return hash && { token_id: null, operator_mac: operatorMac(hash, purpose, secret) };
}

/** Whether a secret was bound to the operator's token as it is now. */
export function isOfOperator(
  { operator_mac: bound }: SessionOwner,
  operator: Operator,
  purpose: Purpose,
  secret: string,
): boolean {
  const hash = operator.hash();
  if (bound === null || hash === null) return false;
  const expected = operatorMac(hash, purpose, secret);
  return bound.length === expected.length && timingSafeEqual(bound, expected);
}
