import type { OpenApiDocument } from './document.ts';

const token = { name: 'token', in: 'path', required: true, schema: { type: 'string' } } as const;

const unknown = {
  description: 'No mail of this service has it',
  content: { 'text/plain': { schema: { type: 'string' } } },
};

/** What mails lead to (contract §4.5); it is no operation of the catalog. */
export const trackingPaths: OpenApiDocument['paths'] = {
  '/o/{token}': {
    get: {
      operationId: 'open_pixel',
      tags: ['service'],
      summary: 'The picture of one pixel in a mail; also with HEAD, which counts nothing.',
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
      summary: 'A link of a mail: leads to an address that was in that mail; also with HEAD.',
      parameters: [
        token,
        {
          name: 'to',
          in: 'query',
          required: false,
          schema: { type: 'string' },
          description: 'An address made of merge values, which the token signs',
        },
      ],
      responses: {
        '302': {
          description: 'Location is the address',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        '404': unknown,
      },
      security: [],
    },
  },
};
