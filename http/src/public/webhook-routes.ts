import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFromProvider } from '../api/http-problem.ts';
import { readBody } from '../api/json-body.ts';

/**
 * `POST /webhooks/:provider` (contract §2): whatever the media type, the body is taken as it comes,
 * since signatures are over its octets. A request that is not shown to be from the provider is 401,
 * with the challenge on which Amazon SNS sends its password.
 */
export function addWebhookRoute(app: FastifyInstance, service: Service): void {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readBody(payload, request.routeOptions.bodyLimit),
    );
    hooks.post<{ Params: { provider: string } }>(
      '/webhooks/:provider',
      { bodyLimit: limits.bodyBytes },
      async (request, reply) => {
        const { provider } = request.params;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const taken = await service.takeWebhook(provider, { headers: request.headers, body });
        if (taken === null) {
          throw new Refusal('not_found', `There are no webhooks of "${provider.slice(0, 40)}".`);
        }
        if (!taken) throw new NotFromProvider();
        reply.type('application/json; charset=utf-8');
        return '{"status":"taken"}';
      },
    );
  });
}
