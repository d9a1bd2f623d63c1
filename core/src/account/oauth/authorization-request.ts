import { limits } from '../../platform/limits.ts';
import { type Scope, scopes } from '../../platform/operations/scope.ts';
import { parseUrl, withoutEndSlashes } from '../../platform/url.ts';
import { OAuthRefusal } from './oauth-refusal.ts';

/** The paths of the server that a token may be asked for (RFC 8707). */
export const resourcePaths = ['/mcp', '/sse'] as const;

/** What an agent is offered unless a person gives it more. */
export const usualScopes = ['read', 'draft'] as const satisfies readonly Scope[];

/** Parameters of a request as they came; one that came twice has no meaning. */
export type Parameters = ReadonlyMap<string, string>;

/** The parameters of a query or a form. Throws an OAuthRefusal where one came twice (OAuth 2.1 §3.1). */
export function readParameters(text: string): Parameters {
  const read = new Map<string, string>();
  if (text.length > limits.oauthRequestChars) {
    throw new OAuthRefusal('invalid_request', 'The request is too long.');
  }
  for (const [name, value] of new URLSearchParams(text)) {
    // Several resources are allowed; each must be this server.
    if (name === 'resource' && read.has(name)) {
      read.set(name, `${read.get(name)} ${value}`);
      continue;
    }
    if (read.has(name)) {
      throw new OAuthRefusal('invalid_request', `${name.slice(0, 80)} was sent twice.`);
    }
    // A value that is empty counts as left out.
    if (value !== '') read.set(name, value);
  }
  return read;
}

export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing.`);
  return value;
}

/** Refuses a token for another server (RFC 8707). A client of 2025-03-26 names none, and means this one. */
export function requireResource(parameters: Parameters, issuer: string): void {
  const own = ['', ...resourcePaths].map((path) => `${issuer}${path}`);
  for (const asked of parameters.get('resource')?.split(' ') ?? []) {
    const plain = parseUrl(asked);
    const address = plain && withoutEndSlashes(`${plain.origin}${plain.pathname}`);
    if (plain !== null && plain.hash === '' && own.includes(address ?? '')) continue;
    throw new OAuthRefusal('invalid_target', `resource must be ${issuer}${resourcePaths[0]}.`);
  }
}

/** The scopes that a client names; those that nobody knows are left out (RFC 6749 §3.3). */
export function namedScopes(parameters: Parameters): Scope[] {
  const names = parameters.get('scope')?.split(' ') ?? [];
  return scopes.filter((scope) => names.includes(scope));
}

/** The scopes that a client asks a person for. */
function askedScopes(parameters: Parameters): Scope[] {
  const known = namedScopes(parameters);
  return known.length > 0 ? known : [...usualScopes];
}

/** What remains to be checked once it is known that a client may be sent its answer. */
export interface CheckedRequest {
  asked: Scope[];
  /** SHA-256 of a secret of the client, in base64url (RFC 7636). */
  challenge: string;
}

export function checkRequest(parameters: Parameters, issuer: string): CheckedRequest {
  const type = required(parameters, 'response_type');
  if (type !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 'response_type must be code.');
  }
  const challenge = required(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthRefusal('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthRefusal('invalid_request', 'code_challenge is no SHA-256 in base64url.');
  }
  requireResource(parameters, issuer);
  return { asked: askedScopes(parameters), challenge };
}

/** The verifier of a challenge, if it has the form of one. */
export function verifierOf(parameters: Parameters): string {
  const verifier = required(parameters, 'code_verifier');
  if (/^[\w.~-]{43,128}$/.test(verifier)) return verifier;
  throw new OAuthRefusal('invalid_grant', 'code_verifier does not fit the code.');
}
