import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { timestamp } from '../platform/operations/shapes.ts';

const sending = z.strictObject({
  state: z.enum(['running', 'held']),
  held_at: timestamp.nullable(),
  held_by: z
    .strictObject({ kind: z.enum(['environment', 'token', 'local']), name: z.string() })
    .nullable(),
  reason: z.string().nullable(),
  provider: z.string().describe('outbox: there is none, so mail is kept here and reaches nobody'),
  sender: z
    .string()
    .nullable()
    .describe('Of emails that name none; null: there is none, so mail of theirs is held'),
  queue: z
    .strictObject({
      scheduled: z.int(),
      holding: z.int(),
      sending: z.int(),
      uncertain: z.int(),
      failed: z.int().describe('Failed in the last 24 hours'),
    })
    .describe(`Each counted to ${limits.queueCounted}`),
  rate: z.strictObject({
    last_minute: z.int().describe('Mails that the provider accepted in the last minute'),
    last_hour: z.int(),
  }),
  oldest_due_at: timestamp.nullable().describe('Of mail that is due and not handed over'),
  lanes: z.array(
    z.strictObject({
      name: z.enum(['transactional', 'automation', 'broadcast']),
      priority: z.int().describe('1 goes first'),
      due: z.int().describe(`Counted to ${limits.queueCounted}`),
      late_seconds: z.int().describe('How long the oldest has been due'),
    }),
  ),
});

const answer = z.strictObject({ sending });

export const sendingControlOperations = {
  get_sending: defineOperation({
    noun: 'sending',
    verb: 'get',
    summary:
      'Whether mail is going out: the hold, the queue, the rate, and what is due by priority.',
    method: 'GET',
    path: '/sending',
    safety: 'read',
    status: 200,
    input: z.strictObject({}),
    output: answer,
  }),
  hold_sending: defineOperation({
    noun: 'sending',
    verb: 'hold',
    summary:
      'Stop all mail: after the answer nothing is handed over until the release. Flows and events continue.',
    method: 'POST',
    path: '/sending/hold',
    safety: 'replace',
    status: 200,
    input: z.strictObject({
      reason: z.string().trim().min(1).max(limits.reasonChars).describe('Why; the queue shows it'),
    }),
    output: answer,
  }),
  release_sending: defineOperation({
    noun: 'sending',
    verb: 'release',
    summary: 'Let mail go out again after a hold, due mail first.',
    method: 'POST',
    path: '/sending/release',
    safety: 'send',
    status: 200,
    input: z.strictObject({}),
    output: answer,
  }),
};
