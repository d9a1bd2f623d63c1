import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { id, nextCursor, rows, timeBound, timestamp } from '../platform/operations/shapes.ts';
import { untrusted, untrustedWithout } from '../platform/operations/untrusted.ts';
import { workLanes } from '../platform/work-lanes.ts';
import { sendStatuses } from '../queue/send-statuses.ts';

export const sendSources = ['flow', 'sequence', 'broadcast', 'test', 'message'] as const;

/** The title of a message with words of its own is its subject, which an application wrote. */
export const emailOfSend = z.strictObject({
  id: id.nullable().describe('Null for a message with words of its own'),
  title: untrustedWithout('id', z.string()),
});

export const send = z.strictObject({
  id,
  person: z
    .strictObject({ id, email: z.string() })
    .nullable()
    .describe('Null where the person was erased'),
  email: emailOfSend,
  source: z.strictObject({
    kind: z.enum(sendSources),
    id: id.nullable(),
    name: z.string().nullable(),
    step: z
      .union([z.string(), z.int()])
      .nullable()
      .describe('The Step ID in a flow, the id of the step in a sequence'),
  }),
  status: z.enum(sendStatuses),
  at: timestamp.describe('When it ended, else when it is due'),
  due_at: timestamp,
  hold_reason: z.string().nullable(),
  attempts: z.int(),
  last_error: untrusted(z.string())
    .nullable()
    .describe('Why the last attempt did not end in a delivery'),
  ended_at: timestamp.nullable(),
});

export const ofPerson = z
  .string()
  .max(limits.addressChars)
  .optional()
  .describe('Id or email address');
const sourceId = id.optional().describe('Of the flow, sequence or broadcast that source names');
const ofEmail = id.optional().describe('Only mail of this email');
const reason = z
  .string()
  .trim()
  .min(1)
  .max(limits.reasonChars)
  .optional()
  .describe('Only mail whose last_error has this text in it, in whatever case');
const since = timeBound('since').optional();

export const sendOperations = {
  list_queue: defineOperation({
    noun: 'queue',
    verb: 'list',
    summary:
      'What is about to send, what is held, and why, the next first. list_sends has all mail, what was sent too.',
    method: 'GET',
    path: '/queue',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      status: z.enum(sendStatuses).optional().describe('An ended one lists as list_sends does'),
      person: ofPerson,
      email_id: ofEmail,
      source: z.enum(sendSources).optional(),
      source_id: sourceId,
      ...rows,
    }),
    output: z.strictObject({
      queue: z.array(send),
      counts: z.record(z.string(), z.int()).describe('Rows of each live status'),
      next_cursor: nextCursor,
    }),
  }),
  list_overdue: defineOperation({
    noun: 'queue',
    verb: 'overdue',
    summary: `Whether work is done on time: what is due since when, and what is late by over ${limits.workLateMs / 60_000} minutes.`,
    method: 'GET',
    path: '/queue/overdue',
    safety: 'read',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({
      late: z.boolean().describe('Whether anything is'),
      lanes: z.array(
        z.strictObject({
          lane: z.enum(workLanes),
          due_since: timestamp
            .nullable()
            .describe(
              'The oldest that is due and not done; of renewals, when they were last looked for',
            ),
          late: z.int().describe(`How much is late, counted to ${limits.lateWorkCounted}`),
        }),
      ),
      retrying: z.strictObject({
        count: z
          .int()
          .describe(
            `Of the next ${limits.retryingLookedAt} emails, and of as many that confirm sign-ups, those tried in vain before`,
          ),
        last_error: untrusted(z.string()).nullable(),
      }),
      uncertain: z.int().describe('Emails that wait for retry or dismiss'),
    }),
  }),
  get_queue_reasons: defineOperation({
    noun: 'queue',
    verb: 'reasons',
    summary:
      'Why mail of a status waits or failed: reasons with how many mails have each, most first.',
    method: 'GET',
    path: '/queue/reasons',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      status: z.enum(['holding', 'uncertain', 'failed']),
      hours: z
        .int()
        .min(1)
        .max(limits.queueReasonHours)
        .optional()
        .describe('Only what failed in the last so many hours'),
    }),
    output: z.strictObject({
      by_reason: z
        .array(
          z.strictObject({
            reason: untrusted(z.string()).describe(
              'What answers to several mails have in common; retry_failed_sends takes it',
            ),
            example: untrusted(z.string()).nullable().describe('One answer as it was'),
            count: z.int(),
            opens_at: timestamp
              .nullable()
              .describe('When the first of them goes by itself; null where something must happen'),
          }),
        )
        .max(limits.queueReasons),
      more: z
        .literal(true)
        .optional()
        .describe(`There is more mail than the ${limits.queueReasonsCounted} that were looked at`),
    }),
  }),
  retry_send: defineOperation({
    noun: 'queue',
    verb: 'retry',
    summary: 'Send an uncertain or failed email again; an uncertain one may arrive twice.',
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
  retry_failed_sends: defineOperation({
    noun: 'queue',
    verb: 'retry-failed',
    summary: `Send failed emails again, the oldest first, ${limits.sendsRetriedAtOnce} a call; never to suppressed people. A dry run tells how many.`,
    method: 'POST',
    path: '/queue/retry-failed',
    safety: 'send',
    status: 200,
    input: z.strictObject({
      person: ofPerson,
      email_id: ofEmail,
      source: z.enum(sendSources).optional().describe('Left out: all but tests'),
      source_id: sourceId,
      reason,
      since: since.describe('Only what failed then or later; of uncertain emails, what was due'),
      include_uncertain: z
        .boolean()
        .optional()
        .describe('Also those that may have arrived already, which people may then get twice'),
      include_failed: z
        .boolean()
        .optional()
        .describe('True when left out; false, with include_uncertain, for uncertain ones alone'),
      limit: z.int().min(1).max(limits.sendsRetriedAtOnce).optional(),
    }),
    output: z.strictObject({
      retried: z.int().describe('Back in the queue, those that were uncertain included'),
      uncertain: z.int().describe('Of these, those that may be received twice'),
      remaining: z
        .int()
        .describe(`Would be retried by another call; counted to ${limits.sendsRetriedCounted}`),
      left_out: z
        .strictObject({
          suppressed: z.int().describe('Their people are never emailed'),
          archived: z.int().describe('Their emails are archived'),
          gone: z
            .int()
            .describe('Their flow, sequence step or broadcast was deleted or canceled since'),
        })
        .describe('Match too, and stay failed or uncertain'),
    }),
  }),
  dismiss_uncertain_sends: defineOperation({
    noun: 'queue',
    verb: 'dismiss-uncertain',
    summary: `Close uncertain emails without sending them again, the oldest first, ${limits.sendsRetriedAtOnce} a call.`,
    method: 'POST',
    path: '/queue/dismiss-uncertain',
    safety: 'remove',
    status: 200,
    input: z.strictObject({
      person: ofPerson,
      email_id: ofEmail,
      source: z.enum(sendSources).optional(),
      source_id: sourceId,
      reason,
      since: since.describe('Only what was due then or later'),
      limit: z.int().min(1).max(limits.sendsRetriedAtOnce).optional(),
    }),
    output: z.strictObject({
      dismissed: z.int(),
      remaining: z.int().describe('Match still; call again'),
    }),
  }),
};
