import { timingSafeEqual } from 'node:crypto';
import { limits } from '@postroad/core/platform/limits';
import { mac } from './mac.ts';

/**
 * The purpose of a token; the signature covers it, so a token of one purpose is never valid for
 * another.
 */
export type TokenPurpose = 'subscription' | 'open' | 'click' | 'link' | 'sign-up' | 'confirm';

/** First byte of every token; a later format gets another value. */
const format = 1;
const headBytes = 2;
const signatureBytes = 16;

const noBytes = new Uint8Array();

const keyIds = new WeakMap<Uint8Array, number>();

/** One byte that shows which key signed, without revealing anything about the key. */
function keyIdOf(secretKey: Uint8Array): number {
  const known = keyIds.get(secretKey);
  if (known !== undefined) return known;
  const id = mac(secretKey, 'postroad/key-id/1', noBytes)[0] ?? 0;
  keyIds.set(secretKey, id);
  return id;
}

function macOf(
  secretKey: Uint8Array,
  purpose: TokenPurpose,
  payload: Uint8Array,
  beside: string,
): Buffer {
  return mac(secretKey, `postroad/${purpose}/1\n`, payload, beside).subarray(0, signatureBytes);
}

/**
 * A signed token over some bytes, in base64url; it never expires (TOKEN-04). The text of `beside`
 * is signed too, after a payload whose length is fixed by the purpose.
 */
export function signBytes(
  secretKey: Uint8Array,
  purpose: TokenPurpose,
  bytes: Uint8Array | readonly number[],
  beside = '',
): string {
  const payload = Buffer.from([format, keyIdOf(secretKey), ...bytes]);
  return Buffer.concat([payload, macOf(secretKey, purpose, payload, beside)]).toString('base64url');
}

/** The bytes of a token, or null if none of the keys signed it for this purpose (TOKEN-02). */
export function readBytes(
  keys: readonly Uint8Array[],
  purpose: TokenPurpose,
  text: string,
  beside = '',
): Buffer | null {
  const longest = purpose === 'confirm' ? limits.confirmTokenChars : limits.publicTokenChars;
  if (text.length > longest || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  // Otherwise unused bits of the last character would make several texts the same token.
  if (bytes.length < headBytes + signatureBytes || bytes.toString('base64url') !== text)
    return null;
  const payload = bytes.subarray(0, -signatureBytes);
  const signature = bytes.subarray(-signatureBytes);
  if (payload[0] !== format) return null;
  const signed = keys.some(
    (key) =>
      keyIdOf(key) === payload[1] &&
      timingSafeEqual(macOf(key, purpose, payload, beside), signature),
  );
  return signed ? payload.subarray(headBytes) : null;
}

/** A token over whole numbers from 0 to 2^53 - 1, encoded with seven bits a byte. */
export function signNumbers(
  secretKey: Uint8Array,
  purpose: TokenPurpose,
  values: readonly number[],
  beside = '',
): string {
  const bytes: number[] = [];
  for (const value of values) {
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  }
  return signBytes(secretKey, purpose, bytes, beside);
}

/**
 * The numbers of a token, or null if it is not of this purpose or has another count of numbers; with
 * the count null, any.
 */
export function readNumbers(
  keys: readonly Uint8Array[],
  purpose: TokenPurpose,
  count: number | null,
  text: string,
  beside = '',
): number[] | null {
  const bytes = readBytes(keys, purpose, text, beside);
  if (bytes === null) return null;
  const values: number[] = [];
  let value = 0;
  let factor = 1;
  for (const byte of bytes) {
    value += (byte & 127) * factor;
    factor *= 128;
    if (!Number.isSafeInteger(value)) return null;
    if (byte < 128) {
      values.push(value);
      value = 0;
      factor = 1;
    }
  }
  return values.length === (count ?? values.length) && factor === 1 ? values : null;
}
