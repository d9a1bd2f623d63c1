import { limits } from '@postroad/core/platform/limits';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import type { Scope } from '@postroad/core/platform/operations/scope';
import type { OpenApiDocument } from './document.ts';
import { problemResponse } from './problems.ts';

/** What a token needs to follow changes. */
export const liveScope: Scope = 'read';

const change = {
  type: 'object',
  description: 'The data of one event',
  properties: {
    resource: {
      type: 'string',
      description: `First segment of its path under ${apiPrefix}, for example flows`,
    },
    id: {
      type: ['integer', 'string', 'null'],
      description:
        'Id, or key if the record has no id; null if there is only one such record, or if too many changed at once to list them',
    },
    action: {
      enum: ['created', 'updated', 'deleted', 'counted'],
      description: 'counted: the record is as it was, but what is counted of it moved',
    },
  },
  required: ['resource', 'id', 'action'],
  additionalProperties: false,
};

/** The stream of changes (contract §2, Live changes); it is not an operation of the catalog. */
export const livePath: OpenApiDocument['paths'] = {
  [`${apiPrefix}/live`]: {
    get: {
      operationId: 'live',
      security: [{ token: [liveScope] }],
      tags: ['service'],
      summary: 'Follow every change made through any surface, as Server-Sent Events.',
      description: [
        'The stream begins with a comment; a client that shows records reads them after it, and again after every reconnection:',
        'nothing is kept for clients that reconnect, so Last-Event-ID is ignored.',
        `A comment every ${limits.liveHeartbeatMs / 1000} seconds shows that the stream is alive.`,
        `It ends when the token is revoked, when the service stops, when changes may have been missed, and for a client that leaves ${limits.liveBufferBytes} bytes unread.`,
        'What the service does by itself has the action counted, at most once a second and record: flows and runs (runs began, moved or ended), emails, sequences and broadcasts (mail of them was queued, sent, opened and so on), and queue, sends and report, whose id is null.',
        'Where a read replica is configured, each event has an id: lists that are read with it in the header X-Postroad-Position have the change.',
        'Dry runs and refused calls change nothing and send no event.',
      ].join(' '),
      parameters: [],
      responses: {
        '200': {
          description: 'One unnamed event for each change, its data as JSON',
          content: { 'text/event-stream': { schema: { type: 'string', 'x-event-data': change } } },
        },
        '401': problemResponse('The token is missing, wrong or revoked'),
        '403': problemResponse('The token has not the scope, or may not be used from this address'),
        '503': problemResponse(
          'Too many clients, the database cannot be reached, or no changes arrive through its pooler',
        ),
      },
    },
  },
};
