import type { Readable } from 'node:stream';
import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { confirmHeader } from '@postroad/core/catalog/confirmation';
import { nearestRecord } from '@postroad/core/catalog/nearest-record';
import { answerInWords, httpWords } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import { type PathAlias, pathAliases, withNames } from '@postroad/core/platform/operations/aliases';
import { ExpectedInputs } from '@postroad/core/platform/operations/coerce-input';
import { isPaged, nextCursorIn } from '@postroad/core/platform/operations/listing';
import { positionHeader } from '@postroad/core/platform/operations/log-position';
import { apiPrefix, type Operation } from '@postroad/core/platform/operations/operation';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { surfaceHeader, surfaceOf } from '@postroad/core/platform/surface';
import { type CallKind, type CallLimit, LimitReached } from '@postroad/service/account/call-limits';
import type { Answer, InvokeOptions, Service } from '@postroad/service/app/service';
import type { ArrivingFiles } from '@postroad/service/messages/received-files';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Callers } from '../console/callers.ts';
import { addLiveRoute } from '../live/live-routes.ts';
import { BodyBudget } from '../public/body-budget.ts';
import { BodyFiles } from './body-files.ts';
import { jsonTypes, parseJsonBody, readBody, readBodyWithFiles, tooLarge } from './json-body.ts';
import { keepsNames } from './names-kept.ts';
import { entityTag, isNotModified } from './preconditions.ts';
import { rateHeaders } from './rate-headers.ts';
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
    /** The limits that the request counted for. */
    counted: CallLimit[];
    /** Files of its body that were stored as they arrived. */
    files: ArrivingFiles | null;
  }
}

/** Operations that share a method and a path, the default one last. */
export interface SharedRoute {
  method: Operation['method'];
  path: string;
  names: OperationName[];
}

/** The routes of the catalog, in catalog order. */
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

/** The largest body of an operation, in bytes. */
export function bodyLimitOf(name: OperationName): number {
  return operationNamed(name).bodyBytes ?? limits.bodyBytes;
}

/** Selects the operation of a shared route by a key in the body. */
function selectOperation(names: readonly OperationName[], body: unknown): OperationName {
  const isBody = typeof body === 'object' && body !== null;
  const selected = names.find((name) => {
    const key = operationNamed(name).selectedBy;
    return key === undefined || (isBody && Object.hasOwn(body, key));
  });
  if (selected === undefined) throw new Error('A route has no default operation.');
  return selected;
}

/** Counts a request for a limit and says in its answer what is left. Throws if there is nothing. */
function count(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: CallKind,
): void {
  if (request.actor === null) return;
  try {
    const limit = service.limit(request.actor, kind);
    if (limit !== null) request.counted.push(limit);
  } catch (error) {
    if (error instanceof LimitReached) request.counted.push(error.limit);
    throw error;
  } finally {
    reply.headers(rateHeaders(request.counted));
  }
}

/** On an answer that was kept from the first request under its idempotency key. */
const replayedHeader = 'idempotency-replayed';

/** Media types that some operation takes as an upload. */
function streamedTypes(): string[] {
  return operationNames.flatMap((name) =>
    Object.keys(operationNamed(name).bodyStream?.types ?? {}),
  );
}

/** What a route of the catalog is, on each of its requests. */
interface RouteConfig {
  names: readonly OperationName[];
  renames: PathAlias['renames'];
  /** Its operation whose body may hold files. */
  files: OperationName | undefined;
  /** Its operation whose body may be an upload. */
  upload: OperationName | undefined;
}

function routeConfig(names: readonly OperationName[], renames: PathAlias['renames']): RouteConfig {
  return {
    names,
    renames,
    files: names.find((name) => operationNamed(name).bodyFiles !== undefined),
    upload: names.find((name) => operationNamed(name).bodyStream !== undefined),
  };
}

function configOf(request: FastifyRequest): Partial<RouteConfig> {
  return request.routeOptions.config as Partial<RouteConfig>;
}

function namesOf(request: FastifyRequest): readonly OperationName[] {
  return configOf(request).names ?? [];
}

/**
 * Accepts JSON bodies, which it reads as bytes, and uploads, which it leaves unread. Refuses every
 * other media type.
 */
