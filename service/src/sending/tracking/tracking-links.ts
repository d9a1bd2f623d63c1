import { createHash } from 'node:crypto';
import type { MailTracking } from '@postroad/core/content/liquid/tracking-tags';
import type { AuthoredLink } from '@postroad/store/queue/figures';
import { readBytes, readNumbers, signBytes, signNumbers } from '../../platform/signed-token.ts';

/** A mail with the set of addresses that its links lead to; 0 if it has none. */
export interface TrackedMail {
  sendId: number;
  linkSet: number;
}

/** The content of a tracked address: the number of a link, or a signed address. */
export type TrackedLink =
  | (TrackedMail & { number: number })
  | { sendId: number; url: string; authored: AuthoredLink | null };

const idBytes = 8;
const authoredBytes = 2 * idBytes + 2;

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
  if (to === null) return null;
  const authored = readBytes(keys, 'link', text, to);
  if (authored?.length === authoredBytes) {
    const set = Number(authored.readBigUInt64BE(idBytes));
    const number = templateNumber(authored.readUInt16BE(2 * idBytes));
    return { sendId: Number(authored.readBigUInt64BE()), url: to, authored: { set, number } };
  }
  const signed = readBytes(keys, 'click', text, to);
  if (signed === null || signed.length !== idBytes) return null;
  return { sendId: Number(signed.readBigUInt64BE()), url: to, authored: null };
}

/** Numbers of addresses with Liquid are below 0, unlike those of others. */
function templateNumber(index: number): number {
  return -1 - index;
}

/** Identifies an address of a mail that has no number; below 0, unlike numbers. */
export function linkKeyOf(url: string): number {
  return -1 - createHash('sha256').update(url).digest().readUIntBE(0, 6);
}
