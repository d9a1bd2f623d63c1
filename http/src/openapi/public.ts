import { limits } from '@postroad/core/platform/limits';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { publicStatusShape } from '@postroad/core/subscribers/status';
import { z } from 'zod';
import { unsubscribeInput } from '../public/public-routes.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './document.ts';
import { problemResponse } from './problems.ts';

const parameters = [
  {
    name: 'token',
    in: 'path' as const,
    required: true,
    description: 'The token of a link in a mail; it identifies the person, the email and the send',
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

const unknown = problemResponse(
  'The token is not valid; the answer is the same for every invalid token',
);

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
      'Any origin may call it, without cookies; a repeated call changes nothing and returns the same answer.',
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

/**
 * The endpoints for subscribers, called with the token of a link; they are not operations of the
 * catalog.
 */
export const publicPaths: OpenApiDocument['paths'] = {
  [`${apiPrefix}/subscription/{token}`]: {
    get: {
      operationId: 'read_subscription',
      tags: ['subscription'],
      summary: 'Read whether a person gets mail, by the token of a link in a mail.',
      description:
        'Any origin may call it, without cookies. A browser that asks for a page is redirected to the hosted page.',
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
    post: change('unsubscribe', 'Unsubscribe the person from all mail, with a reason.', {
      schema: schemaOf(unsubscribeInput, 'input'),
      limited: false,
    }),
  },
  [`${apiPrefix}/subscription/{token}/resubscribe`]: {
    post: change('resubscribe', 'Undo an unsubscribe.', { schema: nothing, limited: true }),
  },
  '/u/{token}': {
    get: {
      operationId: 'open_one_click',
      tags: ['subscription'],
      summary: 'Redirect a browser to the hosted page; changes nothing.',
      parameters,
      responses: { '302': { description: 'Location is the hosted page' } },
      security: [],
    },
    post: {
      operationId: 'one_click_unsubscribe',
      tags: ['subscription'],
      summary: 'Unsubscribe with one click (RFC 8058), as mail clients do.',
      description:
        'The body is ignored. The answer is the same for every token; an invalid one changes nothing.',
      parameters,
      responses: {
        '200': { description: 'Accepted' },
        default: problemResponse('Any other problem'),
      },
      security: [],
    },
  },
};
