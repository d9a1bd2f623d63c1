import { createHmac } from 'node:crypto';

/**
 * What opens the mailbox page of a server: made of the operator's token, so that whoever has that can
 * make it, and good for nothing else. It may stand in an address, where the token itself must not.
 */
export function mailboxKey(token: string): string {
  return createHmac('sha256', token).update('postroad mailbox').digest('base64url').slice(0, 32);
}

/** The address that opens the mailbox once in a browser. */
export function mailboxAddress(url: string, token: string): string {
  return `${url.replace(/\/+$/, '')}/mailbox?key=${mailboxKey(token)}`;
}
