import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  keyOrId,
  newKey,
  nextCursor,
  revision,
  rowsBy,
  timestamp,
} from '../platform/operations/shapes.ts';

const disabledReasons = ['gone', 'failing'] as const;

const deliveryStatuses = ['waiting', 'delivered', 'failed', 'canceled'] as const;

const endpoint = z.strictObject({
  id,
  key: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()).describe('Types, <noun>.* or *'),
  enabled: z.boolean(),
  disabled_reason: z
    .enum(disabledReasons)
    .nullable()
    .describe('Why the service disabled it: an answer 410, or 5 days of failures alone'),
  failing_since: timestamp.nullable().describe('Since when no delivery got through'),
  revision,
  created_at: timestamp,
  updated_at: timestamp,
});

const deliveryShape = z.strictObject({
  id,
  endpoint: z.strictObject({ id, key: z.string(), url: z.string() }),
  message_id: z.string().describe('The header webhook-id, the same at each attempt'),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z
    .array(
      z.strictObject({
        at: timestamp,
        status: z.int().nullable().describe('Of the answer; null where none came'),
        ms: z.int(),
        error: z.string().nullable().describe('Why no answer came'),
      }),
    )
    .describe('The newest last'),
  next_at: timestamp.nullable().describe('When the next attempt is due'),
  happened_at: timestamp,
});

const secret = z
  .string()
  .describe(
    'whsec_…, which verifies the signature; shown this once, so keep it. Empty in a dry run',
  );

const address = { webhook_endpoint: keyOrId };
const url = z
  .string()
  .trim()
  .min(1)
  .max(limits.webhookUrlChars)
  .describe('https, at a public address');
const description = z.string().trim().max(limits.descriptionChars);
const events = z
  .array(z.string().trim().max(limits.labelChars))
  .min(1)
  .max(limits.webhookPatterns)
  .describe('Types such as email.bounced, all of a noun such as email.*, or *');

export const webhookOperations = {
  list_webhook_endpoints: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'list',
    summary: 'List webhook endpoints: where programs of yours hear what happens.',
    method: 'GET',
    path: '/webhook_endpoints',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({ ...rowsBy('id', '-id') }),
    output: z.strictObject({ webhook_endpoints: z.array(endpoint), next_cursor: nextCursor }),
  }),
  get_webhook_endpoint: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'get',
    summary: 'Get one webhook endpoint; its secret is never shown again.',
    method: 'GET',
    path: '/webhook_endpoints/:webhook_endpoint',
    safety: 'read',
    revised: 'webhook_endpoints',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ webhook_endpoint: endpoint }),
  }),
  create_webhook_endpoint: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'create',
    summary: 'Create a webhook endpoint; the secret of its signatures is answered this once.',
    method: 'POST',
    path: '/webhook_endpoints',
    safety: 'add',
    scope: 'admin',
    revised: 'webhook_endpoints',
    status: 201,
    input: z.strictObject({
      key: newKey.optional().describe('Derived from the host when left out; it never changes'),
      url,
      description: description.optional(),
      events,
      enabled: z.boolean().optional().describe('True when left out'),
    }),
    secrets: ['secret'],
    output: z.strictObject({ webhook_endpoint: endpoint, secret }),
  }),
  update_webhook_endpoint: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'update',
    summary: 'Change a webhook endpoint; another url needs a token of scope admin.',
    method: 'PATCH',
    path: '/webhook_endpoints/:webhook_endpoint',
    safety: 'replace',
    widerScope: ({ url: moved }) => (moved === undefined ? null : 'admin'),
    revised: 'webhook_endpoints',
    status: 200,
    input: z.strictObject({
      ...address,
      url: url.optional(),
      description: description.optional(),
      events: events.optional(),
      enabled: z.boolean().optional(),
    }),
    output: z.strictObject({ webhook_endpoint: endpoint }),
  }),
  delete_webhook_endpoint: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'delete',
    summary: 'Delete a webhook endpoint; nothing more is delivered to it.',
    method: 'DELETE',
    path: '/webhook_endpoints/:webhook_endpoint',
    safety: 'remove',
    revised: 'webhook_endpoints',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ deleted: z.literal(true) }),
  }),
  rotate_webhook_secret: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'rotate-secret',
    summary: 'Draw a new secret; deliveries are signed with both for keep_hours.',
    method: 'POST',
    path: '/webhook_endpoints/:webhook_endpoint/rotate_secret',
    safety: 'replace',
    scope: 'admin',
    unshown: true,
    status: 200,
    input: z.strictObject({
      ...address,
      keep_hours: z
        .int()
        .min(0)
        .max(limits.webhookKeepHours)
        .optional()
        .describe('How long the former secret signs too; 24 when left out, 0 for not at all'),
    }),
    secrets: ['secret'],
    output: z.strictObject({
      webhook_endpoint: endpoint,
      secret,
      former_until: timestamp.nullable(),
    }),
  }),
  test_webhook_endpoint: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'test',
    summary: 'Send a delivery of the type webhook.test to one endpoint.',
    method: 'POST',
    path: '/webhook_endpoints/:webhook_endpoint/test',
    safety: 'send',
    changes: 'webhook_deliveries',
    status: 200,
    input: z.strictObject(address),
    output: z.strictObject({ webhook_delivery: deliveryShape }),
  }),
  list_webhook_deliveries: defineOperation({
    noun: 'webhook-endpoints',
    verb: 'deliveries',
    summary: 'List the deliveries of one endpoint with their attempts, newest first.',
    method: 'GET',
    path: '/webhook_endpoints/:webhook_endpoint/deliveries',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      ...address,
      status: z.enum(deliveryStatuses).optional(),
      ...rowsBy('-id', 'id'),
    }),
    output: z.strictObject({
      webhook_deliveries: z.array(deliveryShape),
      next_cursor: nextCursor,
    }),
  }),
  replay_webhook_delivery: defineOperation({
    noun: 'webhook-deliveries',
    verb: 'replay',
    summary: 'Deliver again what was delivered or given up, under the same webhook-id.',
    method: 'POST',
    path: '/webhook_deliveries/:webhook_delivery_id/replay',
    safety: 'send',
    status: 200,
    input: z.strictObject({ webhook_delivery_id: id }),
    output: z.strictObject({ webhook_delivery: deliveryShape }),
  }),
};
