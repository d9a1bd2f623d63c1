import { type ApiAnswer, type ApiRequest, callApi } from './api-call.ts';
import { type RateLimiter, retryAfterMs } from './rate-limiter.ts';

/** The result of reporting an opt-out, or its withdrawal, to a provider. */
export type OptOutOutcome =
  | { kind: 'done' }
  /** The provider refused, and would refuse the same request again. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string };

/** How one provider suppresses mail to an address, and lifts the suppression. */
export interface OptOutDialect {
  request(address: string, suppressed: boolean, now: Date): ApiRequest;
  /** Whether a 2xx or 404 means that the change is in effect. */
  isDone(answer: ApiAnswer, suppressed: boolean): boolean;
}

interface OptOutContext {
  limiter: RateLimiter;
  timeoutMs: number;
  /** One line for people, without secrets. */
  reasonOf: (answer: ApiAnswer) => string;
  label: string;
}

/**
 * Asks the provider to suppress mail to an address, or to lift that. The request counts against the
 * same rate limit as mail. Repeating it is harmless. Never rejects.
 */
export async function requestOptOut(
  dialect: OptOutDialect,
  { limiter, timeoutMs, reasonOf, label }: OptOutContext,
  address: string,
  suppressed: boolean,
): Promise<OptOutOutcome> {
  if ((await limiter.acquire()) > 0)
    return { kind: 'later', reason: `${label} gets no requests now: its rate limit is used up.` };
  const answer = await callApi(dialect.request(address, suppressed, new Date()), timeoutMs);
  if (answer.kind === 'failure') {
    return { kind: 'later', reason: `${label} gave no answer: ${answer.cause}.` };
  }
  const { status } = answer;
  if ((status >= 200 && status < 300) || status === 404) {
    if (dialect.isDone(answer, suppressed)) return { kind: 'done' };
    return { kind: 'refused', reason: reasonOf(answer) };
  }
  if (status === 429 || status === 503) {
    limiter.pause(retryAfterMs(answer.headers.get('retry-after'), new Date()));
  }
  const definite = [400, 409, 413, 415, 422].includes(status);
  return { kind: definite ? 'refused' : 'later', reason: reasonOf(answer) };
}
