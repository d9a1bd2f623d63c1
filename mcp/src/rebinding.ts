import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a request whose Host or Origin names neither a loopback address nor one of `own`: a page
 * in a browser that was made to believe this is its own server fails here.
 */
export function refuseRebinding(request: FastifyRequest, own: readonly string[]): void {
  const hosts = [...localhostAllowedHostnames(), ...own];
  const host = validateHostHeader(request.headers.host, hosts);
  const origin = validateOriginHeader(request.headers.origin, hosts);
  if (host.ok && origin.ok) return;
  const header = host.ok ? 'Origin' : 'Host';
  throw new Refusal(
    'forbidden',
    `The ${header} header names a host that this server is not known by. Use the address in BASE_URL, or set BASE_URL to the address you use.`,
  );
}
