import { readWhole } from '../message/readable-mail.ts';
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
import type { Provider, RefusedCopy } from './provider.ts';
import { referenceTag, referenceText } from './send-reference.ts';
import { Base64Value, streamedJson } from './streamed-body.ts';

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
      async request(message) {
        const { cc = [], bcc = [] } = message;
        const { mail, files } = await readWhole(message);
        const value = {
          From: mail.from,
          To: message.to,
          ...(cc.length > 0 && { Cc: cc.join(',') }),
          ...(bcc.length > 0 && { Bcc: bcc.join(',') }),
          ...(mail.replyTo !== null && { ReplyTo: mail.replyTo }),
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
          ...(files.length > 0 && {
            Attachments: files.map((file) => ({
              Name: file.filename,
              Content: new Base64Value(file),
              ContentType: file.contentType,
              ...(file.contentId !== null && { ContentID: `cid:${file.contentId}` }),
            })),
          }),
        };
        const headers = {
          'content-type': 'application/json',
          'x-postmark-server-token': options.token,
        };
        return {
          url,
          headers,
          body: files.length > 0 ? streamedJson(value) : JSON.stringify(value),
        };
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
  if (accepted?.kind === 'accepted' && code === 0) {
    const refused = inactiveOf(textMember(answer, 'Message'));
    return refused.length > 0 ? { ...accepted, refused } : accepted;
  }
  if (code !== null && answer.status < 500 && accountErrorCodes.has(code))
    return { kind: 'closed' };
  // A 200 with an error code is a refusal by Postmark.
  if (accepted !== null && code !== null && code > 0) return { kind: 'refused', permanent: true };
  return accepted === null ? statusVerdict(answer.status) : { kind: 'uncertain' };
}

/** Postmark takes a mail of which some recipients are suppressed, and names those in its words. */
function inactiveOf(message: string): RefusedCopy[] {
  const at = message.search(/inactive addresses?:/i);
  const list = at < 0 ? '' : message.slice(message.indexOf(':', at) + 1).trim();
  const addresses = list.replace(/\.$/, '').split(/[,; ]+/);
  return addresses
    .filter((address) => address.includes('@'))
    .map((address) => ({ address, reason: 'Postmark has suppressed the address.' }));
}

function errorCode({ json }: ApiAnswer): number | null {
  const code = json?.ErrorCode;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}
