import { domainToASCII } from 'node:url';
import type { SendReference } from '@postroad/mail/providers/send-reference';
import { mac } from '../platform/mac.ts';

const noBytes = new Uint8Array();
const markBytes = 8;

function markOf(secretKey: Uint8Array, sendId: number): string {
  return mac(secretKey, `message-id ${sendId}`, noBytes).toString('hex', 0, markBytes);
}

/** An id is ASCII in all mail (RFC 5322 §3.6.4), so a domain beyond it is in A-labels. */
function asciiDomain(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost';
}

/**
 * Message-ID is derived from the send id, so that every attempt at a mail has the same one; its
 * mark proves that this service wrote it.
 */
export function messageIdOf(secretKey: Uint8Array, sendId: number, fromAddress: string): string {
  return `<${sendId}.${markOf(secretKey, sendId)}@${asciiDomain(fromAddress)}>`;
}

/** The reference of a send, as providers and headers carry it. */
export function referenceOf(secretKey: Uint8Array, sendId: number): SendReference {
  return { sendId, mark: markOf(secretKey, sendId) };
}

/** Whether a reference from outside names a mail of this service, signed with any of its keys. */
export function isOurs(keys: readonly Uint8Array[], { sendId, mark }: SendReference): boolean {
  return keys.some((key) => mark === markOf(key, sendId));
}
