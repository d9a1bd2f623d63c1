import { z } from 'zod';
import { limits } from '../limits.ts';
import { defineOperation } from './operation.ts';
import { id, nextCursor, page, timestamp } from './shapes.ts';

export const sendStatuses = [
  'scheduled',
  'holding',
  'sending',
  'uncertain',
  'sent',
  'failed',
  'skipped',
  'canceled',
] as const;

const send = z.strictObject({
  id,
  person: z
    .strictObject({ id, email: z.string() })
    .nullable()
    .describe('Null where the person was erased'),
  email: z.strictObject({ id, title: z.string() }),
  source: z.strictObject({
    kind: z.enum(['flow', 'sequence', 'broadcast', 'test']),
    id: id.nullable(),
    name: z.string().nullable(),
    step: z.string().nullable(),
  }),
  status: z.enum(sendStatuses),
  due_at: timestamp,
  hold_reason: z.string().nullable(),
  attempts: z.int(),
  last_error: z.string().nullable().describe('Why the last attempt did not end in a delivery'),
  ended_at: timestamp.nullable(),
});

export const sendOperations = {
  list_queue: defineOperation({
    noun: 'queue',
    verb: 'list',
    summary: 'What is about to send, what is held, and why; ended sends are read with status.',
    method: 'GET',
    path: '/queue',
    safety: 'read',
    status: 200,
    input: z.strictObject({
      status: z.enum(sendStatuses).optional(),
      person: z.string().max(limits.addressChars).optional().describe('Id or email address'),
      ...page,
    }),
    output: z.strictObject({
      queue: z.array(send),
      counts: z.record(z.string(), z.int()).describe('Rows of each live status'),
      next_cursor: nextCursor,
    }),
  }),
  retry_send: defineOperation({
    noun: 'queue',
    verb: 'retry',
    summary:
      'Send an uncertain email again; the person may get it twice if the first attempt arrived.',
    method: 'POST',
    path: '/queue/:send_id/retry',
    safety: 'send',
    status: 200,
    input: z.strictObject({ send_id: id }),
    output: z.strictObject({ send }),
  }),
  dismiss_send: defineOperation({
    noun: 'queue',
    verb: 'dismiss',
    summary: 'Close an uncertain email without sending it again.',
    method: 'POST',
    path: '/queue/:send_id/dismiss',
    safety: 'remove',
    status: 200,
    input: z.strictObject({ send_id: id }),
    output: z.strictObject({ send }),
  }),
};
