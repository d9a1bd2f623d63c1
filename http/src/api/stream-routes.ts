import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { ExpectedInputs } from '@postroad/core/platform/operations/coerce-input';
import type { Operation, StreamTypes } from '@postroad/core/platform/operations/operation';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { surfaceHeader, surfaceOf } from '@postroad/core/platform/surface';
import type { Service, StreamOptions } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type InvokeRequest, readInput } from './read-input.ts';

/** An upload: a body that is read as it arrives, and the arguments that its media type implies. */
export class BodyStream {
  readonly payload: Readable;
  readonly impliedArguments: Readonly<Record<string, string>>;

  constructor(payload: Readable, impliedArguments: Readonly<Record<string, string>>) {
    this.payload = payload;
    this.impliedArguments = impliedArguments;
  }
}

/**
 * Connections that receive an upload. The time limit for a whole request does not apply to them.
 */
const streaming = new WeakSet<Socket>();

export function isStreaming(socket: Socket): boolean {
  return streaming.has(socket);
}

function mediaType(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase();
}

const charset = /;\s*charset="?([^";\s]+)/i;

/**
 * The body as an upload if one of the operations takes this media type, otherwise null. Throws a
 * 415 for a wrong encoding.
 */
export function bodyStreamOf(
  request: FastifyRequest,
  payload: Readable,
  names: readonly OperationName[],
): BodyStream | null {
  const { 'content-type': header = '', 'content-encoding': encoding } = request.headers;
  const impliedArguments = names
    .map((name) => operationNamed(name).bodyStream?.types[mediaType(header)])
    .find((types) => types !== undefined);
  if (impliedArguments === undefined) return null;
  const declared = charset.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  if (
    !/^(?:utf-?8|us-ascii)$/.test(declared) ||
    (encoding !== undefined && encoding !== 'identity')
  ) {
    throw new Refusal('unsupported_media_type', 'Send the file in UTF-8, and not compressed.');
  }
  return new BodyStream(payload, impliedArguments);
}

function abortedUpload(): Error {
  return Object.assign(new Error('No more of the body arrived in time.'), { code: 'ECONNRESET' });
}

/**
 * The chunks of a body. The upload is aborted if none arrives for `limits.importIdleMs` while one
 * is awaited.
 */
async function* piecesOf(payload: Readable): AsyncGenerator<Uint8Array> {
  const iterator = payload.iterator({ destroyOnReturn: false });
  for (;;) {
    const silent = setTimeout(() => payload.destroy(abortedUpload()), limits.importIdleMs);
    const piece = await iterator.next().finally(() => clearTimeout(silent));
    if (piece.done) return;
    yield piece.value as Buffer;
  }
}

/**
 * Reads and drops up to `limits.httpDrainBytes`: a client that is still sending often never sees
 * the answer.
 */
async function drain(payload: Readable): Promise<void> {
  let dropped = 0;
  for await (const piece of payload.iterator({ destroyOnReturn: false })) {
    dropped += (piece as Buffer).length;
    if (dropped > limits.httpDrainBytes) return;
  }
}

/** Invokes an operation with an upload; its other arguments are in the query. */
export async function receiveStream(
  service: Service,
  name: OperationName,
  { actor, body, inputs, request, reply }: StreamRequest,
) {
  const { socket } = request.raw;
  streaming.add(socket);
  try {
    const parts = {
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | string[]>,
      body: undefined,
      streamed: body.impliedArguments,
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    };
    const read: InvokeRequest = readInput(operationNamed(name), parts, inputs);
    const { input, dryRun, idempotencyKey } = read;
    const pieces = piecesOf(body.payload);
    const surface = surfaceOf(request.headers[surfaceHeader]);
    const options = { actor, dryRun, idempotencyKey, surface };
    return await service.receive(name, input as Record<string, unknown>, pieces, options);
  } catch (error) {
    if (!body.payload.readableEnded && !body.payload.destroyed) {
      reply.header('connection', 'close');
      await drain(body.payload).catch(() => {});
    }
    throw error;
  } finally {
    streaming.delete(socket);
  }
}

interface StreamRequest {
  actor: Actor;
  body: BodyStream;
  inputs: ExpectedInputs;
  request: FastifyRequest;
  reply: FastifyReply;
}

function matches(impliedArguments: Readonly<Record<string, string>>, input: object): boolean {
  return Object.entries(impliedArguments).every(
    ([key, value]) => Reflect.get(input, key) === value,
  );
}

/** Pages are JSON; a stream, which has none, would ignore what asks for one (SAFE-56). */
function refusePageOfStream(accepted: readonly string[], asked: readonly string[]): void {
  if (accepted.includes('*/*') || accepted.includes('application/*')) return;
  const message = 'Pages are JSON: send Accept: application/json, or leave it out for everything.';
  throw invalid(asked.map((path) => ({ path, code: 'value_invalid', message })));
}

/**
 * The media type in which an answer is streamed: the one that the arguments ask for, or one that
 * the client accepts; null if the client wants JSON, or a page.
 */
export function answerTypeOf(
  operation: Operation,
  accept: string | undefined,
  input: object,
): { type: string; impliedArguments: Readonly<Record<string, string>> } | null {
  const types: StreamTypes | undefined = operation.answerStream?.types;
  if (types === undefined) return null;
  const accepted = (accept ?? '*/*').split(',').map(mediaType);
  const asksJson = accepted.includes('application/json');
  if (asksJson && !Object.hasOwn(types, 'application/json')) return null;
  const asked = ['limit', 'cursor', 'fields', 'sort'].filter((key) => Object.hasOwn(input, key));
  if (asked.length > 0) {
    if (!asksJson) refusePageOfStream(accepted, asked);
    return null;
  }
  const offered = Object.entries(types);
  const requested = offered.find(
    ([, impliedArguments]) =>
      Object.keys(impliedArguments).length > 0 && matches(impliedArguments, input),
  );
  const [type, impliedArguments] =
    requested ?? offered.find(([name]) => accepted.includes(name)) ?? offered[0] ?? [];
  return type === undefined ? null : { type, impliedArguments: impliedArguments ?? {} };
}

/** Logs an error in the middle of a stream: the status was already sent. */
async function* logged(service: Service, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    service.log.error('A streamed answer failed.', { error });
    throw error;
  }
}

const extensions: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** Sends a streamed answer, produced as fast as the client reads it. */
export async function sendStream(
  service: Service,
  name: OperationName,
  input: object,
  answer: StreamOptions & { type: string; reply: FastifyReply },
): Promise<FastifyReply> {
  const pieces = await service.stream(name, input, {
    actor: answer.actor,
    surface: answer.surface,
    seen: answer.seen,
  });
  const extension = extensions[answer.type] ?? 'txt';
  const file = `${operationNamed(name).answerStream?.file ?? name}.${extension}`;
  return answer.reply
    .code(200)
    .type(`${answer.type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(Readable.from(logged(service, pieces), { highWaterMark: 1 }));
}
