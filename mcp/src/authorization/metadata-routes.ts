import {
  buildOAuthProtectedResourceMetadata,
  type OAuthMetadata,
} from '@modelcontextprotocol/server';
import { authorizationPath } from '@postroad/core/account/console-addresses';
import { resourcePaths, usualScopes } from '@postroad/core/account/oauth/authorization-request';
import { clientAuthMethods, grantTypes } from '@postroad/core/account/oauth/oauth-client';
import { scopes } from '@postroad/core/platform/operations/scope';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What the authorization server says of itself (RFC 8414). */
function serverMetadata(issuer: string): OAuthMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}${authorizationPath}`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: [...scopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: [...clientAuthMethods],
    revocation_endpoint_auth_methods_supported: [...clientAuthMethods],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}

/**
 * Adds the documents by which an application that knows the address of MCP alone finds out how to get a
 * token (OAUTH-01; RFC 9728, RFC 8414). They are for everybody, pages of other sites too.
 */
export function addMetadataRoutes(
  app: FastifyInstance,
  { oauth }: Pick<Service, 'oauth'>,
  admit: (request: FastifyRequest) => void,
): void {
  const issuerOf = (request: FastifyRequest) => {
    admit(request);
    const issuer = oauth.issuerFor(request.host);
    if (issuer !== null) return issuer;
    throw new Refusal(
      'not_found',
      'Applications connect by https alone. Set BASE_URL to the https address of this server.',
    );
  };
  const send = (reply: FastifyReply, document: object) =>
    reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(document));
  app.get('/.well-known/oauth-authorization-server', async (request, reply) =>
    send(reply, serverMetadata(issuerOf(request))),
  );
  for (const path of ['', ...resourcePaths]) {
    app.get(`/.well-known/oauth-protected-resource${path}`, async (request, reply) => {
      const issuer = issuerOf(request);
      const document = buildOAuthProtectedResourceMetadata({
        oauthMetadata: serverMetadata(issuer),
        resourceServerUrl: new URL(`${issuer}${path}`),
        scopesSupported: [...usualScopes],
        resourceName: 'Postroad',
      });
      return send(reply, {
        ...document,
        // As it is written everywhere else, without a slash at the end.
        resource: `${issuer}${path}`,
        bearer_methods_supported: ['header'],
      });
    });
  }
}
