import { isBearerToken } from '@postroad/core/platform/bearer';
import { limits } from '@postroad/core/platform/limits';
import { parseUrl } from '@postroad/core/platform/url';
import { isAddressRange } from '../../platform/addresses.ts';

/** Stops the start. The message names the variable and never repeats a secret. */
export class ConfigError extends Error {
  constructor(variable: string, sentence: string) {
    super(`${variable} ${sentence}`);
    this.name = 'ConfigError';
  }
}

export type Environment = Record<string, string | undefined>;

/** One of the known words, or the fallback if the variable is unset or empty. */
export function choice<T extends string, F extends T | null>(
  env: Environment,
  name: string,
  known: readonly T[],
  fallback: F,
): T | F {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  const found = known.find((entry) => entry === value);
  if (found === undefined)
    throw new ConfigError(name, `must be one of ${known.join(', ')}; it is "${value}".`);
  return found;
}

export function flag(env: Environment, name: string, fallback: boolean): boolean {
  return choice(env, name, ['0', '1'] as const, fallback ? '1' : '0') === '1';
}

/** An address with one of the schemes. It may hold a password, so messages never repeat it. */
export function address(env: Environment, name: string, schemes: readonly string[]): string | null {
  const value = env[name];
  if (value === undefined || value === '') return null;
  const expected = `must be an address that starts with ${schemes.join(' or ')}`;
  const url = parseUrl(value);
  if (url === null || !schemes.includes(`${url.protocol}//`))
    throw new ConfigError(name, `${expected}.`);
  return value;
}

export function secret(env: Environment, name: string, chars: number): string | null {
  const value = env[name];
  if (value === undefined || value === '') return null;
  if (value.length < chars)
    throw new ConfigError(name, `must be at least ${chars} characters long.`);
  if (/\s/.test(value)) throw new ConfigError(name, 'must not contain white space.');
  return value;
}

/** A secret that programs send as a token: with another character, or longer, no call could ever have it. */
export function bearerSecret(env: Environment, name: string, chars: number): string | null {
  const value = secret(env, name, chars);
  if (value === null || isBearerToken(value)) return value;
  throw new ConfigError(
    name,
    `must be plain letters, digits and signs (ASCII), at most ${limits.bearerTokenChars} of them, since programs send it in a header. "openssl rand -hex 24" draws one.`,
  );
}

/** Several secrets of at least `chars` characters, separated by white space. */
export function secrets(env: Environment, name: string, chars: number): string[] {
  const parts = (env[name] ?? '').split(/\s+/);
  return parts.flatMap((part) => secret({ [name]: part }, name, chars) ?? []);
}

/** A whole number from 0 on. */
export function wholeNumber(env: Environment, name: string, fallback: number): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new ConfigError(name, `must be a whole number from 0 on; it is "${value}".`);
}

/** Addresses and ranges (CIDR), separated by commas or white space. */
export function addressRanges(env: Environment, name: string): string[] {
  const given = (env[name] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const wrong = given.find((text) => !isAddressRange(text));
  if (wrong === undefined) return given;
  throw new ConfigError(
    name,
    `must be IP addresses and ranges such as 10.0.0.0/8, separated by commas; "${wrong}" is neither.`,
  );
}
