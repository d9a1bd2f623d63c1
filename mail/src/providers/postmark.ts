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
import type { OptOutDialect } from './opt-out.ts';
import type { Provider } from './provider.ts';
import { referenceTag, referenceText } from './send-reference.ts';

export interface PostmarkCredentials {
  /** Server API token, not the account's. */
  token: string;
  /** Message stream; `outbound` is Postmark's own default. */
  stream: string | null;
}

export const postmarkEndpoint = 'https://api.postmarkapp.com';

/**
 * Error codes (with status 422) that any mail of the account would get: wrong token, sender not
 * confirmed, out of credits, account under review, stream unknown or archived.
 */
const accountErrorCodes = new Set([10, 100, 400, 401, 405, 412, 413, 1226, 1235, 1236]);

/** Sends through Postmark's `/email`. It takes no raw message, so ours is split into its fields. */
export function createPostmark(options: PostmarkCredentials & ApiOptions): Provider {
  const url = new URL('/email', options.endpoint ?? postmarkEndpoint).href;
  return createApiProvider(
    {
      name: 'postmark',
      label: 'Postmark',
      deduplicates: false,
      perSecond: null,
      secrets: [options.token],
      request(message) {
        const mail = readMail(message);
        const body = JSON.stringify({
          From: mail.from,
          To: message.to,
          Subject: mail.subject,
          HtmlBody: mail.html,
          TextBody: mail.text,
          Headers: [['Message-ID', mail.messageId], ['X-PM-KeepID', 'true'], ...mail.headers].map(
            ([Name, Value]) => ({ Name, Value }),
          ),
          // Postroad counts opens and clicks itself.
          TrackOpens: false,
          TrackLinks: 'None',
          ...(mail.reference && { Metadata: { [referenceTag]: referenceText(mail.reference) } }),
          ...(options.stream !== null && { MessageStream: options.stream }),
        });
        const headers = {
          'content-type': 'application/json',
          'x-postmark-server-token': options.token,
        };
        return { url, headers, body };
      },
      verdict: verdictOf,
      words: (answer) =>
        [errorCode(answer)?.toString() ?? '', textMember(answer, 'Message')]
          .filter((word) => word !== '' && word !== '0')
          .join(' '),
      optOut: postmarkOptOut(options),
    },
    options,
  );
}

/**
 * Uses the suppressions of the message stream. A suppression that Postmark made itself after a
 * complaint cannot be lifted.
 */
function postmarkOptOut({
  token,
  stream,
  endpoint,
}: PostmarkCredentials & ApiOptions): OptOutDialect {
  const path = `/message-streams/${encodeURIComponent(stream ?? 'outbound')}/suppressions`;
  const url = new URL(path, endpoint ?? postmarkEndpoint).href;
  const headers = { 'content-type': 'application/json', 'x-postmark-server-token': token };
  return {
    request: (EmailAddress, suppressed) => ({
      url: suppressed ? url : `${url}/delete`,
      headers,
      body: JSON.stringify({ Suppressions: [{ EmailAddress }] }),
    }),
    isDone({ json }, suppressed) {
      const [first] = Array.isArray(json?.Suppressions) ? json.Suppressions : [];
      return (first as { Status?: unknown })?.Status === (suppressed ? 'Suppressed' : 'Deleted');
    },
  };
}

function verdictOf(answer: ApiAnswer): Verdict {
  const code = errorCode(answer);
  const accepted = acceptedVerdict(answer, 'MessageID');
  if (accepted?.kind === 'accepted' && code === 0) return accepted;
  if (code !== null && answer.status < 500 && accountErrorCodes.has(code))
    return { kind: 'closed' };
  // A 200 with an error code is a refusal by Postmark.
  if (accepted !== null && code !== null && code > 0) return { kind: 'refused', permanent: true };
  return accepted === null ? statusVerdict(answer.status) : { kind: 'uncertain' };
}

function errorCode({ json }: ApiAnswer): number | null {
  const code = json?.ErrorCode;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}
