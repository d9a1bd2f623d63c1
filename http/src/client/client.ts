import type { OperationName, OperationOutput } from '@postroad/core/catalog/catalog';
import {
  type Confirmation,
  type ConfirmRequest,
  confirmHeader,
  confirmHeaderOf,
  readConfirmation,
} from '@postroad/core/catalog/confirmation';
import { type OperationOutline, outlineOf } from '@postroad/core/catalog/outline';
import type {
  WrittenCondition,
  WrittenFlow,
  WrittenRequests,
  WrittenStep,
} from '@postroad/core/catalog/written';
import { limits } from '@postroad/core/platform/limits';
import {
  type LogPosition,
  laterPosition,
  positionHeader,
} from '@postroad/core/platform/operations/log-position';
import { apiPrefix, hasBody, pathParameters } from '@postroad/core/platform/operations/operation';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import { problemOf } from '@postroad/core/platform/problem';
import { invalid, notFound } from '@postroad/core/platform/refusal';
import { parseUrl, withoutEndSlashes } from '@postroad/core/platform/url';
import type { HttpProblem } from '../api/http-problem.ts';

/** The definition of a flow, for programs that keep flows in their code. */
export type Flow = WrittenFlow;
/** One step of a flow, with its arms. */
export type Step = WrittenStep;
/** The definition of a segment, and the condition of a guard, a branch or a gate. */
export type Condition = WrittenCondition;

export interface ClientOptions {
  /** URL of the server, for example http://127.0.0.1:3000. */
  url: string;
  /** null: the session cookie of the browser that the client runs in. */
  token: string | null;
  /** Headers of every request, beside those of the call. */
  headers?: Readonly<Record<string, string>>;
  /** Keeps up to where the log has what the caller wrote; by default for the life of the client. */
  memory?: PositionMemory;
  /** Replaces the global fetch. */
  fetch?: Send;
}

/** What a caller has written, by which their reads see it on a replica too (REPL-04). */
export interface PositionMemory {
  seen(): Promise<LogPosition | null>;
  saw(position: LogPosition): Promise<void>;
}

export class CallerMemory implements PositionMemory {
  #latest: LogPosition | null = null;

  async seen(): Promise<LogPosition | null> {
    return this.#latest;
  }

  async saw(position: LogPosition): Promise<void> {
    this.#latest = laterPosition(this.#latest, position);
  }
}

/** The part of fetch that the client uses. */
export type Send = (
  url: string,
  request: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<SentAnswer>;

export type SentAnswer = Pick<Response, 'ok' | 'status' | 'json'> & {
  headers: Pick<Headers, 'get'>;
};

export interface CallOptions {
  dryRun?: boolean | undefined;
  idempotencyKey?: string | undefined;
  /** The revisions of the record that the caller has seen; with another one the call is refused. */
  ifRevision?: ExpectedRevision | undefined;
  /** Whether a person has to agree to a write; left out, nobody has to. */
  confirm?: ConfirmRequest | undefined;
  /** What the caller has seen beside what this client wrote. */
  seen?: LogPosition | null | undefined;
}

export interface ClientAnswer<Name extends OperationName> {
  status: number;
  output: OperationOutput<Name>;
  dryRun: boolean;
  /** Of a dry run with `confirm`: what a person agrees to; null where none has to. */
  confirmation?: Confirmation | null;
}

/** What is sent to each operation; by default as programs write it, with typed definitions. */
type Requests = Readonly<Record<OperationName, object>>;

export interface Client<Sent extends Requests = WrittenRequests> {
  /** Throws ProblemError if the server refuses, ServerUnreachable if it does not answer. */
  invoke<Name extends OperationName>(
    name: Name,
    input: Sent[Name],
    options?: CallOptions,
  ): Promise<ClientAnswer<Name>>;
}

/** The server answered with a problem document (RFC 9457). */
export class ProblemError extends Error {
  readonly problem: HttpProblem;

  constructor(problem: HttpProblem) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** No Postroad server answered. The message says where it was expected and what to do. */
export class ServerUnreachable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerUnreachable';
  }
}

interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/**
 * Encodes a path parameter. Dot segments are refused: URL normalisation would remove them and so
 * change the path.
 */
function pathSegment(name: string, value: unknown): string {
  if (value === undefined || value === null) {
    const error = { path: name, code: 'required', message: `${name} is required.` };
    throw new ProblemError(problemOf(invalid([error])));
  }
  const text = String(value);
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new ProblemError(
      problemOf(notFound(name.replace(/_(id|key)$/, ''), text.toWellFormed())),
    );
  }
  return encodeURIComponent(text);
}

function queryOf(fields: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams();
  const queryText = (value: unknown) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!Array.isArray(value)) query.append(key, queryText(value));
    else for (const entry of value) query.append(`${key}[]`, queryText(entry));
  }
  return query;
}

function ifMatchOf(expected: ExpectedRevision): string {
  return expected === 'any' ? '*' : expected.map((revision) => `"${revision}"`).join(', ');
}

