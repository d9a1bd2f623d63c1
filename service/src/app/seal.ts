import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

function keyFrom(secretKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'postroad/seal/1', 32));
}

/** Encrypts what has to be kept and may hold a secret: 12 bytes nonce, 16 tag, then AES-256-GCM. */
export function seal(secretKey: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secretKey), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Throws where the bytes were sealed with none of these keys. */
export function unseal(keys: readonly Uint8Array[], sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  let failed: unknown;
  for (const key of keys) {
    try {
      return unsealWith(key, bytes);
    } catch (error) {
      failed = error;
    }
  }
  throw failed;
}

function unsealWith(secretKey: Uint8Array, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secretKey), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
