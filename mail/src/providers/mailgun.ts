import { streamOf } from '../message/attachment.ts';
import { readMail } from '../message/readable-mail.ts';
import {
  type ApiOptions,
  acceptedVerdict,
  createApiProvider,
  statusVerdict,
  textMember,
} from './api-provider.ts';
import type { OptOutDialect } from './opt-out.ts';
import type { Provider } from './provider.ts';
import { referenceTag, referenceText } from './send-reference.ts';
import { streamedForm } from './streamed-body.ts';

export interface MailgunCredentials {
  apiKey: string;
  /** The sending domain. */
  domain: string;
  region: 'us' | 'eu';
}

export const mailgunEndpoints = {
  us: 'https://api.mailgun.net',
  eu: 'https://api.eu.mailgun.net',
} as const;

/** Sends through Mailgun's `messages.mime`, which takes raw messages. */
export function createMailgun(options: MailgunCredentials & ApiOptions): Provider {
  const { apiKey, domain, region } = options;
  const endpoint = options.endpoint ?? mailgunEndpoints[region];
  const url = new URL(`/v3/${encodeURIComponent(domain)}/messages.mime`, endpoint).href;
  const login = Buffer.from(`api:${apiKey}`, 'utf8').toString('base64');
  return createApiProvider(
    {
      name: 'mailgun',
      label: 'Mailgun',
      deduplicates: false,
      perSecond: null,
      secrets: [login, apiKey],
      request(message) {
        const { reference } = readMail(message);
        const { cc = [], bcc = [], rest } = message;
        const fields: [name: string, value: string][] = [
          // The envelope: the headers To and Cc are in the message.
          ...[message.to, ...cc, ...bcc].map((to): [string, string] => ['to', to]),
          // Postroad counts opens and clicks itself.
          ['o:tracking', 'no'],
        ];
        if (reference !== null) fields.push([`v:${referenceTag}`, referenceText(reference)]);
        const headers = { authorization: `Basic ${login}` };
        if (rest !== undefined) {
          const file = { name: 'message', filename: 'message.eml', content: streamOf(message) };
          return { url, headers, body: streamedForm(fields, file) };
        }
        const body = new FormData();
        for (const [name, value] of fields) body.append(name, value);
        body.set('message', new Blob([new Uint8Array(message.data)]), 'message.eml');
        return { url, headers, body };
      },
      verdict: (answer) => acceptedVerdict(answer, 'id') ?? statusVerdict(answer.status),
      // Some errors are plain text.
      words: (answer) => textMember(answer, 'message') || (answer.json === null ? answer.text : ''),
      optOut: mailgunOptOut(new URL(`/v3/${encodeURIComponent(domain)}/`, endpoint), login),
    },
    options,
  );
}

/** Uses the unsubscribe list of the sending domain, for mail with any tag. */
function mailgunOptOut(domain: URL, login: string): OptOutDialect {
  const headers = { authorization: `Basic ${login}` };
  return {
    request(address, suppressed) {
      if (!suppressed) {
        const url = new URL(`unsubscribes/${encodeURIComponent(address)}`, domain).href;
        return { method: 'DELETE', url, headers, body: null };
      }
      const body = new FormData();
      body.set('address', address);
      body.set('tag', '*');
      return { url: new URL('unsubscribes', domain).href, headers, body };
    },
    // A 404 to a DELETE means that the address was not on the list.
    isDone: ({ status }, suppressed) => status !== 404 || !suppressed,
  };
}
