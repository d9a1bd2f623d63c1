import type { ApiAnswer } from './api-call.ts';
import {
  type ApiOptions,
  acceptedVerdict,
  createApiProvider,
  statusVerdict,
  textMember,
  type Verdict,
} from './api-provider.ts';
import { type AwsCredentials, signAwsRequest } from './aws-signature.ts';
import type { Provider } from './provider.ts';
import { readMail } from './readable-mail.ts';
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
    },
    options,
  );
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
