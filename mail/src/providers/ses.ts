import { readMail } from '../message/readable-mail.ts';
import type { ApiAnswer } from './api-call.ts';
import {
  type ApiOptions,
  acceptedVerdict,
  createApiProvider,
  statusVerdict,
  textMember,
  type Verdict,
} from './api-provider.ts';
import { type AwsCredentials, awsEncoded, signAwsRequest } from './aws-signature.ts';
import type { OptOutDialect } from './opt-out.ts';
import type { Provider } from './provider.ts';
import { referenceTag, referenceText } from './send-reference.ts';

export interface SesAccount extends AwsCredentials {
  region: string;
  /** Publishes the events of a mail to SNS. */
  configurationSet: string | null;
}

export const sesEndpoint = (region: string) => `https://email.${region}.amazonaws.com`;

/** The rate at which an account leaves the sandbox. */
const usualPerSecond = 14;

/** Errors that the account, and not the mail, has to be rid of. */
const ofAccount =
  /^(?:AccountSuspended|SendingPaused|MailFromDomainNotVerified|NotFound|LimitExceeded|ExpiredToken|AccessDenied|UnrecognizedClient|InvalidSignature|RequestExpired|IncompleteSignature)/;
const ofRate = /^(?:TooManyRequests|Throttling|RequestThrottled|ServiceUnavailable)/;

/** Amazon SES, API version 2: `SendEmail` with the raw message. */
export function createSes(options: SesAccount & ApiOptions): Provider {
  const { region, accessKeyId, secretAccessKey, sessionToken } = options;
  const url = new URL('/v2/email/outbound-emails', options.endpoint ?? sesEndpoint(region));
  return createApiProvider(
    {
      name: 'ses',
      label: 'Amazon SES',
      deduplicates: false,
      perSecond: usualPerSecond,
      secrets: [secretAccessKey, ...(sessionToken === null ? [] : [sessionToken]), accessKeyId],
      request(message, now) {
        const { reference } = readMail(message);
        const body = JSON.stringify({
          FromEmailAddress: message.from,
          Destination: { ToAddresses: [message.to] },
          Content: { Raw: { Data: message.data.toString('base64') } },
          ...(reference && {
            EmailTags: [{ Name: referenceTag, Value: referenceText(reference) }],
          }),
          ...(options.configurationSet !== null && {
            ConfigurationSetName: options.configurationSet,
          }),
        });
        const headers = { 'content-type': 'application/json' };
        const request = { method: 'POST', url, region, service: 'ses', headers, body };
        return { url: url.href, headers: signAwsRequest(request, options, now), body };
      },
      verdict: verdictOf,
      words: (answer) =>
        [errorType(answer), textMember(answer, 'message') || textMember(answer, 'Message')]
          .filter((word) => word !== '')
          .join(': '),
      optOut: optOutOf(options),
    },
    options,
  );
}

/** The suppression list of the account in the region; of its two reasons a complaint comes nearest. */
function optOutOf(options: SesAccount & ApiOptions): OptOutDialect {
  const { region } = options;
  const endpoint = options.endpoint ?? sesEndpoint(region);
  return {
    request(address, held, now) {
      const path = '/v2/email/suppression/addresses';
      const url = new URL(held ? path : `${path}/${awsEncoded(address)}`, endpoint);
      const method = held ? 'PUT' : 'DELETE';
      const body = held ? JSON.stringify({ EmailAddress: address, Reason: 'COMPLAINT' }) : '';
      const headers: Record<string, string> = held ? { 'content-type': 'application/json' } : {};
      const request = { method, url, region, service: 'ses', headers, body };
      const signed = signAwsRequest(request, options, now);
      return { method, url: url.href, headers: signed, body: held ? body : null };
    },
    isDone: ({ status }, held) => status !== 404 || !held,
  };
}

function verdictOf(answer: ApiAnswer): Verdict {
  const accepted = acceptedVerdict(answer, 'MessageId');
  if (accepted !== null) return accepted;
  const type = errorType(answer);
  if (answer.status < 500 && ofRate.test(type)) return { kind: 'busy' };
  if (answer.status < 500 && ofAccount.test(type)) return { kind: 'closed' };
  return statusVerdict(answer.status);
}

/** `MessageRejected` of `MessageRejected:http://…` in the header, or of `__type` in the body. */
function errorType(answer: ApiAnswer): string {
  const named = answer.headers.get('x-amzn-errortype') ?? textMember(answer, '__type');
  return (named.split(':', 1)[0] ?? '').split('#').at(-1) ?? '';
}
