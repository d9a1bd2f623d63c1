import { resourcePaths } from '@postroad/core/account/oauth/authorization-request';
import type { FastifyRequest } from 'fastify';

/**
 * Of clients that put operations into words of their own, such as the command line: answers keep the
 * names of operations (SAFE-57).
 */
export const namesHeader = 'postroad-words';
export const operationNamesKept = 'operations';

/** MCP keeps them too: its tools have these names. */
export function keepsNames({
  headers,
  routeOptions,
}: Pick<FastifyRequest, 'headers' | 'routeOptions'>): boolean {
  return (
    headers[namesHeader] === operationNamesKept ||
    resourcePaths.some((path) => path === routeOptions.url)
  );
}
