import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a request whose Host or Origin names neither a loopback address nor one of `own`. This
 * stops DNS rebinding: a web page whose host name was pointed at this server.
 */
export function refuseRebinding(request: FastifyRequest, own: readonly string[]): void {
  const hosts = [...localhostAllowedHostnames(), ...own];
  const host = validateHostHeader(request.headers.host, hosts);
  const origin = validateOriginHeader(request.headers.origin, hosts);
  if (host.ok && origin.ok) return;
  const header = host.ok ? 'Origin' : 'Host';
  throw new Refusal(
    'forbidden',
    `The ${header} header names a host that this server does not know. Use the URL in BASE_URL, or set BASE_URL to the URL you use.`,
  );
}
