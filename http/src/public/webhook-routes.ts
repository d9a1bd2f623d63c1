import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UnverifiedWebhook } from '../api/http-problem.ts';
import { readBody } from '../api/json-body.ts';
import type { BodyBudget } from './body-budget.ts';

function unknownProvider(name: string): Refusal {
  return new Refusal('not_found', `There are no webhooks for "${name.slice(0, 40)}".`);
}

/**
 * `POST /webhooks/:provider` (contract §2). The body is read as bytes whatever its media type,
 * since signatures cover its octets. A webhook whose sender is not verified gets a 401, with the
 * challenge to which Amazon SNS answers with its password, and from the headers where they say enough
 * (SEC-04).
 */
export function addWebhookRoute(app: FastifyInstance, service: Service, budget: BodyBudget): void {
  app.register(async (hooks) => {
    const spending = budget.hook(hooks);
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readBody(payload, request.routeOptions.bodyLimit, spending(request)),
    );
    hooks.addHook('onRequest', async (request, reply) => {
      const { provider = '' } = request.params as { provider?: string };
      const admitted = service.admitWebhook(provider, request.headers);
      if (admitted === true) return;
      // The body is not read, so the connection cannot carry another request.
      reply.header('connection', 'close');
      if (admitted === null) throw unknownProvider(provider);
      throw new UnverifiedWebhook();
    });
    hooks.post<{ Params: { provider: string } }>(
      '/webhooks/:provider',
      { bodyLimit: limits.bodyBytes },
      async (request, reply) => {
        const { provider } = request.params;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const accepted = await service.takeWebhook(provider, { headers: request.headers, body });
        if (accepted === null) throw unknownProvider(provider);
        if (!accepted) throw new UnverifiedWebhook();
        reply.type('application/json; charset=utf-8');
        return '{"status":"taken"}';
      },
    );
  });
}
