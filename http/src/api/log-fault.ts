import type { Log } from '@postroad/service/platform/log';
import type { FastifyRequest } from 'fastify';

/** Writes what a request met down, with its route instead of its address: that may hold a token. */
export function logFault(log: Log, { id, method, routeOptions }: FastifyRequest, error: unknown) {
  const route = routeOptions.url ?? null;
  log.error('A request met a fault.', { request_id: id, method, route, error });
}
