import { limits } from '@postroad/core/platform/limits';
import { wireAddress } from '../message/wire-address.ts';
import { type ApiAnswer, type ApiRequest, callApi } from './api-call.ts';
import { type OptOutDialect, requestOptOut } from './opt-out.ts';
import {
  type Outcome,
  type OutgoingMessage,
  type Provider,
  type RefusedCopy,
  unreadable,
  withheld,
} from './provider.ts';
import { RateLimiter, retryAfterMs } from './rate-limiter.ts';

/** The options that all API providers share. */
export interface ApiOptions {
  /** Origin of the API, in place of the provider's own. */
  endpoint?: string;
  /** Mails per second that this process sends; null means no limit. */
  perSecond?: number | null;
  timeoutMs?: number;
}

/** The meaning of an answer in its provider's terms. */
export type Verdict =
  | { kind: 'accepted'; providerId: string; refused?: readonly RefusedCopy[] }
  /** An earlier request with the same idempotency key was accepted. */
  | { kind: 'known' }
  /** The provider refuses this mail, permanently or for now. */
  | { kind: 'refused'; permanent: boolean }
  /**
   * The account is blocked, or its rate is exceeded (`busy`): the provider would take no mail now.
   */
  | { kind: 'closed' }
  | { kind: 'busy' }
  | { kind: 'uncertain' };

/** How to talk to one provider: the requests it takes and the meaning of its answers. */
export interface ApiDialect {
  name: string;
  /** Display name. */
  label: string;
  /** Whether repeating a request with the same key delivers the mail only once. */
  deduplicates: boolean;
  perSecond: number | null;
  /** Texts that are removed from the provider's words before anybody sees them. */
  secrets: readonly string[];
  /** Throws an Error with a whole sentence if the provider cannot take this mail. */
  request(message: OutgoingMessage, now: Date): ApiRequest | Promise<ApiRequest>;
  verdict(answer: ApiAnswer): Verdict;
  /** The provider's error message, or '' if it gives none. */
  words(answer: ApiAnswer): string;
  optOut: OptOutDialect;
}

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Creates a provider that sends each mail with one request to an API. It promises what `Provider`
 * says: an outcome for each mail and no rejection. It waits for the rate limiter before each
 * request and costs one HTTP request per mail.
 */
export function createApiProvider(dialect: ApiDialect, options: ApiOptions): Provider {
  const perSecond = options.perSecond === undefined ? dialect.perSecond : options.perSecond;
  const limiter = new RateLimiter(perSecond);
  const inFlight = new Set<Promise<Outcome>>();
  let closed = false;

  async function deliver(message: OutgoingMessage, mayProceed: () => boolean): Promise<Outcome> {
    if (closed) return { kind: 'unreachable', reason: 'The sender is closing.' };
    const wait = await limiter.acquire();
    if (wait > 0) {
      const reason = closed
        ? 'The sender is closing.'
        : `${dialect.label} gets no mail for ${Math.ceil(wait / 1000)} s: its rate limit is used up, or it asked for a pause.`;
      return { kind: 'unreachable', reason };
    }
    if (!mayProceed()) return withheld;
    const now = new Date();
    let request: ApiRequest;
    try {
      request = await dialect.request(onTheWire(message), now);
    } catch (error) {
      // What follows is in the database, which may be back for the next attempt.
      if (message.rest !== undefined) return unreadable;
      const reason = error instanceof Error ? error.message : 'The mail cannot be sent this way.';
      return { kind: 'refused', permanent: true, status: null, enhanced: null, reason };
    }
    return await post(dialect, limiter, request, options.timeoutMs ?? limits.providerAnswerMs);
  }

  return {
    name: dialect.name,
    deduplicates: dialect.deduplicates,
    concurrency: Math.max(1, Math.min(limits.providerRequests, Math.ceil(perSecond ?? Infinity))),
    ...(perSecond !== null && { pace: limiter }),
    async send(message, mayProceed = () => true) {
      const delivery = deliver(message, mayProceed);
      inFlight.add(delivery);
      const outcome = await delivery;
      inFlight.delete(delivery);
      return outcome;
    },
    setOptOut(address, suppressed) {
      const { label, optOut } = dialect;
      const reasonOfAnswer = (answer: ApiAnswer) => reasonOf(dialect, answer);
      const context = { limiter, label, reasonOf: reasonOfAnswer };
      const timeoutMs = options.timeoutMs ?? limits.providerAnswerMs;
      return requestOptOut(optOut, { ...context, timeoutMs }, wireAddress(address), suppressed);
    },
    async close() {
      closed = true;
      limiter.close();
      await Promise.all(inFlight);
    },
  };
}

