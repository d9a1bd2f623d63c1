import { limits } from '@postroad/core/platform/limits';
import { type ApiAnswer, type ApiRequest, callApi } from './api-call.ts';
import { type OptOutDialect, tellOptOut } from './opt-out.ts';
import type { Outcome, OutgoingMessage, Provider } from './provider.ts';
import { Pacer, retryAfterMs } from './rate-limiter.ts';

/** What the providers with an API have in common to be told. */
export interface ApiOptions {
  /** Where the API answers, in place of the provider's own address. */
  endpoint?: string;
  /** Mails a second that this process hands over; null is as fast as they go. */
  perSecond?: number | null;
  timeoutMs?: number;
}

/** An answer as its provider means it. */
export type Verdict =
  | { kind: 'accepted'; providerId: string }
  /** Accepted by an earlier request with the same key. */
  | { kind: 'known' }
  /** About this mail: no, for good or for now. */
  | { kind: 'refused'; permanent: boolean }
  /** About the account or its rate: no mail would be taken now, and none was. */
  | { kind: 'closed' }
  | { kind: 'busy' }
  | { kind: 'uncertain' };

/** How one provider is spoken to. */
export interface ApiDialect {
  name: string;
  /** For people. */
  label: string;
  /** Whether a request that is sent again with the same key delivers once. */
  deduplicates: boolean;
  perSecond: number | null;
  /** Never shown of an answer's words. */
  secrets: readonly string[];
  /** Throws an Error with a sentence where the provider cannot take this mail. */
  request(message: OutgoingMessage, now: Date): ApiRequest;
  verdict(answer: ApiAnswer): Verdict;
  /** What the provider says is wrong, of an answer that is no yes. */
  words(answer: ApiAnswer): string;
  optOut: OptOutDialect;
}

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A provider that takes each mail by one request to its API. */
export function createApiProvider(dialect: ApiDialect, options: ApiOptions): Provider {
  const perSecond = options.perSecond === undefined ? dialect.perSecond : options.perSecond;
  const pacer = new Pacer(perSecond);
  const underway = new Set<Promise<Outcome>>();
  let closed = false;

  async function deliver(message: OutgoingMessage): Promise<Outcome> {
    if (closed) return { kind: 'unreachable', reason: 'The sender is closing.' };
    const wait = await pacer.turn();
    if (wait > 0) {
      const reason = closed
        ? 'The sender is closing.'
        : `${dialect.label} is given a rest for ${Math.ceil(wait / 1000)} s, as it asked or as its rate limit says.`;
      return { kind: 'unreachable', reason };
    }
    const now = new Date();
    let request: ApiRequest;
    try {
      request = dialect.request(message, now);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'The mail cannot be sent this way.';
      return { kind: 'refused', permanent: true, status: null, enhanced: null, reason };
    }
    return await post(dialect, pacer, request, options.timeoutMs ?? limits.providerAnswerMs);
  }

  return {
    name: dialect.name,
    deduplicates: dialect.deduplicates,
    concurrency: Math.max(1, Math.min(limits.providerRequests, Math.ceil(perSecond ?? Infinity))),
    async send(message) {
      const delivery = deliver(message);
      underway.add(delivery);
      const outcome = await delivery;
      underway.delete(delivery);
      return outcome;
    },
    setOptOut(address, held) {
      const { label, optOut } = dialect;
      const reasonOfAnswer = (answer: ApiAnswer) => reasonOf(dialect, answer);
      const asking = { pacer, label, reasonOf: reasonOfAnswer };
      const timeoutMs = options.timeoutMs ?? limits.providerAnswerMs;
      return tellOptOut(optOut, { ...asking, timeoutMs }, address, held);
    },
    async close() {
      closed = true;
      pacer.close();
      await Promise.all(underway);
    },
  };
}

async function post(
  dialect: ApiDialect,
  pacer: Pacer,
  request: ApiRequest,
  timeoutMs: number,
): Promise<Outcome> {
  const answer = await callApi(request, timeoutMs);
  if (answer.kind === 'failure') {
    const what = answer.begun ? 'gave no answer' : 'could not be reached';
    const reason = `${dialect.label} ${what}: ${answer.cause}.`;
    return { kind: answer.begun ? 'uncertain' : 'unreachable', reason };
  }
  const verdict = dialect.verdict(answer);
  if (verdict.kind === 'busy') {
    pacer.pause(retryAfterMs(answer.headers.get('retry-after'), new Date()));
  }
  return outcomeOf(dialect, answer, verdict);
}

function outcomeOf(dialect: ApiDialect, answer: ApiAnswer, verdict: Verdict): Outcome {
  switch (verdict.kind) {
    case 'accepted':
      return { kind: 'accepted', providerId: verdict.providerId };
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

/** In one line for people, without secrets, cut to a bounded length. */
function reasonOf({ label, secrets, words }: ApiDialect, answer: ApiAnswer): string {
  let said = words(answer).slice(0, limits.providerAnswerBytes).replace(controls, ' ').trim();
  for (const secret of secrets) said = said.replaceAll(secret, '***');
  const text = `${label} answered ${answer.status}${said === '' ? '' : `: ${said}`}`;
  if (text.length <= limits.smtpReasonChars) return text;
  return `${text.slice(0, limits.smtpReasonChars - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * What a status means that the provider says nothing more exact about. A 5xx can come from a gateway
 * that lost sight of a request that went through, so it is no definite no, but for 503; a redirect,
 * a wrong key and a wrong address would meet every mail alike, so none of them is given up.
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

/** The yes of most APIs: an id under `member` in an answer of 2xx. */
export function acceptedVerdict({ status, json }: ApiAnswer, member: string): Verdict | null {
  if (status < 200 || status > 299) return null;
  const id = json?.[member];
  const known = typeof id === 'string' && id !== '' && id.length <= limits.smtpReasonChars;
  // A 200 without an id can be anybody's, such as a proxy's.
  return known ? { kind: 'accepted', providerId: id } : { kind: 'uncertain' };
}

/** A text member of the answer, or ''. */
export function textMember({ json }: ApiAnswer, member: string): string {
  const value = json?.[member];
  return typeof value === 'string' ? value : '';
}