function addBodyReader(api: FastifyInstance, service: Service): void {
  api.removeAllContentTypeParsers();
  // Files in base64 make bodies large that come often (MSG-14).
  const spendOf = new BodyBudget().hook(api, (request) => configOf(request).files !== undefined);
  api.addContentTypeParser(
    'application/json',
    (request: FastifyRequest, payload: Readable): Promise<Buffer> => {
      const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
      if (!jsonTypes.test(type) || (encoding !== undefined && encoding !== 'identity')) {
        throw new Refusal(
          'unsupported_media_type',
          'Send the body as JSON in UTF-8 with Content-Type: application/json, and not compressed.',
        );
      }
      const { bodyLimit } = request.routeOptions;
      const name = configOf(request).files;
      const where = name && operationNamed(name).bodyFiles;
      if (!name || !where || !request.actor) return readBody(payload, bodyLimit);
      const files = service.receiveFiles(name, request.actor);
      request.files = files;
      const taken = new BodyFiles(where, files);
      return readBodyWithFiles(payload, bodyLimit, spendOf(request), taken);
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

/** What every route of the catalog answers with. */
interface Api {
  service: Service;
  inputs: ExpectedInputs;
}

async function answer(
  { service, inputs }: Api,
  names: readonly OperationName[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | FastifyReply> {
  const { actor } = request;
  if (!actor) throw new Error('A request reached its operation without an actor.');
  const { body: parsedBody } = request;
  if (names.length === 1) request.operation = names[0] ?? null;
  const { upload } = configOf(request);
  if (parsedBody instanceof BodyStream && upload !== undefined) {
    const stream = { actor, body: parsedBody, inputs, request, reply };
    const done = await receiveStream(service, upload, stream);
    return sendJson(request, reply, upload, done);
  }
  const bytes = request.body as Buffer | undefined;
  const body = bytes && parseJsonBody(bytes, (request.files?.count ?? 0) > 0);
  const name = selectOperation(names, body);
  request.operation = name;
  if (bytes && bytes.length > bodyLimitOf(name)) throw tooLarge(bodyLimitOf(name));
  const parts = {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string | string[]>,
    body,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    ifMatch: request.headers['if-match'],
    position: request.headers[positionHeader],
    confirm: request.headers[confirmHeader],
  };
  const operation = operationNamed(name);
  if (operation.renders) count(service, request, reply, 'renders');
  const surface = surfaceOf(request.headers[surfaceHeader]);
  const called = { service, actor, name };
  let read: ReturnType<typeof readInput>;
  try {
    read = readInput(operation, parts, inputs);
  } catch (error) {
    return await withNearestKey(called, error);
  }
  const { input, ...options } = read;
  const streamed = answerTypeOf(operation, request.headers.accept, input as object);
  if (streamed) {
    const { type, impliedArguments } = streamed;
    return sendStream(
      service,
      name,
      { ...impliedArguments, ...(input as object) },
      { type, actor, surface, seen: options.seen, reply },
    );
  }
  const files = request.files ?? undefined;
  const done = await invoked(called, input, { actor, surface, files, ...options });
  const etag = entityTag(operation, done.output);
  if (etag !== null) reply.header('etag', etag);
  if (isNotModified(operation, request.headers['if-none-match'], done.output)) {
    return reply.code(304).send();
  }
  return sendJson(request, reply, name, done);
}

interface Called {
  service: Service;
  actor: Actor;
  name: OperationName;
}

async function invoked(
  called: Called,
  input: unknown,
  options: InvokeOptions,
): Promise<Answer<OperationName>> {
  try {
    return await called.service.invoke(called.name, input, options);
  } catch (error) {
    return await withNearestKey(called, error);
  }
}

/** Names the record that was most likely meant by a key that none has (FIX-01). */
async function withNearestKey({ service, actor, name }: Called, error: unknown): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
  const near = await nearestRecord(
    problemOf(error),
    (list, input) => service.invoke(list, input, { actor }),
    name,
  ).catch(() => null);
  if (near === null) throw error;
  throw new Refusal(error.code, error.detail, { ...error.members, did_you_mean: near });
}

/** The header `Link` of a page that is not the last (RFC 8288), by which any client reads on. */
function nextPage(asked: string, output: object): string | null {
  const cursor = nextCursorIn(output);
  if (cursor === null) return null;
  const url = new URL(asked, 'http://localhost');
  url.searchParams.set('cursor', cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  name: OperationName,
  done: Answer<OperationName>,
): string {
  reply.code(done.status).type('application/json; charset=utf-8');
  const next = isPaged(operationNamed(name)) ? nextPage(request.url, done.output) : null;
  if (next !== null) reply.header('link', next);
  if (done.position !== null) reply.header(positionHeader, done.position);
  if (done.replayed) reply.header(replayedHeader, 'true');
  const said: object = keepsNames(request)
    ? done.output
    : answerInWords(done.output, httpWords, name);
  const named = withNames(said as Record<string, unknown>, configOf(request).renames ?? {});
  const { confirmation } = done;
  const output = confirmation === undefined ? named : { ...named, confirmation };
  return JSON.stringify(done.dryRun ? { ...output, dry_run: true } : output);
}

/**
 * Adds every route of the catalog and the live changes, below /api/v1 and behind a bearer token,
 * or the session of a browser. A request is authenticated before its body is read.
 */
export function addApiRoutes(app: FastifyInstance, service: Service, callers: Callers): void {
  const own = { service, inputs: new ExpectedInputs() };
  app.register(
    async (api) => {
      addBodyReader(api, service);
      api.addHook('onRequest', (request, reply, done) => {
        request.counted = [];
        request.files = null;
        const admit = (actor: Actor) => {
          request.actor = actor;
          count(service, request, reply, 'calls');
        };
        // Most calls bring the token of the operator, for which there is nothing to wait.
        const actor = callers.authenticate(request);
        if (actor instanceof Promise) actor.then(admit).then(() => done(), done);
        else {
          admit(actor);
          done();
        }
      });
      // Files that no message uses; what fails here is swept later.
      api.addHook('onResponse', ({ files }, _reply, done) => {
        files?.drop().catch(() => {});
        done();
      });
      addLiveRoute(api, service, callers);
      for (const { names, ...route } of sharedRoutes()) {
        for (const { method, path, renames } of [
          { ...route, renames: {} },
          ...pathAliases(route),
        ]) {
          api.route({
            ...{ method, url: path, config: routeConfig(names, renames) },
            bodyLimit: Math.max(...names.map(bodyLimitOf)),
            handler: (request, reply) => answer(own, names, request, reply),
          });
        }
      }
    },
    { prefix: apiPrefix },
  );
}
