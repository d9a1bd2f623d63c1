import { createHmac } from 'node:crypto';

/** Bound into the hash, so that one of another use can never stand for an address. */
const purpose = 'postroad/suppression/1\n';

/**
 * The hash, in hex, under which the address of an erased person stays suppressed: nobody without
 * the instance's key can tell from it, or try out, whose address it was.
 */
export function suppressionHash(secretKey: Uint8Array, address: string): string {
  return createHmac('sha256', secretKey).update(purpose).update(address, 'utf8').digest('hex');
}
