import { limits } from '@postroad/core/platform/limits';
import { internalProblem, problemOf, problemType } from '@postroad/core/platform/problem';
import { Refusal, type RefusalMembers } from '@postroad/core/platform/refusal';

/** A problem document (RFC 9457): a problem of the core, or one that only HTTP knows. */
export interface HttpProblem extends RefusalMembers {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
}

export const problemMediaType = 'application/problem+json; charset=utf-8';

/** Problems of the HTTP layer, in addition to the codes of the core. */
export const transportKinds = {
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    meaning: 'The request does not follow HTTP. Check its headers and its length.',
  },
  malformed_url: {
    status: 400,
    title: 'Malformed URL',
    meaning: 'The URL has a broken percent encoding. Encode it again.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path does not take this method. The header Allow lists those that it takes.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request took too long to arrive. Send it again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    meaning: 'The headers or the address are too long. Put less into them.',
  },
} as const;

type TransportCode = keyof typeof transportKinds;

export function transportProblem(code: TransportCode, detail: string): HttpProblem {
  const { status, title } = transportKinds[code];
  return { type: problemType(code), title, status, detail, code };
}

/**
 * A webhook whose sender could not be verified. The challenge makes Amazon SNS send its password.
 */
export class UnverifiedWebhook extends Refusal {
  constructor() {
    super(
      'unauthorized',
      'The sender of this webhook could not be verified. Check the signing secret, or the password in the webhook URL.',
    );
  }
}

/**
 * No route has this path, or none with this method; `allowed` lists the methods that the path has, and
 * `near` is the path that was meant.
 */
export class NoRoute extends Error {
  readonly allowed: readonly string[];
  readonly near: string | null;

  constructor(allowed: readonly string[], near: string | null = null) {
    super('no route');
    this.name = 'NoRoute';
    this.allowed = allowed;
    this.near = near;
  }
}

function noRouteProblem({ allowed, near }: NoRoute): HttpProblem {
  if (allowed.length > 0) {
    const detail = `This path takes ${allowed.join(', ')}. Use one of these methods.`;
    return transportProblem('method_not_allowed', detail);
  }
  const hint = near === null ? 'GET /openapi.json lists all paths.' : `Did you mean ${near}?`;
  const detail = `There is nothing at this path. ${hint}`;
  return problemOf(new Refusal('not_found', detail, near === null ? {} : { did_you_mean: near }));
}

/** Errors of the framework by code. The messages are ours, since the framework's name internals. */
const frameworkProblems: Record<string, () => HttpProblem> = {
  FST_ERR_BAD_URL: () =>
    transportProblem('malformed_url', 'The URL has a broken percent encoding. Encode it again.'),
  FST_ERR_MAX_PARAM_LENGTH: () => {
    const most = `no id or key is longer than ${limits.pathParameterChars} characters`;
    return problemOf(new Refusal('not_found', `There is no such record: ${most}.`));
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    problemOf(
      new Refusal(
        'unsupported_media_type',
        'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
      ),
    ),
};

/** A client that disconnects while it sends is not a fault of the service. */
const abortCodes = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The problem document for any thrown value, and whether it is a fault to be logged. */
export function problemFor(
  error: unknown,
  requestId: string,
): { problem: HttpProblem; fault: boolean } {
  if (error instanceof Refusal) return { problem: problemOf(error), fault: false };
  if (error instanceof NoRoute) return { problem: noRouteProblem(error), fault: false };
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string') {
    const known = frameworkProblems[code];
    if (known) return { problem: known(), fault: false };
    const refused =
      code.startsWith('FST_') && Number(statusCode) >= 400 && Number(statusCode) < 500;
    if (refused || abortCodes.has(code)) {
      const detail = 'The request does not follow HTTP. Check its headers and its length.';
      return { problem: transportProblem('malformed_request', detail), fault: false };
    }
  }
  return { problem: internalProblem(requestId), fault: true };
}

/** The response headers that a problem requires (RFC 9110 §11.6.1, §10.2.1, §10.2.3). */
export function problemHeaders(problem: HttpProblem, error: unknown): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': problemMediaType };
  if (problem.status === 401) {
    headers['www-authenticate'] =
      error instanceof UnverifiedWebhook ? 'Basic realm="webhooks"' : 'Bearer realm="postroad"';
  }
  if (error instanceof NoRoute && error.allowed.length > 0) {
    headers.allow = error.allowed.join(', ');
  }
  if (typeof problem.retry_after === 'number') {
    headers['retry-after'] = String(Math.ceil(problem.retry_after));
  } else if (problem.status === 503) {
    headers['retry-after'] = String(limits.unavailableSeconds);
  }
  return headers;
}
