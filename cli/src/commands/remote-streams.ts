import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import type { HttpProblem } from '@postroad/http/api/http-problem';
import { ProblemError } from '@postroad/http/client/client';
import type { Remote } from '../connection/target-server.ts';

type Input = Record<string, unknown>;

/** A stream of any size over HTTP: the media type stands for some arguments, the query is the rest. */
export interface StreamRequest {
  name: OperationName;
  input: Input;
  type: string;
  dryRun?: boolean;
}

function addressOf({ url }: Remote, { name, input, dryRun }: StreamRequest): string {
  const path = operationNamed(name).path.replace(/:([a-z_]+)/g, (_match, key: string) =>
    encodeURIComponent(String(input[key])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || operationNamed(name).path.includes(`:${key}`)) continue;
    if (Array.isArray(value)) for (const entry of value) query.append(`${key}[]`, String(entry));
    else query.append(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (dryRun) query.set('dry_run', '1');
  return `${url.replace(/\/+$/, '')}/api/v1${path}${query.size > 0 ? `?${query}` : ''}`;
}

function unreachable(url: string, error: unknown): Refusal {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Refusal('unavailable', `${url} did not answer to the end: ${reason}. Try again.`);
}

async function refuse(url: string, response: Response): Promise<never> {
  const type = response.headers.get('content-type') ?? '';
  if (/^application\/(problem\+)?json\b/.test(type))
    throw new ProblemError((await response.json()) as HttpProblem);
  throw new Refusal('unavailable', `${url} answered ${response.status}, but not as Postroad does.`);
}

/** Sends bytes as they come; answers what the service says of them. */
export async function upload(
  remote: Remote,
  request: StreamRequest,
  bytes: AsyncIterable<Uint8Array>,
): Promise<unknown> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: `Bearer ${remote.token}`, 'content-type': request.type },
    body: ReadableStream.from(bytes) as RequestInit['body'],
    duplex: 'half',
    redirect: 'manual',
  };
  const response = await fetch(addressOf(remote, request), init).catch((error: unknown) => {
    throw unreachable(remote.url, error);
  });
  return response.ok ? await response.json() : await refuse(remote.url, response);
}

/** The pieces of an answer as they come. */
export async function download(
  remote: Remote,
  request: StreamRequest,
): Promise<AsyncIterable<string>> {
  const response = await fetch(addressOf(remote, request), {
    headers: { authorization: `Bearer ${remote.token}`, accept: request.type },
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
