import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A GIF of one transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const unknown = 'This link is not valid.\n';

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain; charset=utf-8').send(unknown);
}

function hitRequest({ method, headers }: FastifyRequest) {
  return { head: method === 'HEAD', headers };
}

/**
 * `GET /o/:token` and `GET /c/:token` (contract §4.5): the tracking pixel of a mail and its links,
 * which redirect only to URLs of that mail. Every token that we did not sign gets the same 404.
 * Hits are stored after the answer, so that nobody waits for it and a flood costs no transactions.
 */
export function addTrackingRoutes(app: FastifyInstance, service: Service): void {
  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/o/:token',
    config: { quiet: true },
    handler: async (request, reply) => {
      const isSigned = service.takeOpen(request.params.token, hitRequest(request));
      if (!isSigned) return refuse(reply);
      // Webmail clients load the pixel into their own pages.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply.type('image/gif').send(pixel);
    },
  });
  app.route<{ Params: { token: string }; Querystring: Record<string, string | string[]> }>({
    method: ['GET', 'HEAD'],
    url: '/c/:token',
    config: { quiet: true },
    handler: async (request, reply) => {
      const { to } = request.query;
      const url = typeof to === 'string' ? to : null;
      const { token } = request.params;
      const location = await service.takeClick(token, url, hitRequest(request));
      if (location === null) return refuse(reply);
      reply.header('x-robots-tag', 'noindex, nofollow');
      return reply.code(302).header('location', location).send();
    },
  });
}
