import { z } from 'zod';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import {
  id,
  jsonObject,
  nextCursor,
  rowsBy,
  timeBound,
  timestamp,
  warning,
} from '../platform/operations/shapes.ts';
import { untrusted } from '../platform/operations/untrusted.ts';
import { sendStatuses } from '../queue/send-statuses.ts';

const mailbox = z.string().max(limits.nameChars + limits.addressChars);
const address = z.string().max(limits.addressChars);

const copies = z
  .array(address)
  .max(limits.messageRecipients)
  .describe(`to, cc and bcc hold at most ${limits.messageRecipients} recipients in all`);

const attachment = z.strictObject({
  filename: z.string(),
  content_type: z.string().describe('As in application/pdf'),
  content_base64: z.string(),
  content_id: z.string().optional().describe('Shows it in the HTML as cid:<content_id>'),
});

const accepted = z.strictObject({
  id: id.describe('Also the id of its send'),
  status: z.enum(sendStatuses),
  to: z.string().nullable().describe('Null where the person was erased'),
  person_id: id.nullable(),
  email_id: id.nullable().describe('Null for words of its own'),
  subject: untrusted(z.string()).describe('As it was written, before Liquid'),
  due_at: timestamp,
});

const row = z.strictObject({
  ...accepted.shape,
  hold_reason: z.string().nullable(),
  attempts: z.int(),
  last_error: untrusted(z.string())
    .nullable()
    .describe('Why the last attempt did not end in a delivery'),
  created_at: timestamp.nullable().describe('Null where the person was erased'),
  ended_at: timestamp.nullable(),
});

const whole = z.strictObject({
  ...row.shape,
  from: untrusted(z.string())
    .nullable()
    .describe('The sender that the call named; null: the usual one'),
  reply_to: untrusted(z.string()).nullable(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  headers: untrusted(z.record(z.string(), z.string())).describe('Those that the call added'),
});

export const messageOperations = {
  send_message: defineOperation({
    noun: 'messages',
    verb: 'send',
    summary:
      'Send one mail to one address: a receipt, a reset of a password. Of an email, or of subject and body_markdown.',
    method: 'POST',
    path: '/messages',
    safety: 'send',
    scope: 'send',
    ingest: true,
    bodyBytes: limits.messageBodyBytes,
    bodyFiles: { list: 'attachments', content: 'content_base64' },
    status: 201,
    input: z.strictObject({
      to: address.describe('One address; who is unknown becomes a person without consent'),
      from: mailbox
        .optional()
        .describe('Of the profile, of the email, or of a domain in sending.allowed_from'),
      email_id: id.optional(),
      email: z.string().max(limits.keyChars).optional().describe('Key of an email'),
      subject: z.string().max(limits.subjectChars).optional(),
      body_markdown: z
        .string()
        .max(limits.bodyMarkdownChars)
        .optional()
        .describe('With subject, in place of an email: Markdown with Liquid'),
      template_id: id.nullable().optional().describe('Layout of these words; null: the default'),
      template: z.string().max(limits.keyChars).optional().describe('Its key, in place of the id'),
      data: jsonObject.optional().describe('data.* in Liquid'),
      reply_to: mailbox.optional(),
      cc: copies.optional(),
      bcc: copies.optional(),
      headers: z
        .record(z.string().max(limits.messageHeaderChars), z.string())
        .refine((headers) => Object.keys(headers).length <= limits.headersAdded, {
          error: `A message adds at most ${limits.headersAdded} headers.`,
        })
        .optional()
        .describe('X-*, In-Reply-To, References and Auto-Submitted, without Liquid'),
      attachments: z
        .array(attachment)
        .max(limits.attachments)
        .optional()
        .describe('Files, together at most 10 MB decoded'),
      send_at: timeBound('send_at').optional().describe('At once where it is left out or past'),
      transactional: z
        .boolean()
        .optional()
        .describe('What the email is; true for subject and body_markdown'),
      tracking: z
        .boolean()
        .optional()
        .describe('Whether opens and clicks are counted; as the email says where left out'),
    }),
    output: z.strictObject({ message: accepted, warnings: z.array(warning).optional() }),
  }),
  list_messages: defineOperation({
    noun: 'messages',
    verb: 'list',
    summary: 'Messages, newest first. list_sends has all mail.',
    method: 'GET',
    path: '/messages',
    safety: 'read',
    mayLag: true,
    status: 200,
    input: z.strictObject({
      person: address.optional().describe('Id or email address'),
      ...rowsBy('-id', 'id'),
    }),
    output: z.strictObject({ messages: z.array(row), next_cursor: nextCursor }),
  }),
  get_message: defineOperation({
    noun: 'messages',
    verb: 'get',
    summary: 'Get one message with its status. get_send_content has what it said.',
    method: 'GET',
    path: '/messages/:message_id',
    safety: 'read',
    status: 200,
    input: z.strictObject({ message_id: id }),
    output: z.strictObject({ message: whole }),
  }),
  cancel_message: defineOperation({
    noun: 'messages',
    verb: 'cancel',
    summary: 'Cancel a message that is not being handed over yet.',
    method: 'POST',
    path: '/messages/:message_id/cancel',
    safety: 'remove',
    scope: 'send',
    status: 200,
    input: z.strictObject({ message_id: id }),
    output: z.strictObject({ message: row }),
  }),
};
