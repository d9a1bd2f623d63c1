import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { limits } from '@postroad/core/platform/limits';
import type { TraceParent } from '@postroad/core/platform/tracing/trace-parent';
import type {
  Span,
  SpanAttributes,
  SpanOptions,
  Tracer,
} from '@postroad/core/platform/tracing/tracer';
import { version } from '@postroad/core/platform/version';
import type { Log } from '../log.ts';
import { IdleRounds } from './idle-rounds.ts';
import { LoggedExporter } from './logged-exporter.ts';

/** Where traces are sent, and in which form (OTLP over HTTP). */
export interface TraceTarget {
  url: string;
  protocol: 'http/protobuf' | 'http/json';
}

const kinds = {
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
} as const;

function pointOf({ traceId, spanId, traceFlags }: SpanContext): TraceParent {
  return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

function contextOf({ traceId, spanId, sampled }: TraceParent): SpanContext {
  const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return { traceId, spanId, traceFlags, isRemote: true };
}

async function exporterFor({ url, protocol }: TraceTarget): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ url });
}

/**
 * Exports spans by the SDK of OpenTelemetry, which reads the other variables OTEL_* itself. Only
 * `open-tracer.ts` imports this module, and only where traces are wanted. Nothing global is set, so
 * services of one process do not meet.
 */
export async function createOtelTracer(target: TraceTarget, log: Log): Promise<Tracer> {
  const exporter = new LoggedExporter(await exporterFor(target), log);
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'postroad', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new IdleRounds(new BatchSpanProcessor(exporter))],
  });
  return new ExportingTracer(provider);
}

class ExportingTracer implements Tracer {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: OtelTracer;
  readonly #present = new AsyncLocalStorage<Context>();

  constructor(provider: BasicTracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('postroad', version);
  }

  start(name: string, { kind = 'internal', parent, links = [], attributes }: SpanOptions = {}) {
    const own = {
      kind: kinds[kind],
      root: parent === null,
      links: links.map((point) => ({ context: contextOf(point) })),
      ...(attributes ? { attributes } : {}),
    };
    const context = parent
      ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent))
      : (this.#present.getStore() ?? ROOT_CONTEXT);
    return new ExportedSpan(this.#tracer.startSpan(name, own, context), this.#present);
  }

  current(): TraceParent | null {
    const span = trace.getSpanContext(this.#present.getStore() ?? ROOT_CONTEXT);
    return span === undefined ? null : pointOf(span);
  }

  async close(): Promise<void> {
    const over = new AbortController();
    const late = pause(limits.traceCloseMs, undefined, { signal: over.signal });
    const shutdown = this.#provider.shutdown().finally(() => over.abort());
    // A collector that does not answer must not delay the stop; its spans are lost.
    await Promise.race([shutdown, late]).catch(() => undefined);
  }
}

class ExportedSpan implements Span {
  readonly point: TraceParent;
  readonly #span: OtelSpan;
  readonly #present: AsyncLocalStorage<Context>;

  constructor(span: OtelSpan, present: AsyncLocalStorage<Context>) {
    this.point = pointOf(span.spanContext());
    this.#span = span;
    this.#present = present;
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  run<T>(work: () => T): T {
    return this.#present.run(trace.setSpan(ROOT_CONTEXT, this.#span), work);
  }

  end(): void {
    this.#span.end();
  }
}
