import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyRequest } from 'fastify';

const hostsOf = (own: readonly string[]) => [...localhostAllowedHostnames(), ...own];

function refusedHeader(header: string): Refusal {
  return new Refusal(
    'forbidden',
    `The ${header} header names a host that this server does not know. Use the URL in BASE_URL, or set BASE_URL to the URL you use.`,
  );
}

/** Refuses a request whose Host is not ours, for what pages of other sites may read. */
export function refuseOtherHost(request: FastifyRequest, own: readonly string[]): void {
  if (!validateHostHeader(request.headers.host, hostsOf(own)).ok) throw refusedHeader('Host');
}

/**
 * Refuses a request whose Host or Origin names neither a loopback address nor one of `own`. This
 * stops DNS rebinding: a web page whose host name was pointed at this server.
 */
export function refuseRebinding(request: FastifyRequest, own: readonly string[]): void {
  refuseOtherHost(request, own);
  if (!validateOriginHeader(request.headers.origin, hostsOf(own)).ok) throw refusedHeader('Origin');
}
