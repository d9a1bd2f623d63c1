import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import { resourcePaths, usualScopes } from '@postroad/core/account/oauth/authorization-request';
import type { Service } from '@postroad/service/app/service';
import type { FastifyRequest } from 'fastify';

/** The address of MCP that a request is about; the posts of SSE belong to its stream. */
function resourceOf({ url }: FastifyRequest): string {
  const [path] = url.split('?', 1);
  return resourcePaths.find((known) => known === path) ?? '/sse';
}

/**
 * The header `WWW-Authenticate` of a 401 (RFC 6750 §3, RFC 9728 §5.1): where an application finds out how
 * it gets a token, and what to ask for at first. Null where applications cannot connect.
 */
export function challengeOf(
  request: FastifyRequest,
  oauth: Pick<Service['oauth'], 'issuerFor'>,
): string | null {
  const issuer = oauth.issuerFor(request.host);
  if (issuer === null) return null;
  const wrong =
    request.headers.authorization === undefined
      ? []
      : ['error="invalid_token"', 'error_description="The token is wrong, revoked or expired."'];
  const metadata = getOAuthProtectedResourceMetadataUrl(new URL(`${issuer}${resourceOf(request)}`));
  return [
    'Bearer realm="postroad"',
    ...wrong,
    `resource_metadata="${metadata}"`,
    `scope="${usualScopes.join(' ')}"`,
  ].join(', ');
}
