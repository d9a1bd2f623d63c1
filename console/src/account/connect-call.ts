import type { Scope } from '@postroad/core/platform/operations/scope';
import { surfaceHeader } from '@postroad/core/platform/surface';
import { refusalWords } from '../platform/call.ts';
import { sessionEnded } from '../platform/session.ts';
import { t } from '../platform/words.ts';

/** What is asked, as `POST /console/consent/view` answers. */
export interface Consent {
  client: { name: string; uri: string | null; proven_host: string | null };
  redirect: { uri: string; host: string; is_loopback: boolean };
  asked: Scope[];
  ticked: Scope[];
  offered: Scope[];
  ends_at: string | null;
  allowed_ips: string[];
}

/** A request that has a fault; it can be reported to its application only. */
export interface RefusedConsent {
  refused: { error: string; description: string; host: string; redirect_to: string };
}

type Problem = Parameters<typeof refusalWords>[0];

function isProblem(answer: unknown): answer is Problem {
  const { code, detail } = answer as { code?: unknown; detail?: unknown };
  return typeof code === 'string' && typeof detail === 'string';
}

/** What cannot be shown, in the language of the reader. */
class ConsentProblem extends Error {
  /** Whether the request has a fault, so that its application has to ask again. */
  readonly isOfRequest: boolean;

  constructor(message: string, isOfRequest = false) {
    super(message);
    this.isOfRequest = isOfRequest;
  }
}

export function isFaultOfRequest(error: unknown): boolean {
  return error instanceof ConsentProblem && error.isOfRequest;
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', [surfaceHeader]: 'console' },
    body: JSON.stringify({ query: location.search.slice(1), ...body }),
  }).catch(() => {
    throw new ConsentProblem(t('app.offline'));
  });
  if (response.status === 401) sessionEnded();
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  if (isProblem(answer)) {
    throw new ConsentProblem(refusalWords(answer), answer.code === 'validation_failed');
  }
  throw new ConsentProblem(response.statusText);
}

export function readConsent(): Promise<Consent | RefusedConsent> {
  return post('/console/consent/view', {});
}

/** Answers where the browser is to go. */
export async function decideConsent(decision: {
  allow: boolean;
  scopes?: readonly Scope[];
  name?: string;
}): Promise<string> {
  return (await post<{ redirect_to: string }>('/console/consent', decision)).redirect_to;
}
