import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@postroad/core/limits';

/** What a public token stands for: the person, and the exact email and send that led there. */
export interface PublicToken {
  personId: number;
  emailId: number;
  /** 0 in previews and other mail that was never queued. */
  sendId: number;
}

/** Bound into the signature, so that a token of one use can never serve another. */
const purpose = 'postroad/subscription/1';
/** First byte of every token; a later format or key gets another one. */
const format = 1;
const signatureBytes = 16;

function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function readNumbers(bytes: Uint8Array, count: number): number[] | null {
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
  return values.length === count && factor === 1 ? values : null;
}

function sign(secretKey: Uint8Array, payload: Uint8Array): Buffer {
  return createHmac('sha256', secretKey)
    .update(purpose)
    .update(payload)
    .digest()
    .subarray(0, signatureBytes);
}

/** A token of at most 90 characters of base64url; it never expires (TOKEN-03, TOKEN-04). */
export function createPublicToken(secretKey: Uint8Array, token: PublicToken): string {
  const bytes = [format];
  for (const value of [token.personId, token.emailId, token.sendId]) writeNumber(bytes, value);
  const payload = Buffer.from(bytes);
  return Buffer.concat([payload, sign(secretKey, payload)]).toString('base64url');
}

/** Null for anything this service did not sign (TOKEN-02). */
export function readPublicToken(secretKey: Uint8Array, text: string): PublicToken | null {
  if (text.length > limits.publicTokenChars || !/^[A-Za-z0-9_-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  // Unused bits of the last character would make several texts one token.
  if (bytes.length <= signatureBytes + 1 || bytes.toString('base64url') !== text) return null;
  const payload = bytes.subarray(0, -signatureBytes);
  if (!timingSafeEqual(sign(secretKey, payload), bytes.subarray(-signatureBytes))) return null;
  if (payload[0] !== format) return null;
  const [personId, emailId, sendId] = readNumbers(payload.subarray(1), 3) ?? [];
  if (personId === undefined || emailId === undefined || sendId === undefined) return null;
  return { personId, emailId, sendId };
}
