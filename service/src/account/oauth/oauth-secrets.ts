import { randomBytes } from 'node:crypto';
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

export function makeRefreshSecret(family: string = text(16)): RefreshSecret {
  return { family, turn: text(32) };
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
