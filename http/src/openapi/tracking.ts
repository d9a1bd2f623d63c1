import type { OpenApiDocument } from './document.ts';

const token = { name: 'token', in: 'path', required: true, schema: { type: 'string' } } as const;

const unknown = {
  description: 'No mail of this service has this token',
  content: { 'text/plain': { schema: { type: 'string' } } },
};

/** The URLs in mails (contract §4.5); they are not operations of the catalog. */
export const trackingPaths: OpenApiDocument['paths'] = {
  '/o/{token}': {
    get: {
      operationId: 'open_pixel',
      tags: ['service'],
      summary: 'The tracking pixel of a mail. HEAD is answered too and not counted.',
      parameters: [token],
      responses: {
        '200': {
          description: 'A transparent GIF',
          content: { 'image/gif': { schema: { type: 'string' } } },
        },
        '404': unknown,
      },
      security: [],
    },
  },
  '/c/{token}': {
    get: {
      operationId: 'follow_link',
      tags: ['service'],
      summary: 'A link of a mail: redirects to a URL that was in that mail. HEAD is answered too.',
      parameters: [
        token,
        {
          name: 'to',
          in: 'query',
          required: false,
          schema: { type: 'string' },
          description: 'A URL made of merge values, which the token signs',
        },
      ],
      responses: {
        '302': {
          description: 'Location is the URL',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        '404': unknown,
      },
      security: [],
    },
  },
};
