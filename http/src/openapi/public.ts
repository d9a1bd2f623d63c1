import { limits } from '@postroad/core/platform/limits';
import { publicStatusShape } from '@postroad/core/subscribers/status';
import { z } from 'zod';
import { apiPrefix } from '../api/api-routes.ts';
import { unsubscribeInput } from '../public/public-routes.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './document.ts';
import { problemResponse } from './problems.ts';

const parameters = [
  {
    name: 'token',
    in: 'path' as const,
    required: true,
    description: 'Of a link in a mail; it stands for the person, the email and the send',
    schema: { type: 'string', maxLength: limits.publicTokenChars },
  },
];

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io });
  return schema as JsonSchema;
}

const status = {
  description: 'Whether the person gets mail',
  content: { 'application/json': { schema: schemaOf(publicStatusShape, 'output') } },
};

const unknown = problemResponse('The token stands for nobody; the same whatever is wrong with it');

function change(
  operationId: string,
  summary: string,
  input: { schema: JsonSchema; limited: boolean },
): OpenApiOperation {
  return {
    operationId,
    tags: ['subscription'],
    summary,
    description:
      'Any origin may call it, without cookies; a repeat changes nothing and answers the same.',
    parameters,
    requestBody: { required: false, content: { 'application/json': { schema: input.schema } } },
    responses: {
      '200': status,
      '400': problemResponse('The body is not valid JSON'),
      '404': unknown,
      '413': problemResponse(`The body is larger than ${limits.publicBodyBytes} bytes`),
      '415': problemResponse('The body is not application/json'),
      '422': problemResponse('The input is invalid; errors names every faulty field'),
      ...(input.limited && { '429': problemResponse('Too many changes; see Retry-After') }),
      default: problemResponse('Any other problem'),
    },
    security: [],
  };
}

const nothing: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** What subscribers' own pages call with the token of a link; none is an operation of the catalog. */
export const publicPaths: OpenApiDocument['paths'] = {
  [`${apiPrefix}/subscription/{token}`]: {
    get: {
      operationId: 'read_subscription',
      tags: ['subscription'],
      summary: 'Read whether a person gets mail, by the token of a link in a mail.',
      description:
        'Any origin may call it, without cookies. A browser that asks for a page is sent to the hosted one.',
      parameters,
      responses: {
        '200': status,
        '302': { description: 'The client prefers text/html: Location is the hosted page' },
        '404': unknown,
        default: problemResponse('Any other problem'),
      },
      security: [],
    },
  },
  [`${apiPrefix}/subscription/{token}/unsubscribe`]: {
    post: change('unsubscribe', 'Take the person out of all mail, with a reason.', {
      schema: schemaOf(unsubscribeInput, 'input'),
      limited: false,
    }),
  },
  [`${apiPrefix}/subscription/{token}/resubscribe`]: {
    post: change('resubscribe', 'Take an unsubscribe back.', { schema: nothing, limited: true }),
  },
  '/u/{token}': {
    get: {
      operationId: 'open_one_click',
      tags: ['subscription'],
      summary: 'Lead a browser to the hosted page; changes nothing.',
      parameters,
      responses: { '302': { description: 'Location is the hosted page' } },
      security: [],
    },
    post: {
      operationId: 'one_click_unsubscribe',
      tags: ['subscription'],
      summary: 'Unsubscribe with one click (RFC 8058), as mail clients do.',
      description:
        'The body is passed over. The answer is the same for every token; for one that stands for nobody nothing changes.',
      parameters,
      responses: {
        '200': { description: 'Taken' },
        default: problemResponse('Any other problem'),
      },
      security: [],
    },
  },
};
