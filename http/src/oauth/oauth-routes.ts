import type { Readable } from 'node:stream';
import { OAuthRefusal } from '@postroad/core/account/oauth/oauth-refusal';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonTypes, parseJsonBody, readBody } from '../api/json-body.ts';
import { isForm } from '../pages/page-form.ts';
import type { BodyBudget } from '../public/body-budget.ts';

/** Answers a refusal as OAuth asks (RFC 6749 §5.2), and leaves other errors to the server. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof OAuthRefusal)) throw error;
  if (error.status === 401 && request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="oauth"');
  }
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: error.code, error_description: error.message }));
}

/** The JSON of a registration; what is none is refused in the words of OAuth too (RFC 7591 §3.2.2). */
function metadataOf({ body }: FastifyRequest): unknown {
  try {
    return parseJsonBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new OAuthRefusal('invalid_client_metadata', error.message);
  }
}

function formOf({ body }: FastifyRequest): string {
  return Buffer.isBuffer(body) ? body.toString('utf8') : '';
}

/**
 * Adds what applications call to get tokens (OAUTH-01): registration (RFC 7591), tokens (OAuth 2.1 §3.2)
 * and revocation (RFC 7009). It is a protocol of its own and no part of the API.
 */
export function addOAuthRoutes(
  app: FastifyInstance,
  { oauth }: Pick<Service, 'oauth'>,
  budget: BodyBudget,
): void {
  app.register(async (routes) => {
    const spending = budget.hook(routes);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readBody(payload, limits.publicBodyBytes, spending(request)),
    );
    routes.setErrorHandler(sendRefusal);
    const json = (reply: FastifyReply, body: object) =>
      reply
        .header('pragma', 'no-cache')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(body));
    routes.post('/oauth/register', async (request, reply) => {
      if (!jsonTypes.test(request.headers['content-type'] ?? '')) {
        throw new OAuthRefusal('invalid_client_metadata', 'Send the metadata as JSON.');
      }
      const registered = await oauth.register(metadataOf(request), request.ip);
      return json(reply.code(201), registered);
    });
    const formRequest = (request: FastifyRequest) => {
      if (!isForm(request.headers['content-type'])) {
        const type = 'application/x-www-form-urlencoded';
        throw new OAuthRefusal('invalid_request', `Send the parameters as ${type}.`);
      }
      const { host, ip: address, headers } = request;
      return { form: formOf(request), authorization: headers.authorization, host, address };
    };
    routes.post('/oauth/token', async (request, reply) =>
      json(reply, await oauth.token(formRequest(request))),
    );
    routes.post('/oauth/revoke', async (request, reply) => {
      await oauth.revoke(formRequest(request));
      return json(reply, {});
    });
  });
}
