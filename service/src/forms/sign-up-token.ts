import { randomBytes } from 'node:crypto';
import { readBytes, signBytes } from '../platform/signed-token.ts';

const nonceBytes = 16;
const idBytes = 6;

/** What the link of a confirmation mail says. */
export interface SignUpToken {
  /** In hex. */
  nonce: string;
  /** What the page of an expired link leads to. */
  formId: number;
}

export function newNonce(): string {
  return randomBytes(nonceBytes).toString('hex');
}

/**
 * The token of a link. It is derived, and never stored: nobody who reads the table of sign-ups can open
 * one of them without the secret key.
 */
export function signUpToken(secretKey: Uint8Array, { nonce, formId }: SignUpToken): string {
  const form = Buffer.alloc(idBytes);
  form.writeUIntBE(formId, 0, idBytes);
  return signBytes(secretKey, 'sign-up', Buffer.concat([form, Buffer.from(nonce, 'hex')]));
}

/** Null for any text that none of the keys signed, which costs no look at the database (FORM-12). */
export function readSignUpToken(keys: readonly Uint8Array[], text: string): SignUpToken | null {
  const bytes = readBytes(keys, 'sign-up', text);
  if (bytes === null || bytes.length !== idBytes + nonceBytes) return null;
  return {
    formId: bytes.readUIntBE(0, idBytes),
    nonce: bytes.subarray(idBytes).toString('hex'),
  };
}
