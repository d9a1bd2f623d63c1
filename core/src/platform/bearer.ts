import { limits } from './limits.ts';
import { Refusal } from './refusal.ts';

/** The token of an Authorization header (RFC 6750); null where the header holds none. */
export function bearerToken(header: string | undefined): string | null {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1];
  return token !== undefined && token.length <= limits.bearerTokenChars ? token : null;
}

/** The same refusal on every surface, whatever is missing or wrong: a guess learns nothing. */
export function tokenRefused(): Refusal {
  return new Refusal(
    'unauthorized',
    'Send a valid API token in the header Authorization: Bearer <token>.',
  );
}
