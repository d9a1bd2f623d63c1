import { z } from 'zod';
import { expandable, expanded } from '../platform/operations/expanding.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, keyOrId, nextCursor, rowsBy, timeBound } from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { sendStatuses } from '../queue/send-statuses.ts';
import { ofPerson, send } from './send-operations.ts';

export const sentOperations = {
  list_sends: defineOperation({
    noun: 'sends',
    verb: 'list',
    summary: 'All mail, queued and ended as one, newest first.',
    method: 'GET',
    path: '/sends',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      person: ofPerson,
      email_id: id.optional().describe('Only mail of this email'),
      broadcast_id: id.optional().describe('Only mail of this broadcast'),
      flow_key: keyOrId.optional().describe('Only mail of this flow, by key or id'),
      status: z.enum(sendStatuses).optional(),
      since: timeBound('since').optional().describe('Only what ended, or is due, then or later'),
      until: timeBound('until').optional().describe('Only what ended, or is due, then or before'),
      ...rowsBy('-at', 'at'),
    }),
    output: z.strictObject({ sends: z.array(send), next_cursor: nextCursor }),
  }),
  get_send: defineOperation({
    noun: 'sends',
    verb: 'get',
    summary: 'Get one mail, queued or ended.',
    method: 'GET',
    path: '/sends/:send_id',
    safety: 'read',
    status: 200,
    expands: {
      person: {
        operation: 'get_person',
        argument: 'person',
        isText: true,
        from: ['send', 'person', 'id'],
      },
      email: { operation: 'get_email', argument: 'email_id', from: ['send', 'email', 'id'] },
    },
    input: z.strictObject({ send_id: id, ...expandable('person', 'email') }),
    output: z.strictObject({ send, ...expanded }),
  }),
  get_send_content: defineOperation({
    noun: 'sends',
    verb: 'content',
    summary: 'What a mail said, exactly as it was handed over; kept for sending.keep_content_days.',
    method: 'GET',
    path: '/sends/:send_id/content',
    safety: 'read',
    status: 200,
    input: z.strictObject({ send_id: id }),
    output: z.strictObject({
      subject: untrusted(z.string()),
      html: untrusted(z.string()),
      text: untrusted(z.string()),
      headers: untrusted(
        z
          .record(z.string(), z.string())
          .describe('By name, as written; of a repeated one, a value a line'),
      ),
      attachments: untrusted(
        z
          .array(z.strictObject({ filename: z.string(), content_type: z.string(), bytes: z.int() }))
          .optional()
          .describe('Of mail that was submitted by SMTP'),
      ),
      hidden: z.string().optional().describe('What is left out for a token that may only read'),
    }),
  }),
};
