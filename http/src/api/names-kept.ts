import type { FastifyRequest } from 'fastify';

/**
 * Of clients that put operations into words of their own, such as the command line: answers keep the
 * names of operations (SAFE-57).
 */
export const namesHeader = 'postroad-words';
export const operationNamesKept = 'operations';

export function keepsNames({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[namesHeader] === operationNamesKept;
}
