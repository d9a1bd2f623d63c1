import type { MailTracking } from '@postroad/core/content/liquid/tracking-tags';
import { signBytes, signNumbers } from '../platform/signed-token.ts';

/** A mail with the set of addresses that its links lead to; 0 if it has none. */
export interface TrackedMail {
  sendId: number;
  linkSet: number;
}

export const idBytes = 8;
export const authoredBytes = 2 * idBytes + 2;

/**
 * One signature covers all addresses of a mail: that of its pixel, and those of its links, which
 * append their number. Only an address that depends on the values of the person is signed on its
 * own.
 */
export function mailTracking(
  secretKey: Uint8Array,
  base: string,
  { sendId, linkSet }: TrackedMail,
): MailTracking {
  const token = signNumbers(secretKey, 'open', [sendId, linkSet]);
  return {
    openUrl: `${base}/o/${token}`,
    clickUrl: `${base}/c/${token}.`,
    linkTo: (url, template) => {
      const signed =
        template === null
          ? signBytes(secretKey, 'click', idBytesOf(sendId), url)
          : signBytes(secretKey, 'link', authoredBytesOf(sendId, linkSet, template), url);
      return `${base}/c/${signed}?to=${encodeURIComponent(url)}`;
    },
  };
}

/** Of fixed length, so that no part of the address can be taken for a part of the id. */
function idBytesOf(sendId: number): Buffer {
  const bytes = Buffer.alloc(idBytes);
  bytes.writeBigUInt64BE(BigInt(sendId));
  return bytes;
}

/** The same with the address that the author wrote, by its set and its index. */
function authoredBytesOf(sendId: number, linkSet: number, template: number): Buffer {
  const bytes = Buffer.alloc(authoredBytes);
  bytes.writeBigUInt64BE(BigInt(sendId));
  bytes.writeBigUInt64BE(BigInt(linkSet), idBytes);
  bytes.writeUInt16BE(template, 2 * idBytes);
  return bytes;
}