/** APIs take domains beyond ASCII as A-labels alone, as the headers of the mail have them. */
function onTheWire(message: OutgoingMessage): OutgoingMessage {
  const { from, to, cc, bcc } = message;
  return {
    ...message,
    ...{ from: wireAddress(from), to: wireAddress(to) },
    ...(cc && { cc: cc.map(wireAddress) }),
    ...(bcc && { bcc: bcc.map(wireAddress) }),
  };
}

async function post(
  dialect: ApiDialect,
  limiter: RateLimiter,
  request: ApiRequest,
  timeoutMs: number,
): Promise<Outcome> {
  const answer = await callApi(request, timeoutMs);
  if (answer.kind === 'failure') {
    if (answer.isUnread) return unreadable;
    const what = answer.requestBegun ? 'gave no answer' : 'could not be reached';
    const reason = `${dialect.label} ${what}: ${answer.cause}.`;
    return { kind: answer.requestBegun ? 'uncertain' : 'unreachable', reason };
  }
  const verdict = dialect.verdict(answer);
  if (verdict.kind === 'busy') {
    limiter.pause(retryAfterMs(answer.headers.get('retry-after'), new Date()));
  }
  return outcomeOf(dialect, answer, verdict);
}

function outcomeOf(dialect: ApiDialect, answer: ApiAnswer, verdict: Verdict): Outcome {
  switch (verdict.kind) {
    case 'accepted':
      return {
        kind: 'accepted',
        providerId: verdict.providerId,
        ...(verdict.refused && { refused: verdict.refused }),
      };
    case 'known':
      return { kind: 'accepted', providerId: null };
    case 'refused': {
      const { permanent } = verdict;
      const reason = reasonOf(dialect, answer);
      return { kind: 'refused', permanent, status: answer.status, enhanced: null, reason };
    }
    case 'closed':
    case 'busy':
      return { kind: 'unreachable', reason: reasonOf(dialect, answer) };
    case 'uncertain':
      return { kind: 'uncertain', reason: reasonOf(dialect, answer) };
  }
}

/** The answer as one line for people, without secrets, at most `limits.smtpReasonChars` long. */
function reasonOf({ label, secrets, words }: ApiDialect, answer: ApiAnswer): string {
  let errorText = words(answer).slice(0, limits.providerAnswerBytes).replace(controls, ' ').trim();
  for (const secret of secrets) errorText = errorText.replaceAll(secret, '***');
  const text = `${label} answered ${answer.status}${errorText === '' ? '' : `: ${errorText}`}`;
  if (text.length <= limits.smtpReasonChars) return text;
  return `${text.slice(0, limits.smtpReasonChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * The meaning of an HTTP status if the provider gives no exact error. A 5xx other than 503 can come
 * from a gateway in front of a provider that took the mail, so it is uncertain. A redirect, a wrong
 * key and a wrong address would affect every mail alike, so they do not count against this mail.
 */
export function statusVerdict(status: number): Verdict {
  if (status === 429 || status === 503) return { kind: 'busy' };
  if (status >= 500) return { kind: 'uncertain' };
  if (status >= 300 && status < 400) return { kind: 'closed' };
  if ([401, 402, 403, 404, 405, 407].includes(status)) return { kind: 'closed' };
  if ([400, 413, 415, 422].includes(status)) return { kind: 'refused', permanent: true };
  if (status >= 400) return { kind: 'refused', permanent: false };
  return { kind: 'uncertain' };
}

/** Most APIs accept a mail with a 2xx and an id under `member`. Null if the status is not 2xx. */
export function acceptedVerdict({ status, json }: ApiAnswer, member: string): Verdict | null {
  if (status < 200 || status > 299) return null;
  const id = json?.[member];
  const known = typeof id === 'string' && id !== '' && id.length <= limits.smtpReasonChars;
  // A 2xx without an id can come from something else, such as a proxy.
  return known ? { kind: 'accepted', providerId: id } : { kind: 'uncertain' };
}

/** The value of a text member of the answer, or ''. */
export function textMember({ json }: ApiAnswer, member: string): string {
  const value = json?.[member];
  return typeof value === 'string' ? value : '';
}
