import { limits } from '@postroad/core/platform/limits';
import { errorCause } from './error-cause.ts';
import type { StreamedBody } from './streamed-body.ts';

/** One request to a provider's API. */
export interface ApiRequest {
  /** POST by default. */
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | FormData | StreamedBody | null;
}

export interface ApiAnswer {
  kind: 'answer';
  status: number;
  headers: Headers;
  /** The body, cut at `limits.providerAnswerBytes`. */
  text: string;
  /** The body parsed as JSON; null if it is not an object or was not read to its end. */
  json: Readonly<Record<string, unknown>> | null;
}

/** The request got no answer. `requestBegun` says whether any part of it may have arrived. */
export interface ApiFailure {
  kind: 'failure';
  requestBegun: boolean;
  /** Whether the body could not be read to its end, so that no whole request arrived. */
  isUnread: boolean;
  /** A phrase that does not contain the provider's address. */
  cause: string;
}

/** Error codes of TLS that occur before any part of the request is written. */
const certificateCode = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

/**
 * Sends a request and reads the answer, bounded in time and size. Redirects are returned, not
 * followed: they would take the key and the mail elsewhere. Never rejects.
 */
export async function callApi(
  { method = 'POST', url, headers, body }: ApiRequest,
  timeoutMs: number,
): Promise<ApiAnswer | ApiFailure> {
  let response: Response;
  const isStreamed = body !== null && typeof body === 'object' && 'octets' in body;
  const uploadMs = isStreamed ? Math.ceil(body.octets / limits.providerUploadBytes) : 0;
  const wholeMs = timeoutMs + uploadMs;
  let isUnread = false;
  const noteUnread = () => {
    isUnread = true;
  };
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...headers,
        ...(isStreamed && {
          'content-type': body.contentType,
          'content-length': String(body.octets),
        }),
      },
      ...(isStreamed ? { body: noting(body, noteUnread), duplex: 'half' as const } : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(wholeMs),
    });
  } catch (error) {
    return { ...failureOf(error, wholeMs), isUnread };
  }
  const { text, whole } = await readBounded(response);
  const json = whole ? objectOf(text) : null;
  return { kind: 'answer', status: response.status, headers: response.headers, text, json };
}

async function* noting({ read }: StreamedBody, noteUnread: () => void): AsyncIterable<Uint8Array> {
  try {
    yield* read();
  } catch (error) {
    noteUnread();
    throw error;
  }
}

function failureOf(error: unknown, timeoutMs: number): Omit<ApiFailure, 'isUnread'> {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'failure', requestBegun: true, cause: `no answer within ${timeoutMs / 1000} s` };
  }
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  return { kind: 'failure', requestBegun: !beforeRequest(cause), cause: errorCause(cause) };
}

/**
 * Whether the connection itself failed, so that no part of the request was sent. An unknown error
 * counts as later.
 */
function beforeRequest(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every(beforeRequest);
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return code === 'UND_ERR_CONNECT_TIMEOUT' || certificateCode.test(code ?? '');
}

/** Reads until the end, the size limit or a broken connection. */
async function readBounded(response: Response): Promise<{ text: string; whole: boolean }> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', whole: true };
  const decoder = new TextDecoder();
  let text = '';
  let octets = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), whole: true };
      octets += value.byteLength;
      if (octets > limits.providerAnswerBytes) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, whole: false };
  }
  await reader.cancel().catch(() => undefined);
  return { text, whole: false };
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
