import { webhookData } from '@postroad/core/catalog/webhook-bodies';
import { z } from 'zod';
import type { JsonSchema } from './document.ts';

/** The headers of Standard Webhooks 1.0, with what each says. */
const headers: Readonly<Record<string, string>> = {
  'webhook-id': 'The same at each attempt and replay, by which a receiver knows what it has had',
  'webhook-timestamp': 'Seconds since 1970 of this attempt',
  'webhook-signature':
    'v1, and the HMAC-SHA-256 of id.timestamp.body in base64; one for each secret in force',
};

const answers = {
  '2XX': { description: 'It is delivered' },
  '410': { description: 'The endpoint is disabled' },
  default: { description: 'It is tried again, ten times in a day; Retry-After is heeded' },
};

/** A delivery of one type, as webhook endpoints get it (HOOK-06). */
function delivery(type: string, data: z.ZodType): object {
  const { $schema: _, ...shape } = z.toJSONSchema(data, { unrepresentable: 'any' }) as JsonSchema;
  const schema = {
    type: 'object',
    properties: {
      type: { const: type },
      timestamp: { type: 'string', description: 'When it happened, ISO 8601' },
      data: shape,
    },
    required: ['type', 'timestamp', 'data'],
  };
  return {
    post: {
      operationId: `deliver_${type.replace('.', '_')}`,
      tags: ['webhook-endpoints'],
      summary: `Delivered to webhook endpoints that hear of ${type}.`,
      parameters: Object.entries(headers).map(([name, description]) => ({
        ...{ name, in: 'header', required: true, description },
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: answers,
      security: [],
    },
  };
}

/** Everything that the service delivers, by type. */
export function outgoingWebhooks(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(webhookData).map(([type, data]) => [type, delivery(type, data)]),
  );
}
