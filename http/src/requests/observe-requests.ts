import type { OperationName } from '@postroad/core/catalog/catalog';
import { parseTraceParent } from '@postroad/core/platform/tracing/trace-parent';
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

/** For routes of others, which authenticate themselves. */
export function noteActor(request: FastifyRequest, actor: Actor): void {
  request.actor = actor;
}

/** Logs and measures each request, whatever becomes of it (OBS-01, OBS-04). */
export class RequestObserver {
  readonly #log: Log;
  readonly #service: Pick<Service, 'requests'>;

  constructor(log: Log, service: Pick<Service, 'requests'>) {
    this.#log = log;
    this.#service = service;
  }

  /** Watches every request that reaches a route, or none. */
  attach(app: FastifyInstance): void {
    app.decorateRequest('actor', null);
    app.decorateRequest('operation', null);
    app.addHook('onRequest', (request, reply, done) => {
      this.watch(request, reply);
      done();
    });
  }

  /** The answer ends, or its client goes; both close it. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const began = performance.now();
    reply.raw.once('close', () => this.#end(request, reply, performance.now() - began));
  }

  #end(request: FastifyRequest, { raw }: FastifyReply, ms: number): void {
    const { id, method, routeOptions, headers } = request;
    const route = routeOptions.url ?? null;
    const status = raw.statusCode;
    this.#service.requests.observe(ms, {
      method: methods.has(method) ? method : 'other',
      route: route ?? 'none',
      status: `${Math.floor(status / 100)}xx`,
    });
    const fields: LogFields = {
      request_id: id,
      trace_id: parseTraceParent(headers.traceparent as string | undefined)?.traceId,
      method,
      route,
      operation: request.operation ?? undefined,
      status,
      ms: Math.round(ms * 10) / 10,
      actor: request.actor?.id,
      aborted: raw.writableFinished ? undefined : true,
    };
    if (status >= 500) this.#log.warn('A request was answered.', fields);
    else if (routeOptions.config?.quiet) this.#log.debug('A request was answered.', fields);
    else this.#log.info('A request was answered.', fields);
  }
}
