import { limits } from '@postroad/core/platform/limits';
import { internalProblem, problemOf } from '@postroad/core/platform/problem';
import { Refusal, type RefusalMembers } from '@postroad/core/platform/refusal';

/** A problem document as HTTP answers it: a core problem, or one that only HTTP knows. */
export interface HttpProblem extends RefusalMembers {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
}

export const problemType = 'application/problem+json; charset=utf-8';

/** What only HTTP can get wrong, beside the codes of the core. */
const transportKinds = {
  malformed_request: { status: 400, title: 'Malformed request' },
  malformed_url: { status: 400, title: 'Malformed address' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request timeout' },
  headers_too_large: { status: 431, title: 'Headers too large' },
} as const;

type TransportCode = keyof typeof transportKinds;

export function transportProblem(code: TransportCode, detail: string): HttpProblem {
  const { status, title } = transportKinds[code];
  return { type: 'about:blank', title, status, detail, code };
}

/** A webhook that is not shown to be from its provider; the challenge makes Amazon SNS log in. */
export class NotFromProvider extends Refusal {
  constructor() {
    super(
      'unauthorized',
      'This is not shown to be from the provider. Check the signing secret or the password that both sides hold.',
    );
  }
}

/** No route has this address, or none with this method; `allowed` lists the methods that it has. */
export class NoRoute extends Error {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super('no route');
    this.name = 'NoRoute';
    this.allowed = allowed;
  }
}

function noRouteProblem(allowed: readonly string[]): HttpProblem {
  if (allowed.length > 0) {
    const detail = `This address takes ${allowed.join(', ')}. Use one of these methods.`;
    return transportProblem('method_not_allowed', detail);
  }
  return problemOf(
    new Refusal('not_found', 'There is nothing at this address. GET /openapi.json lists them all.'),
  );
}

/** Errors of the framework by its code; the texts are ours, since its own name internals. */
const frameworkProblems: Record<string, () => HttpProblem> = {
  FST_ERR_BAD_URL: () =>
    transportProblem('malformed_url', 'The address has a broken percent encoding. Encode it anew.'),
  FST_ERR_MAX_PARAM_LENGTH: () => {
    const most = `no record has an address over ${limits.pathParameterChars} characters`;
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

/** A client that goes away while it sends is no fault of the service. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The problem document of anything that was thrown, and whether it is a fault to be logged. */
export function problemFor(
  error: unknown,
  requestId: string,
): { problem: HttpProblem; fault: boolean } {
  if (error instanceof Refusal) return { problem: problemOf(error), fault: false };
  if (error instanceof NoRoute) return { problem: noRouteProblem(error.allowed), fault: false };
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string') {
    const known = frameworkProblems[code];
    if (known) return { problem: known(), fault: false };
    const refused =
      code.startsWith('FST_') && Number(statusCode) >= 400 && Number(statusCode) < 500;
    if (refused || brokenOff.has(code)) {
      const detail = 'The request does not follow HTTP. Check its headers and its length.';
      return { problem: transportProblem('malformed_request', detail), fault: false };
    }
  }
  return { problem: internalProblem(requestId), fault: true };
}

/** Headers that follow from a problem (RFC 9110 §11.6.1, §10.2.1, §10.2.3). */
export function problemHeaders(problem: HttpProblem, error: unknown): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': problemType };
  if (problem.status === 401) {
    headers['www-authenticate'] =
      error instanceof NotFromProvider ? 'Basic realm="webhooks"' : 'Bearer realm="postroad"';
  }
  if (error instanceof NoRoute && error.allowed.length > 0) {
    headers.allow = error.allowed.join(', ');
  }
  if (typeof problem.retry_after === 'number') {
    headers['retry-after'] = String(Math.ceil(problem.retry_after));
  }
  return headers;
}
