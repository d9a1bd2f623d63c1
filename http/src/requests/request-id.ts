import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '@postroad/core/platform/limits';

const safe = new RegExp(`^[A-Za-z0-9._-]{1,${limits.requestIdChars}}$`);

/** The id that the client gave its request, if it is safe in headers and logs; else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && safe.test(given) ? given : randomUUID();
}
