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

export interface ResendAccount {
  apiKey: string;
}

export const resendEndpoint = 'https://api.resend.com';

/** What an account may ask at first; Resend raises it on request. */
const usualPerSecond = 2;

/**
 * Resend's `/emails`, with an idempotency key a mail that it remembers for 24 hours: a mail that is
 * sent again within them is delivered once. It takes no raw message, so ours is taken apart again.
 */
export function createResend(options: ResendAccount & ApiOptions): Provider {
  const url = new URL('/emails', options.endpoint ?? resendEndpoint).href;
  return createApiProvider(
    {
      name: 'resend',
      label: 'Resend',
      deduplicates: true,
      perSecond: usualPerSecond,
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
      optOut: optOutOf(options),
    },
    options,
  );
}

/** Resend's own broadcasts go to contacts; who is none gets nothing from them, and is made none. */
function optOutOf({ apiKey, endpoint }: ResendAccount & ApiOptions): OptOutDialect {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` };
  return {
    request: (address, held) => ({
      method: 'PATCH',
      url: new URL(`/contacts/${encodeURIComponent(address)}`, endpoint ?? resendEndpoint).href,
      headers,
      body: JSON.stringify({ unsubscribed: held }),
    }),
    isDone: () => true,
  };
}

/** The mark in the reference keeps two installations on one account apart. */
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
    // Only a request that was taken keeps its key, and the same send is the same mail, though what
    // was filled in may have changed since.
    return name === 'invalid_idempotent_request' ? { kind: 'known' } : { kind: 'uncertain' };
  }
  return statusVerdict(answer.status);
}
