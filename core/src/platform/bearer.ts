import { limits } from './limits.ts';
import { Refusal } from './refusal.ts';

/** Whether a header can carry the token: printable ASCII without spaces, and no longer than is read. */
export function isBearerToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= limits.bearerTokenChars;
}

/** Returns the token of an Authorization header (RFC 6750), or null if it has none. */
export function bearerToken(header: string | undefined): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  return token !== undefined && isBearerToken(token) ? token : null;
}

/**
 * The refusal is the same on every surface for a missing or wrong token, so that guessing reveals
 * nothing.
 */
export function tokenRefused(): Refusal {
  return new Refusal(
    'unauthorized',
    'Send a valid API token in the header Authorization: Bearer <token>.',
  );
}
