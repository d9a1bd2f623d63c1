import type { FastifyInstance } from 'fastify';

/**
 * Any page may call the routes of a link token (SUB-29). The token in the path is the only credential,
 * so cookies are never used.
 */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Answers browsers that ask what a page of another origin may send to a path. */
export function addPreflight(app: FastifyInstance, path: string, methods: string): void {
  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .headers({
        ...crossOrigin,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'content-type, idempotency-key',
        'access-control-max-age': '86400',
        allow: `${methods}, OPTIONS`,
      })
      .send(),
  );
}
