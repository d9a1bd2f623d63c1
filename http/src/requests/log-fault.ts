import type { Log } from '@postroad/service/platform/log';
import type { FastifyRequest } from 'fastify';

/** Logs a fault with the route of the request, not its URL, which may hold a token. */
export function logFault(log: Log, { id, method, routeOptions }: FastifyRequest, error: unknown) {
  const route = routeOptions.url ?? null;
  log.error('A request failed.', { request_id: id, method, route, error });
}
