import { limits } from '@postroad/core/platform/limits';
import { isLoopbackHost, parseUrl } from '@postroad/core/platform/url';
import type { FastifyRequest } from 'fastify';

/**
 * The cookie of a session. Off loopback it is Secure and has a name that a browser takes from this very
 * host and over TLS alone, so that no neighbour under the same domain can put another in its place
 * (RFC 6265bis, §4.1.3.2).
 */
export class SessionCookie {
  readonly #baseUrl: string | null;

  /** `baseUrl` is where browsers reach the server; where that is not known, the request says it. */
  constructor(baseUrl: string | null) {
    this.#baseUrl = baseUrl;
  }

  /** The secret that a request has; null where it has none, or several that differ. */
  read(request: FastifyRequest): string | null {
    const name = this.#nameFor(request);
    const values = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
      const [key = '', ...value] = pair.split('=');
      return key.trim() === name ? [value.join('=').trim()] : [];
    });
    const [only = null, ...others] = new Set(values);
    // Somebody else set one of them, and nothing says which.
    return others.length === 0 ? only : null;
  }

  /** The header that has the browser keep a secret. */
  set(request: FastifyRequest, secret: string): string {
    return this.#header(request, `${secret}; Max-Age=${limits.sessionIdleMs / 1_000}`);
  }

  /** The header that has the browser forget it. */
  clear(request: FastifyRequest): string {
    return this.#header(request, '; Max-Age=0');
  }

  #header(request: FastifyRequest, value: string): string {
    const secure = this.#isSecure(request) ? '; Secure' : '';
    return `${this.#nameFor(request)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  }

  #nameFor(request: FastifyRequest): string {
    return this.#isSecure(request) ? '__Host-postroad_session' : 'postroad_session';
  }

  #isSecure(request: FastifyRequest): boolean {
    const url = parseUrl(this.#baseUrl ?? `http://${request.headers.host ?? ''}`);
    if (url === null) return true;
    const { protocol, hostname } = url;
    return protocol === 'https:' || !isLoopbackHost(hostname.replace(/^\[|\]$/g, ''));
  }
}
