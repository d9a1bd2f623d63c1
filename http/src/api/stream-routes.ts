import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { Operation, StreamTypes } from '@postroad/core/platform/operations/operation';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type InvokeRequest, readInput } from './read-input.ts';

/** A body that is read as it arrives, and the arguments its media type stands for. */
export class BodyStream {
  readonly payload: Readable;
  readonly given: Readonly<Record<string, string>>;

  constructor(payload: Readable, given: Readonly<Record<string, string>>) {
    this.payload = payload;
    this.given = given;
  }
}

/** Connections on which a body of any size arrives; the time for a whole request is not theirs. */
const streaming = new WeakSet<Socket>();

export function isStreaming(socket: Socket): boolean {
  return streaming.has(socket);
}

function mediaType(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase();
}

const charset = /;\s*charset="?([^";\s]+)/i;

/** The body as a stream where one of the operations takes its type so, else null. Throws a 415. */
export function bodyStreamOf(
  request: FastifyRequest,
  payload: Readable,
  names: readonly OperationName[],
): BodyStream | null {
  const { 'content-type': header = '', 'content-encoding': encoding } = request.headers;
  const given = names
    .map((name) => operationNamed(name).bodyStream?.types[mediaType(header)])
    .find((types) => types !== undefined);
  if (given === undefined) return null;
  const said = charset.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/.test(said) || (encoding !== undefined && encoding !== 'identity')) {
    throw new Refusal('unsupported_media_type', 'Send the file in UTF-8, and not compressed.');
  }
  return new BodyStream(payload, given);
}

function brokenOff(): Error {
  return Object.assign(new Error('The body stopped arriving.'), { code: 'ECONNRESET' });
}

/** The bytes of a body; one that stays silent too long while more is waited for breaks off. */
async function* piecesOf(payload: Readable): AsyncGenerator<Uint8Array> {
  const iterator = payload.iterator({ destroyOnReturn: false });
  for (;;) {
    const silent = setTimeout(() => payload.destroy(brokenOff()), limits.importIdleMs);
    const piece = await iterator.next().finally(() => clearTimeout(silent));
    if (piece.done) return;
    yield piece.value as Buffer;
  }
}

/** Reads on and drops, within reason: a client that is still sending often never sees the answer. */
async function drain(payload: Readable): Promise<void> {
  let dropped = 0;
  for await (const piece of payload.iterator({ destroyOnReturn: false })) {
    dropped += (piece as Buffer).length;
    if (dropped > limits.httpDrainBytes) return;
  }
}

/** Invokes an operation whose body is a stream; its other arguments stand in the query. */
export async function receiveStream(
  service: Service,
  name: OperationName,
  { actor, body, request, reply }: StreamRequest,
) {
  const { socket } = request.raw;
  streaming.add(socket);
  try {
    const { input, dryRun, idempotencyKey }: InvokeRequest = readInput(operationNamed(name), {
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | string[]>,
      body: undefined,
      streamed: body.given,
      idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    });
    const pieces = piecesOf(body.payload);
    const options = { actor, dryRun, idempotencyKey };
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
  request: FastifyRequest;
  reply: FastifyReply;
}

function matches(given: Readonly<Record<string, string>>, input: object): boolean {
  return Object.entries(given).every(([key, value]) => Reflect.get(input, key) === value);
}

/**
 * The media type in which an answer is streamed: that which the arguments mean, or the client
 * accepts; null where it asks for JSON.
 */
export function answerTypeOf(
  operation: Operation,
  accept: string | undefined,
  input: object,
): { type: string; given: Readonly<Record<string, string>> } | null {
  const types: StreamTypes | undefined = operation.answerStream?.types;
  if (types === undefined) return null;
  const accepted = (accept ?? '*/*').split(',').map(mediaType);
  if (accepted.includes('application/json')) return null;
  const offered = Object.entries(types);
  const said = offered.find(([, given]) => Object.keys(given).length > 0 && matches(given, input));
  const [type, given] =
    said ?? offered.find(([name]) => accepted.includes(name)) ?? offered[0] ?? [];
  return type === undefined ? null : { type, given: given ?? {} };
}

/** What breaks off is logged, since the status of the answer is sent already. */
async function* logged(service: Service, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    service.log.error('An answer broke off while it was streamed.', { error });
    throw error;
  }
}

/** Answers with a stream that is read as fast as the client takes it. */
export async function sendStream(
  service: Service,
  name: OperationName,
  input: object,
  answer: { type: string; actor: Actor; reply: FastifyReply },
): Promise<FastifyReply> {
  const pieces = await service.stream(name, input, answer.actor);
  const extension = answer.type === 'text/csv' ? 'csv' : 'ndjson';
  const file = `${operationNamed(name).answerStream?.file ?? name}.${extension}`;
  return answer.reply
    .code(200)
    .type(`${answer.type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(Readable.from(logged(service, pieces), { highWaterMark: 1 }));
}
