import { readNumbers, signNumbers } from '../platform/signed-token.ts';

/** The content of a public token: the person, and the email and send whose link carries it. */
export interface PublicToken {
  personId: number;
  emailId: number;
  /** 0 in previews and other mail that was never queued. */
  sendId: number;
}

/** The queries that open a tab of the hosted page, whichever is open first (LEFT-12). */
export const openedTab = { unsubscribe: '?tab=unsubscribe', preferences: '?tab=preferences' };

/** A token of at most 90 characters of base64url; it never expires (TOKEN-03, TOKEN-04). */
export function createPublicToken(secretKey: Uint8Array, token: PublicToken): string {
  return signNumbers(secretKey, 'subscription', [token.personId, token.emailId, token.sendId]);
}

/** Null for any text that none of the keys signed (TOKEN-02). */
export function readPublicToken(keys: readonly Uint8Array[], text: string): PublicToken | null {
  const [personId, emailId, sendId] = readNumbers(keys, 'subscription', 3, text) ?? [];
  if (personId === undefined || emailId === undefined || sendId === undefined) return null;
  return { personId, emailId, sendId };
}
