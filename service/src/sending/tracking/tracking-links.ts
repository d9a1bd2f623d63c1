import { createHash } from 'node:crypto';
import type { MailTracking } from '@postroad/core/content/liquid/tracking-tags';
import { readBytes, readNumbers, signBytes, signNumbers } from '../../platform/signed-token.ts';

/** A mail, with the set of addresses that its links lead to; 0 where it has none. */
export interface TrackedMail {
  sendId: number;
  linkSet: number;
}

/** What an address of ours stands for: a link by its number, or an address that was signed. */
export type TrackedLink = (TrackedMail & { number: number }) | { sendId: number; url: string };

const idBytes = 8;

/**
 * One signature makes all addresses of a mail: that of its pixel, and of its links by numbers behind
 * it. Only an address made of the person's own values is signed by itself.
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

/** Of one length, so that nothing of the address can be taken for a part of it. */
function idBytesOf(sendId: number): Buffer {
  const bytes = Buffer.alloc(idBytes);
  bytes.writeBigUInt64BE(BigInt(sendId));
  return bytes;
}

/** Null for anything this service did not sign. */
export function readMailToken(keys: readonly Uint8Array[], token: string): TrackedMail | null {
  const [sendId, linkSet] = readNumbers(keys, 'open', 2, token) ?? [];
  return sendId === undefined || linkSet === undefined ? null : { sendId, linkSet };
}

/** The same of a link; `to` is what stands in the query. */
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

/** Tells addresses of one mail apart that have no number; below 0, as no number is. */
export function linkKeyOf(url: string): number {
  return -1 - createHash('sha256').update(url).digest().readUIntBE(0, 6);
}
