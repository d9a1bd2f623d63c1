import { createHmac } from 'node:crypto';

/**
 * The key that opens the mailbox page of a server. It is derived from the operator's token, so that
 * the operator's tools can compute it, and opens nothing else. It may be in a URL, where the token
 * must not be.
 */
export function mailboxKey(token: string): string {
  return createHmac('sha256', token).update('postroad mailbox').digest('base64url').slice(0, 32);
}

/** The URL that opens the mailbox in a browser. */
export function mailboxAddress(url: string, token: string): string {
  return `${url.replace(/\/+$/, '')}/mailbox?key=${mailboxKey(token)}`;
}
