import { createHmac } from 'node:crypto';
import type { SendReference } from '@postroad/mail/providers/send-reference';

function markOf(secretKey: Uint8Array, sendId: number): string {
  return createHmac('sha256', secretKey).update(`message-id ${sendId}`).digest('hex').slice(0, 16);
}

/**
 * Message-ID is derived from the send id, so that every attempt at a mail has the same one; its
 * mark proves that this service wrote it.
 */
export function messageIdOf(secretKey: Uint8Array, sendId: number, fromAddress: string): string {
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  return `<${sendId}.${markOf(secretKey, sendId)}@${domain}>`;
}

/** Whether a reference from outside names a mail of this service, signed with any of its keys. */
export function isOurs(keys: readonly Uint8Array[], { sendId, mark }: SendReference): boolean {
  return keys.some((key) => mark === markOf(key, sendId));
}
