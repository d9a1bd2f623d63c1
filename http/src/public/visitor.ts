import type { Visitor } from '@postroad/service/subscribers/visitor';
import type { FastifyRequest } from 'fastify';

/** Where a request came from: its address, through trusted proxies, and its browser. */
export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { ip, userAgent: headers['user-agent'] };
}
