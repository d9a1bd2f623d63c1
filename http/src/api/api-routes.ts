import type { Readable } from 'node:stream';
import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import type { Operation } from '@postroad/core/platform/operations/operation';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Answer, Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addLiveRoute } from '../live/live-routes.ts';
import { parseJsonBody, readBody, tooLarge } from './json-body.ts';
import { readInput } from './read-input.ts';
import {
  answerTypeOf,
  BodyStream,
  bodyStreamOf,
  receiveStream,
  sendStream,
} from './stream-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set on every route below /api/v1 before its body is read. */
    actor: Actor | null;
  }
}

export const apiPrefix = '/api/v1';

/** Operations that share method and path, the one to take by default last. */
export interface SharedRoute {
  method: Operation['method'];
  path: string;
  names: OperationName[];
}

/** The routes of the catalog in its order. */
export function sharedRoutes(): SharedRoute[] {
  const routes = new Map<string, SharedRoute>();
  for (const name of operationNames) {
    const { method, path, selectedBy } = operationNamed(name);
    const key = `${method} ${path}`;
    const route = routes.get(key) ?? { method, path, names: [] };
    if (selectedBy === undefined) route.names.push(name);
    else route.names.unshift(name);
    routes.set(key, route);
  }
  return [...routes.values()];
}

export function bodyLimitOf(name: OperationName): number {
  return operationNamed(name).bodyBytes ?? limits.bodyBytes;
}

/** Which of the operations of a route a body means. */
function selectOperation(names: readonly OperationName[], body: unknown): OperationName {
  const isBody = typeof body === 'object' && body !== null;
  const selected = names.find((name) => {
    const key = operationNamed(name).selectedBy;
    return key === undefined || (isBody && Object.hasOwn(body, key));
  });
  if (selected === undefined) throw new Error('A route has no operation to take by default.');
  return selected;
}

function bearerSecret(header: string | undefined): string | null {
  const secret = /^Bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1];
  return secret !== undefined && secret.length <= limits.bearerTokenChars ? secret : null;
}

async function holderOf(service: Service, request: FastifyRequest): Promise<Actor | null> {
  const secret = bearerSecret(request.headers.authorization);
  return secret === null ? null : await service.authenticate(secret);
}

/** The actor of a request. Throws the same 401 whatever is missing or wrong. */
async function authenticate(service: Service, request: FastifyRequest): Promise<Actor> {
  const actor = await holderOf(service, request);
  if (actor) return actor;
  throw new Refusal(
    'unauthorized',
    'Send a valid API token in the header Authorization: Bearer <token>.',
  );
}

const jsonTypes = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i;

/** Media types that some operation takes as a stream. */
function streamedTypes(): string[] {
  return operationNames.flatMap((name) =>
    Object.keys(operationNamed(name).bodyStream?.types ?? {}),
  );
}

function namesOf(request: FastifyRequest): readonly OperationName[] {
  return (request.routeOptions.config as { names?: readonly OperationName[] }).names ?? [];
}

/**
 * Reads an API body as bytes that claim to be JSON in UTF-8, leaves one that is to be streamed as
 * it is, and refuses anything else.
 */
function addBodyReader(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: Readable) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
      if (!jsonTypes.test(type) || (encoding !== undefined && encoding !== 'identity')) {
        throw new Refusal(
          'unsupported_media_type',
          'Send the body as JSON in UTF-8 with Content-Type: application/json, and not compressed.',
        );
      }
      return readBody(payload, request.routeOptions.bodyLimit);
    },
  );
  api.addContentTypeParser(
    [...new Set(streamedTypes())],
    async (request: FastifyRequest, payload: Readable) => {
      const body = bodyStreamOf(request, payload, namesOf(request));
      if (body) return body;
      throw new Refusal(
        'unsupported_media_type',
        'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
      );
    },
  );
}

async function answer(
  service: Service,
  names: readonly OperationName[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | FastifyReply> {
  const { actor } = request;
  if (!actor) throw new Error('A request reached its operation without an actor.');
  const { body: given } = request;
  const taking = names.find((name) => operationNamed(name).bodyStream !== undefined);
  if (given instanceof BodyStream && taking !== undefined) {
    const stream = { actor, body: given, request, reply };
    return sendJson(reply, await receiveStream(service, taking, stream));
  }
  const bytes = request.body as Buffer | undefined;
  const body = bytes && parseJsonBody(bytes);
  const name = selectOperation(names, body);
  if (bytes && bytes.length > bodyLimitOf(name)) throw tooLarge(bodyLimitOf(name));
  const { input, dryRun, idempotencyKey } = readInput(operationNamed(name), {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | string[]>,
    body,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
  });
  const streamed = answerTypeOf(operationNamed(name), request.headers.accept, input as object);
  if (streamed) {
    const { type, given } = streamed;
    return sendStream(service, name, { ...given, ...(input as object) }, { type, actor, reply });
  }
  return sendJson(reply, await service.invoke(name, input, { actor, dryRun, idempotencyKey }));
}

function sendJson(reply: FastifyReply, done: Answer<OperationName>): string {
  reply.code(done.status).type('application/json; charset=utf-8');
  return JSON.stringify(done.dryRun ? { ...done.output, dry_run: true } : done.output);
}

/** Every route of the catalog and the live changes, below /api/v1 and behind a bearer token. */
export function addApiRoutes(app: FastifyInstance, service: Service): void {
  app.decorateRequest('actor', null);
  app.register(
    async (api) => {
      addBodyReader(api);
      api.addHook('onRequest', async (request) => {
        request.actor = await authenticate(service, request);
      });
      addLiveRoute(api, service, (request) => holderOf(service, request));
      for (const { method, path, names } of sharedRoutes()) {
        api.route({
          method,
          url: path,
          bodyLimit: Math.max(...names.map(bodyLimitOf)),
          config: { names },
          handler: (request, reply) => answer(service, names, request, reply),
        });
      }
    },
    { prefix: apiPrefix },
  );
}
