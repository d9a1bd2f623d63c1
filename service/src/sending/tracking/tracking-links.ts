import { createHash } from 'node:crypto';
import type { MailTracking } from '@postroad/core/content/liquid/tracking-tags';
import { readBytes, readNumbers, signBytes, signNumbers } from '../../platform/signed-token.ts';

/** A mail with the set of addresses that its links lead to; 0 if it has none. */
export interface TrackedMail {
  sendId: number;
  linkSet: number;
}

/** The content of a tracked address: the number of a link, or a signed address. */
export type TrackedLink = (TrackedMail & { number: number }) | { sendId: number; url: string };

const idBytes = 8;

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
    linkTo: (url) => {
      const signed = signBytes(secretKey, 'click', idBytesOf(sendId), url);
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

/** Null for any text that this service did not sign. */
export function readMailToken(keys: readonly Uint8Array[], token: string): TrackedMail | null {
  const [sendId, linkSet] = readNumbers(keys, 'open', 2, token) ?? [];
  return sendId === undefined || linkSet === undefined ? null : { sendId, linkSet };
}

/** The same for a link; `to` is the value in the query. */
export function readLinkToken(
  keys: readonly Uint8Array[],
  text: string,
  to: string | null,
): TrackedLink | null {
  const [, token, number] = /^([^.]*)\.(0|[1-9]\d{0,4})$/.exec(text) ?? [];
  if (token !== undefined) {
    const mail = readMailToken(keys, token);
    return mail && { ...mail, number: Number(number) };
  }
  const signed = to === null ? null : readBytes(keys, 'click', text, to);
  if (signed === null || to === null || signed.length !== idBytes) return null;
  return { sendId: Number(signed.readBigUInt64BE()), url: to };
}

/** Identifies an address of a mail that has no number; below 0, unlike numbers. */
export function linkKeyOf(url: string): number {
  return -1 - createHash('sha256').update(url).digest().readUIntBE(0, 6);
}
