import { readNumbers, signNumbers } from '../platform/signed-token.ts';

/** What a public token stands for: the person, and the exact email and send that led there. */
export interface PublicToken {
  personId: number;
  emailId: number;
  /** 0 in previews and other mail that was never queued. */
  sendId: number;
}

/** What a link to the hosted page ends with that opens it at preferences. */
export const preferencesTab = '?tab=preferences';

/** A token of at most 90 characters of base64url; it never expires (TOKEN-03, TOKEN-04). */
export function createPublicToken(secretKey: Uint8Array, token: PublicToken): string {
  return signNumbers(secretKey, 'subscription', [token.personId, token.emailId, token.sendId]);
}

/** Null for anything that was not signed with one of the keys (TOKEN-02). */
export function readPublicToken(keys: readonly Uint8Array[], text: string): PublicToken | null {
  const [personId, emailId, sendId] = readNumbers(keys, 'subscription', 3, text) ?? [];
  if (personId === undefined || emailId === undefined || sendId === undefined) return null;
  return { personId, emailId, sendId };
}
