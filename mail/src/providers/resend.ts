import { type ReadableMail, readMail } from '../message/readable-mail.ts';
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
      request(message) {
        const mail = readMail(message);
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${options.apiKey}`,
          'idempotency-key': `postroad-${keyOf(mail, message)}`,
        };
        return { url, headers, body: JSON.stringify(bodyOf(mail, message)) };
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

function bodyOf(mail: ReadableMail, { to }: OutgoingMessage): Record<string, unknown> {
  return {
    from: mail.from,
    to: [to],
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: Object.fromEntries([['Message-ID', mail.messageId], ...mail.headers]),
    ...(mail.reference && {
      tags: [{ name: referenceTag, value: referenceText(mail.reference) }],
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
