import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a request carries this password in basic authentication (RFC 7617), under any user name.
 */
export function hasPassword(
  header: string | readonly string[] | undefined,
  password: string,
): boolean {
  if (typeof header !== 'string' || header.length > 2_000) return false;
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header.trim()) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon >= 0 && sameText(pair.slice(colon + 1), password);
}

/** Compares two texts in constant time. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** An idempotency key for a delivery whose provider gives none. */
export function bodyKey(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url');
}
