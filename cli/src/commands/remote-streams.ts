import type { OperationName } from '@postroad/core/catalog/catalog';
import { outlineOf } from '@postroad/core/catalog/outline';
import { positionHeader } from '@postroad/core/platform/operations/log-position';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { Refusal } from '@postroad/core/platform/refusal';
import { surfaceHeader } from '@postroad/core/platform/surface';
import { withoutEndSlashes } from '@postroad/core/platform/url';
import type { HttpProblem } from '@postroad/http/api/http-problem';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import {
  isAbsent,
  noServer,
  type PositionMemory,
  ProblemError,
} from '@postroad/http/client/client';
import type { Remote } from '../connection/target-server.ts';

type Input = Record<string, unknown>;

const asNamed = { [namesHeader]: operationNamesKept };

/** A streamed call over HTTP: the media type implies some arguments, the query has the others. */
export interface StreamRequest {
  name: OperationName;
  input: Input;
  type: string;
  dryRun?: boolean;
  /** Up to where the log of the database has what the caller wrote. */
  memory: PositionMemory;
}

function urlOf({ url }: Remote, { name, input, dryRun }: StreamRequest): string {
  const path = outlineOf(name).path.replace(/:([a-z_]+)/g, (_match, key: string) =>
    encodeURIComponent(String(input[key])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || outlineOf(name).path.includes(`:${key}`)) continue;
    if (Array.isArray(value)) for (const entry of value) query.append(`${key}[]`, String(entry));
    else query.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (dryRun) query.set('dry_run', '1');
  return `${withoutEndSlashes(url)}${apiPrefix}${path}${query.size > 0 ? `?${query}` : ''}`;
}

function unreachable(url: string, error: unknown): Refusal {
  if (isAbsent(error)) return new Refusal('unavailable', noServer(url, error));
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Refusal('unavailable', `${url} did not answer in full: ${reason}. Try again.`);
}

async function refuse(url: string, response: Response): Promise<never> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(problem\+)?json\b/.test(type))
    throw new ProblemError((await response.json()) as HttpProblem);
  throw new Refusal(
    'unavailable',
    `${url} answered ${response.status}, but is not a Postroad server.`,
  );
}

/** Streams an upload and returns the service's answer. */
export async function upload(
  remote: Remote,
  request: StreamRequest,
  bytes: AsyncIterable<Uint8Array>,
): Promise<unknown> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      ...asNamed,
      [surfaceHeader]: 'cli',
      authorization: `Bearer ${remote.token}`,
      'content-type': request.type,
    },
    body: ReadableStream.from(bytes) as RequestInit['body'],
    duplex: 'half',
    redirect: 'manual',
  };
  const response = await fetch(urlOf(remote, request), init).catch((error: unknown) => {
    throw unreachable(remote.url, error);
  });
  if (!response.ok) return await refuse(remote.url, response);
  const position = response.headers.get(positionHeader);
  if (position !== null) await request.memory.saw(position);
  return await response.json();
}

/** Streams the chunks of an answer. */
export async function download(
  remote: Remote,
  request: StreamRequest,
): Promise<AsyncIterable<string>> {
  const seen = await request.memory.seen();
  const response = await fetch(urlOf(remote, request), {
    headers: {
      ...asNamed,
      ...(seen === null ? {} : { [positionHeader]: seen }),
      [surfaceHeader]: 'cli',
      authorization: `Bearer ${remote.token}`,
      accept: request.type,
    },
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw unreachable(remote.url, error);
  });
  if (!response.ok || response.body === null) return await refuse(remote.url, response);
  return texts(remote.url, response.body);
}

async function* texts(url: string, body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw unreachable(url, error);
  }
  yield decoder.decode();
}
