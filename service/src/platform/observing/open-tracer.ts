import type { Tracer } from '@postroad/core/platform/tracing/tracer';
import type { Log } from '../log.ts';
import type { TraceTarget } from './otel-tracer.ts';

/**
 * The tracer of a service; null where traces are not exported (OBS-03). Then nothing of
 * OpenTelemetry is loaded, and what would make a span only looks whether there is a tracer.
 */
export async function openTracer(target: TraceTarget | null, log: Log): Promise<Tracer | null> {
  if (target === null) return null;
  const { createOtelTracer } = await import('./otel-tracer.ts');
  return await createOtelTracer(target, log);
}
