import { streamOf } from '../message/attachment.ts';
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
import {
  type AwsCredentials,
  awsEncoded,
  type BodyHash,
  hashOfBody,
  signAwsRequest,
} from './aws-signature.ts';
import type { OptOutDialect } from './opt-out.ts';
import type { Provider } from './provider.ts';
import { referenceTag, referenceText } from './send-reference.ts';
import { Base64Value, streamedJson } from './streamed-body.ts';

export interface SesCredentials extends AwsCredentials {
  region: string;
  /** The configuration set that publishes the events of a mail to SNS. */
  configurationSet: string | null;
}

export const sesEndpoint = (region: string) => `https://email.${region}.amazonaws.com`;

/** Mails per second of an account that has left the sandbox. */
const defaultPerSecond = 14;

/** Errors that concern the account, not the mail. */
const accountError =
  /^(?:AccountSuspended|SendingPaused|MailFromDomainNotVerified|NotFound|LimitExceeded|ExpiredToken|AccessDenied|UnrecognizedClient|InvalidSignature|RequestExpired|IncompleteSignature)/;
const rateError = /^(?:TooManyRequests|Throttling|RequestThrottled|ServiceUnavailable)/;

/** Sends through the Amazon SES API version 2: `SendEmail` with the raw message. */
export function createSes(options: SesCredentials & ApiOptions): Provider {
  const { region, accessKeyId, secretAccessKey, sessionToken } = options;
  const url = new URL('/v2/email/outbound-emails', options.endpoint ?? sesEndpoint(region));
  return createApiProvider(
    {
      name: 'ses',
      label: 'Amazon SES',
      deduplicates: false,
      perSecond: defaultPerSecond,
      secrets: [secretAccessKey, ...(sessionToken === null ? [] : [sessionToken]), accessKeyId],
      async request(message, now) {
        const { reference } = readMail(message);
        const { cc = [], bcc = [], data, rest } = message;
        const value = (raw: string | Base64Value) => ({
          FromEmailAddress: message.from,
          Destination: {
            ToAddresses: [message.to],
            ...(cc.length > 0 && { CcAddresses: cc }),
            ...(bcc.length > 0 && { BccAddresses: bcc }),
          },
          Content: { Raw: { Data: raw } },
          ...(reference && {
            EmailTags: [{ Name: referenceTag, Value: referenceText(reference) }],
          }),
          ...(options.configurationSet !== null && {
            ConfigurationSetName: options.configurationSet,
          }),
        });
        const headers = { 'content-type': 'application/json' };
        const sign = (body: string | BodyHash) => {
          const request = { method: 'POST', url, region, service: 'ses', headers, body };
          return { url: url.href, headers: signAwsRequest(request, options, now) };
        };
        if (rest === undefined) {
          const body = JSON.stringify(value(data.toString('base64')));
          return { ...sign(body), body };
        }
        // The files are read twice, since the signature comes before the body and depends on it.
        const body = streamedJson(value(new Base64Value(streamOf(message))));
        return { ...sign(await hashOfBody(body)), body };
      },
      verdict: verdictOf,
      words: (answer) =>
        [errorType(answer), textMember(answer, 'message') || textMember(answer, 'Message')]
          .filter((word) => word !== '')
          .join(': '),
      optOut: sesOptOut(options),
    },
    options,
  );
}

/**
 * Uses the account's suppression list for the region. Of the two reasons that SES knows, COMPLAINT
 * is closer than BOUNCE.
 */
function sesOptOut(options: SesCredentials & ApiOptions): OptOutDialect {
  const { region } = options;
  const endpoint = options.endpoint ?? sesEndpoint(region);
  return {
    request(address, suppressed, now) {
      const path = '/v2/email/suppression/addresses';
      const url = new URL(suppressed ? path : `${path}/${awsEncoded(address)}`, endpoint);
      const method = suppressed ? 'PUT' : 'DELETE';
      const body = suppressed ? JSON.stringify({ EmailAddress: address, Reason: 'COMPLAINT' }) : '';
      const headers: Record<string, string> = suppressed
        ? { 'content-type': 'application/json' }
        : {};
      const request = { method, url, region, service: 'ses', headers, body };
      const signed = signAwsRequest(request, options, now);
      return { method, url: url.href, headers: signed, body: suppressed ? body : null };
    },
    isDone: ({ status }, suppressed) => status !== 404 || !suppressed,
  };
}

function verdictOf(answer: ApiAnswer): Verdict {
  const accepted = acceptedVerdict(answer, 'MessageId');
  if (accepted !== null) return accepted;
  const type = errorType(answer);
  if (answer.status < 500 && rateError.test(type)) return { kind: 'busy' };
  if (answer.status < 500 && accountError.test(type)) return { kind: 'closed' };
  return statusVerdict(answer.status);
}

/**
 * Reads `MessageRejected` from `MessageRejected:http://…` in the header, or from `__type` in the
 * body.
 */
function errorType(answer: ApiAnswer): string {
  const named = answer.headers.get('x-amzn-errortype') ?? textMember(answer, '__type');
  return (named.split(':', 1)[0] ?? '').split('#').at(-1) ?? '';
}