function callOf(
  operation: OperationOutline,
  input: ReadonlyMap<string, unknown>,
  options: CallOptions,
): Call {
  const inPath = pathParameters(operation.path);
  const path = operation.path.replace(/:([a-z_]+)/g, (_match, name: string) =>
    pathSegment(name, input.get(name)),
  );
  const fields = Object.fromEntries([...input].filter(([key]) => !inPath.includes(key)));
  const inBody = hasBody(operation);
  const query = queryOf(inBody ? {} : fields);
  if (options.dryRun) query.set('dry_run', '1');
  const headers: Record<string, string> = { accept: 'application/json' };
  if (inBody) headers['content-type'] = 'application/json';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  if (options.ifRevision !== undefined) headers['if-match'] = ifMatchOf(options.ifRevision);
  if (options.confirm !== undefined) headers[confirmHeader] = confirmHeaderOf(options.confirm);
  const search = query.size > 0 ? `?${query}` : '';
  return {
    method: operation.method,
    url: `${apiPrefix}${path}${search}`,
    headers,
    body: inBody ? JSON.stringify(fields) : undefined,
  };
}

const absences: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'the host is unknown'],
]);

const causeOf = (error: unknown) =>
  (error instanceof Error && error.cause instanceof Error ? error.cause : error) as {
    code?: string;
    message?: string;
  };

/** Why nobody was there to connect to; null where somebody may have been. */
function absenceOf(error: unknown): string | null {
  const { code = '', message = '' } = causeOf(error);
  // Node has no code for it: OpenSSL read an answer in clear as one of TLS.
  if (/wrong version number/i.test(message))
    return 'what answers there is not https; write http:// if that is meant';
  return absences.get(code) ?? null;
}

function reasonOf(error: unknown): string {
  const { code, message } = causeOf(error);
  return absenceOf(error) ?? (message || code || 'there was no answer');
}

/** Whether nobody was there to connect to, so that nothing was sent. */
export function isAbsent(error: unknown): boolean {
  return absenceOf(error) !== null;
}

export function noServer(base: string, error: unknown): string {
  return `No Postroad server answers at ${base}: ${reasonOf(error)}. Start one with "postroad serve", or correct POSTROAD_URL.`;
}

/** Whether a connection was there and broke, so that the server may have carried out the call. */
function hasBroken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code = '', name } = cause as { code?: string; name?: string };
  return name === 'TimeoutError' || ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code);
}

/** What to do after an answer that did not come, or not in full. */
function afterBreak(name: OperationName): string {
  return outlineOf(name).safety === 'read'
    ? 'Try again.'
    : 'The call may have been carried out: look before you repeat it.';
}

function unanswered(base: string, name: OperationName, error: unknown): ServerUnreachable {
  const text = hasBroken(error)
    ? `The connection to ${base} ended before the answer: ${reasonOf(error)}. ${afterBreak(name)}`
    : noServer(base, error);
  return new ServerUnreachable(text, { cause: error });
}

async function readAnswer(
  base: string,
  name: OperationName,
  response: SentAnswer,
): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type') ?? '';
  try {
    const value: unknown = /^application\/(problem\+)?json\b/.test(type) && (await response.json());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new ServerUnreachable(
      `The answer of ${base} was interrupted: ${reasonOf(error)}. ${afterBreak(name)}`,
      { cause: error },
    );
  }
  throw new ServerUnreachable(
    `${base} answered ${response.status} but is not a Postroad server. Check the URL.`,
  );
}

function baseOf(url: string): string {
  const parsed = /^https?:\/\//i.test(url) ? parseUrl(url) : null;
  if (parsed === null) {
    throw new ServerUnreachable('The URL of the server must start with http:// or https://.');
  }
  const { origin, pathname } = parsed;
  return origin + withoutEndSlashes(pathname);
}

/** What a read says that the caller has seen. */
async function seenHeader(
  name: OperationName,
  { seen = null }: CallOptions,
  memory: PositionMemory,
): Promise<Record<string, string>> {
  if (outlineOf(name).safety !== 'read') return {};
  const latest = laterPosition(seen, await memory.seen());
  return latest === null ? {} : { [positionHeader]: latest };
}

/** A client of the HTTP API, typed and derived from the catalog alone. */
export function createClient<Sent extends Requests = WrittenRequests>(
  options: ClientOptions,
): Client<Sent> {
  const base = baseOf(options.url);
  const send: Send = options.fetch ?? fetch;
  const memory = options.memory ?? new CallerMemory();
  return {
    async invoke<Name extends OperationName>(
      name: Name,
      input: Sent[Name],
      callOptions: CallOptions = {},
    ): Promise<ClientAnswer<Name>> {
      const call = callOf(outlineOf(name), new Map(Object.entries(input)), callOptions);
      const seen = await seenHeader(name, callOptions, memory);
      let response: SentAnswer;
      try {
        response = await send(base + call.url, {
          method: call.method,
          headers: {
            ...options.headers,
            ...call.headers,
            ...seen,
            ...(options.token === null ? {} : { authorization: `Bearer ${options.token}` }),
          },
          redirect: 'manual',
          signal: AbortSignal.timeout(limits.clientAnswerMs),
          ...(call.body === undefined ? {} : { body: call.body }),
        });
      } catch (error) {
        throw unanswered(base, name, error);
      }
      const position = response.headers.get(positionHeader);
      if (position !== null) await memory.saw(position);
      const answer = await readAnswer(base, name, response);
      if (!response.ok) throw new ProblemError(answer as HttpProblem);
      const { dry_run: dryRun, ...rest } = answer;
      const { confirmation, ...plain } = rest;
      const output = callOptions.confirm === undefined ? rest : plain;
      return {
        status: response.status,
        output: output as OperationOutput<Name>,
        dryRun: dryRun === true,
        ...(callOptions.confirm ? { confirmation: readConfirmation(confirmation) } : {}),
      };
    },
  };
}
