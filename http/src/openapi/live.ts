import { limits } from '@postroad/core/platform/limits';
import type { OpenApiDocument } from './document.ts';
import { problemResponse } from './problems.ts';

const change = {
  type: 'object',
  description: 'The data of one event',
  properties: {
    resource: {
      type: 'string',
      description: 'First word of its address under /api/v1, for example flows',
    },
    id: {
      type: ['integer', 'string', 'null'],
      description:
        'Id, or key where there is no id; null where there is one record only, or where too many changed at once to name them',
    },
    action: { enum: ['created', 'updated', 'deleted'] },
  },
  required: ['resource', 'id', 'action'],
  additionalProperties: false,
};

/** The stream of changes (contract §2, Live changes); it is no operation of the catalog. */
export const livePath: OpenApiDocument['paths'] = {
  '/api/v1/live': {
    get: {
      operationId: 'live',
      tags: ['service'],
      summary: 'Follow every change made through any surface, as Server-Sent Events.',
      description: [
        'The stream begins with a comment; whoever shows records reads them after it, and again after every reconnection:',
        'nothing is kept for clients that come back, so Last-Event-ID is ignored.',
        `A comment every ${limits.liveHeartbeatMs / 1000} seconds says that the stream is alive.`,
        `It ends when the token is revoked, when the service stops, when changes may have been missed, and for a client that leaves ${limits.liveBufferBytes} bytes unread.`,
        'Dry runs and refused calls change nothing and are not told.',
      ].join(' '),
      parameters: [],
      responses: {
        '200': {
          description: 'One unnamed event a change, its data as JSON',
          content: { 'text/event-stream': { schema: { type: 'string', 'x-event-data': change } } },
        },
        '401': problemResponse('The token is missing, wrong or revoked'),
        '503': problemResponse('Too many clients, or the database is away'),
      },
    },
  },
};
