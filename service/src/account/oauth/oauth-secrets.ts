import { hkdfSync, randomBytes } from 'node:crypto';
import { hashToken } from '../authenticate.ts';

const text = (bytes: number) => randomBytes(bytes).toString('base64url');

/** The code that a browser carries to an application. */
export function makeOAuthCode(): string {
  return text(32);
}

export function isOAuthCode(code: string): boolean {
  return /^[\w-]{43}$/.test(code);
}

export function makeClientId(): string {
  return `client_${text(16)}`;
}

export function makeClientSecret(): string {
  return text(32);
}

/**
 * A secret with which an application renews its token. Its first part stays the same, so that one that
 * was used already is known for one, whenever it comes back.
 */
export interface RefreshSecret {
  family: string;
  turn: string;
}

export function makeRefreshSecret(): RefreshSecret {
  return { family: text(16), turn: text(32) };
}

/** What a renewal mixes in, so that its secrets follow from nothing that anybody has. */
export function makeSalt(): Buffer {
  return randomBytes(32);
}

function derived(turn: string, salt: Uint8Array, use: string, bytes: number): string {
  const secret = hkdfSync('sha256', turn, salt, `postroad/oauth/${use}/1`, bytes);
  return Buffer.from(secret).toString('base64url');
}

/** The secret that comes after another one. The same renewal that comes again gets the same. */
export function nextRefreshSecret(
  { family, turn }: RefreshSecret,
  salt: Uint8Array,
): RefreshSecret {
  return { family, turn: derived(turn, salt, 'refresh', 32) };
}

/** The secret of the token that was made with a renewal secret. */
export function accessSecretOf({ turn }: RefreshSecret, salt: Uint8Array): string {
  return `postroad_${derived(turn, salt, 'access', 24)}`;
}

export function refreshText({ family, turn }: RefreshSecret): string {
  return `postroad_refresh_${family}.${turn}`;
}

export function readRefreshSecret(value: string): RefreshSecret | null {
  const [, family, turn] = /^postroad_refresh_([\w-]{22})\.([\w-]{43})$/.exec(value) ?? [];
  return family === undefined || turn === undefined ? null : { family, turn };
}

export function hashesOf({ family, turn }: RefreshSecret): { family: Buffer; refresh: Buffer } {
  return { family: hashToken(family), refresh: hashToken(`${family}.${turn}`) };
}
