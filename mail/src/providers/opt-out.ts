import { type ApiAnswer, type ApiRequest, callApi } from './api-call.ts';
import { type Pacer, retryAfterMs } from './rate-limiter.ts';

/** What became of telling a provider of an opt-out, or that somebody opted in again. */
export type OptOutOutcome =
  | { kind: 'done' }
  /** A definite no, which the same request would get again. */
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string };

/** How one provider is told that it is to hold mail to an address back, or to let it go again. */
export interface OptOutDialect {
  request(address: string, held: boolean, now: Date): ApiRequest;
  /** Whether an answer of 2xx, or of 404, says that it is so now. */
  isDone(answer: ApiAnswer, held: boolean): boolean;
}

interface Asking {
  pacer: Pacer;
  timeoutMs: number;
  /** In one line for people, without secrets. */
  reasonOf: (answer: ApiAnswer) => string;
  label: string;
}

/** Tells the provider, in its turn among the mail. Never rejects; telling it twice is harmless. */
export async function tellOptOut(
  dialect: OptOutDialect,
  { pacer, timeoutMs, reasonOf, label }: Asking,
  address: string,
  held: boolean,
): Promise<OptOutOutcome> {
  if ((await pacer.turn()) > 0) return { kind: 'later', reason: `${label} is given a rest.` };
  const answer = await callApi(dialect.request(address, held, new Date()), timeoutMs);
  if (answer.kind === 'failure') {
    return { kind: 'later', reason: `${label} gave no answer: ${answer.cause}.` };
  }
  const { status } = answer;
  if ((status >= 200 && status < 300) || status === 404) {
    if (dialect.isDone(answer, held)) return { kind: 'done' };
    return { kind: 'refused', reason: reasonOf(answer) };
  }
  if (status === 429 || status === 503) {
    pacer.pause(retryAfterMs(answer.headers.get('retry-after'), new Date()));
  }
  const definite = [400, 409, 413, 415, 422].includes(status);
  return { kind: definite ? 'refused' : 'later', reason: reasonOf(answer) };
}
