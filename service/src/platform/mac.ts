import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

interface Pads {
  inner: Buffer;
  outer: Buffer;
}

const pads = new WeakMap<Uint8Array, Pads>();

function padsOf(key: Uint8Array): Pads {
  const known = pads.get(key);
  if (known !== undefined) return known;
  const short = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
  const padded = Buffer.alloc(blockBytes);
  padded.set(short);
  const made = {
    inner: Buffer.from(padded.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(padded.map((byte) => byte ^ 0x5c)),
  };
  pads.set(key, made);
  return made;
}

/**
 * HMAC-SHA-256 (RFC 2104) of a text and bytes behind it. Each mail has several, and one-shot hashes
 * cost a fraction of the objects that `createHmac` makes. A key must not be changed in place.
 */
export function mac(key: Uint8Array, text: string, bytes: Uint8Array, after = ''): Buffer {
  const { inner, outer } = padsOf(key);
  const textBytes = Buffer.byteLength(text);
  const end = blockBytes + textBytes + bytes.length;
  const within = Buffer.allocUnsafe(end + Buffer.byteLength(after));
  within.set(inner);
  within.write(text, blockBytes);
  within.set(bytes, blockBytes + textBytes);
  within.write(after, end);
  const around = Buffer.allocUnsafe(blockBytes + digestBytes);
  around.set(outer);
  around.set(hash('sha256', within, 'buffer'), blockBytes);
  return hash('sha256', around, 'buffer');
}
