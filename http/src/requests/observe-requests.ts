import type { OperationName } from '@postroad/core/catalog/catalog';
import { parseTraceParent, type TraceParent } from '@postroad/core/platform/tracing/trace-parent';
import type { Span } from '@postroad/core/platform/tracing/tracer';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { Log } from '@postroad/service/platform/log';
import type { LogFields } from '@postroad/service/platform/observing/log-fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; set on every route that asks for a token, before the body is read. */
    actor: Actor | null;
    /** The operation that it calls, once its body says which. */
    operation: OperationName | null;
    /** Why it was answered with a status of 500 or more, as its answer says. */
    failure: string | null;
  }
  interface FastifyContextConfig {
    /**
     * A line of the log tells of a success only at the level `debug`: there can be thousands a second, or
     * some every second for nothing.
     */
    quiet?: true;
  }
}

/** Methods that a metric names; clients can send some thirty others to paths that do not exist. */
const methods: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

function methodName(method: string): string {
  return methods.has(method) ? method : 'other';
}

/** For routes of others, which authenticate themselves. */
export function noteActor(request: FastifyRequest, actor: Actor): void {
  request.actor = actor;
}

/** Logs, measures and traces each request, whatever becomes of it (OBS-01, OBS-03, OBS-04). */
export class RequestObserver {
  readonly #log: Log;
  readonly #service: Pick<Service, 'requests' | 'tracer'>;

  constructor(log: Log, service: Pick<Service, 'requests' | 'tracer'>) {
    this.#log = log;
    this.#service = service;
  }

  /** Observes every request that reaches a route, or none. */
  attach(app: FastifyInstance): void {
    app.decorateRequest('actor', null);
    app.decorateRequest('operation', null);
    app.decorateRequest('failure', null);
    app.addHook('onRequest', (request, reply, done) => {
      const span = this.observe(request, reply);
      if (span === null) done();
      else span.run(done);
    });
  }

  /** The answer ends, or its client goes; both close it. */
  observe(request: FastifyRequest, reply: FastifyReply): Span | null {
    const began = performance.now();
    const parent = parseTraceParent(request.headers.traceparent as string | undefined);
    const span = this.#begin(request, parent);
    reply.raw.on('close', () => {
      const ms = performance.now() - began;
      this.#end(request, reply, { ms, span, traceId: (span?.point ?? parent)?.traceId });
    });
    return span;
  }

  /** What the log is quiet about is not traced either. */
  #begin({ method, routeOptions }: FastifyRequest, parent: TraceParent | null): Span | null {
    const { tracer } = this.#service;
    if (tracer === null || routeOptions.config?.quiet) return null;
    const route = routeOptions.url ?? 'none';
    return tracer.start(`${methodName(method)} ${route}`, {
      kind: 'server',
      parent,
      attributes: { 'http.request.method': methodName(method), 'http.route': route },
    });
  }

  #end(
    request: FastifyRequest,
    { raw }: FastifyReply,
    { ms, span, traceId }: { ms: number; span: Span | null; traceId: string | undefined },
  ): void {
    const { id, method, routeOptions } = request;
    const route = routeOptions.url ?? null;
    const status = raw.statusCode;
    this.#service.requests.observe(ms, {
      method: methodName(method),
      route: route ?? 'none',
      status: `${Math.floor(status / 100)}xx`,
    });
    if (span !== null) endSpan(span, request, status);
    const fields: LogFields = {
      request_id: id,
      trace_id: traceId,
      method,
      route,
      operation: request.operation ?? undefined,
      status,
      reason: request.failure ?? undefined,
      ms: Math.round(ms * 10) / 10,
      actor: request.actor?.id,
      aborted: raw.writableFinished ? undefined : true,
    };
    if (status >= 500) this.#log.warn('A request was answered.', fields);
    else if (routeOptions.config?.quiet) this.#log.debug('A request was answered.', fields);
    else this.#log.info('A request was answered.', fields);
  }
}

function endSpan(span: Span, { id, actor }: FastifyRequest, status: number): void {
  span.set({ 'http.response.status_code': status, 'postroad.request_id': id });
  if (actor !== null) span.set({ 'postroad.actor': actor.id });
  if (status >= 500) span.fail(String(status));
  span.end();
}
