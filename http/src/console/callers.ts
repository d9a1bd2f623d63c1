import { bearerToken, tokenRefused } from '@postroad/core/platform/bearer';
import { Refusal } from '@postroad/core/platform/refusal';
import { surfaceHeader } from '@postroad/core/platform/surface';
import type { SentToken } from '@postroad/service/account/token-watch';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyRequest } from 'fastify';
import type { SessionCookie } from './session-cookie.ts';

/** Methods that change nothing (RFC 9110 §9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Where a request with a session came from, as the browser says (Fetch Metadata). */
function isFromConsole({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  if (safeMethods.has(method)) return site === undefined || site === 'none';
  // A browser that does not say it asks first before a page of another origin sends such a header.
  return site === undefined && headers[surfaceHeader] === 'console';
}

/** Refuses what a page of another site had a browser send, which adds the cookie by itself (CON-15). */
export function requireConsole(request: FastifyRequest): void {
  if (isFromConsole(request)) return;
  throw new Refusal(
    'cross_site',
    'With the session of a browser, only pages of this server may send this. A program sends a token in the header Authorization: Bearer <token>.',
  );
}

export function signedOut(): Refusal {
  return new Refusal('unauthorized', 'You are not signed in, or your session has ended. Sign in.');
}

/** Finds out who makes a request: by a token, or by the session of a browser where it has no token. */
export class Callers {
  readonly #service: Pick<Service, 'authenticate' | 'operator' | 'sessions'>;
  readonly cookie: SessionCookie;

  constructor(
    service: Pick<Service, 'authenticate' | 'operator' | 'sessions'>,
    cookie: SessionCookie,
  ) {
    this.#service = service;
    this.cookie = cookie;
  }

  /** What a request identifies itself with. Throws a Refusal for a session that another site used. */
  sentBy(request: FastifyRequest): SentToken | null {
    const { authorization } = request.headers;
    const address = request.ip;
    // A proxy may ask for a password of its own.
    if (authorization !== undefined && /^bearer\b/i.test(authorization)) {
      const secret = bearerToken(authorization);
      return secret === null ? null : { kind: 'token', secret, address };
    }
    const secret = this.cookie.read(request);
    if (secret === null) return null;
    requireConsole(request);
    return { kind: 'session', secret, address };
  }

  /**
   * The actor of a request, at once where no database has to be asked. Throws, or rejects with, the same
   * 401 for a missing and a wrong token.
   */
  authenticate(request: FastifyRequest): Actor | Promise<Actor> {
    const sent = this.sentBy(request);
    if (sent === null) throw tokenRefused();
    const operator = sent.kind === 'token' ? this.#service.operator(sent.secret) : null;
    return operator ?? this.#find(sent);
  }

  async #find({ kind, secret, address }: SentToken): Promise<Actor> {
    if (kind === 'session') {
      const actor = await this.#service.sessions.find(secret, address);
      if (actor === null) throw signedOut();
      return actor;
    }
    const actor = await this.#service.authenticate(secret, address);
    if (actor === null) throw tokenRefused();
    return actor;
  }
}
