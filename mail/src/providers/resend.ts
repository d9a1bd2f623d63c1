import type { MailFile } from '../message/attachment.ts';
import { type ReadableMail, readWhole } from '../message/readable-mail.ts';
import type { ApiAnswer } from './api-call.ts';
import {
  type ApiOptions,
  acceptedVerdict,
  createApiProvider,
  statusVerdict,
  textMember,
  type Verdict,
} from './api-provider.ts';
import type { OptOutDialect } from './opt-out.ts';
import type { OutgoingMessage, Provider } from './provider.ts';
import { referenceTag, referenceText } from './send-reference.ts';
import { Base64Value, streamedJson } from './streamed-body.ts';

export interface ResendCredentials {
  apiKey: string;
}

export const resendEndpoint = 'https://api.resend.com';

/** Requests per second of a new account; Resend raises it on request. */
const defaultPerSecond = 2;

/**
 * Sends through Resend's `/emails`, with one idempotency key per mail. Resend remembers keys for 24
 * hours: a mail that is repeated within that time is delivered once. It takes no raw message, so
 * ours is split into its fields.
 */
export function createResend(options: ResendCredentials & ApiOptions): Provider {
  const url = new URL('/emails', options.endpoint ?? resendEndpoint).href;
  return createApiProvider(
    {
      name: 'resend',
      label: 'Resend',
      deduplicates: true,
      perSecond: defaultPerSecond,
      secrets: [options.apiKey],
      async request(message) {
        const { mail, files } = await readWhole(message);
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${options.apiKey}`,
          'idempotency-key': `postroad-${keyOf(mail, message)}`,
        };
        const value = bodyOf(mail, message, files);
        return {
          url,
          headers,
          body: files.length > 0 ? streamedJson(value) : JSON.stringify(value),
        };
      },
      verdict: verdictOf,
      words: (answer) =>
        [textMember(answer, 'name'), textMember(answer, 'message')]
          .filter((word) => word !== '')
          .join(': '),
      optOut: resendOptOut(options),
    },
    options,
  );
}

/**
 * Marks the contact as unsubscribed. Resend's own broadcasts go to contacts only, so an address
 * that is not a contact is not made one.
 */
function resendOptOut({ apiKey, endpoint }: ResendCredentials & ApiOptions): OptOutDialect {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  return {
    request: (address, suppressed) => ({
      method: 'PATCH',
      url: new URL(`/contacts/${encodeURIComponent(address)}`, endpoint ?? resendEndpoint).href,
      headers,
      body: JSON.stringify({ unsubscribed: suppressed }),
    }),
    isDone: () => true,
  };
}

/** The MAC in the reference keeps apart two installations that share one Resend account. */
function keyOf({ reference, messageId }: ReadableMail, { sendId }: OutgoingMessage): string {
  return reference === null ? `${sendId}-${messageId.slice(0, 200)}` : referenceText(reference);
}

function bodyOf(
  mail: ReadableMail,
  { to, cc = [], bcc = [] }: OutgoingMessage,
  files: readonly MailFile[],
): Record<string, unknown> {
  return {
    from: mail.from,
    to: [to],
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(mail.replyTo !== null && { reply_to: mail.replyTo }),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: Object.fromEntries([['Message-ID', mail.messageId], ...mail.headers]),
    ...(mail.reference && {
      tags: [{ name: referenceTag, value: referenceText(mail.reference) }],
    }),
    ...(files.length > 0 && {
      attachments: files.map((file) => ({
        filename: file.filename,
        content: new Base64Value(file),
        content_type: file.contentType,
        ...(file.contentId !== null && { content_id: file.contentId }),
      })),
    }),
  };
}

function verdictOf(answer: ApiAnswer): Verdict {
  const accepted = acceptedVerdict(answer, 'id');
  if (accepted !== null) return accepted;
  const name = textMember(answer, 'name');
  if (answer.status === 409) {
    // Resend keeps the key of accepted requests only. The same key means the same mail, even if its
    // content was rendered differently this time.
    return name === 'invalid_idempotent_request' ? { kind: 'known' } : { kind: 'uncertain' };
  }
  return statusVerdict(answer.status);
}
