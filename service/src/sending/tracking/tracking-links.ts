import { createHash } from 'node:crypto';
import type { AuthoredLink } from '@postroad/store/queue/figures';
import { authoredBytes, idBytes, type TrackedMail } from '../../content/mail-tracking.ts';
import { readBytes, readNumbers } from '../../platform/signed-token.ts';

/** The content of a tracked address: the number of a link, or a signed address. */
export type TrackedLink =
  | (TrackedMail & { number: number })
  | { sendId: number; url: string; authored: AuthoredLink | null };

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
