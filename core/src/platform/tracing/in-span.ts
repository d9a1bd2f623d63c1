import { Refusal } from '../refusal.ts';
import type { Span, SpanOptions, Tracer } from './tracer.ts';

/** The kind of a failure; messages can quote addresses, so they are not part of a trace. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return [code, name].find((text) => typeof text === 'string')?.toString() ?? 'unknown';
}

/** Runs work in a span of its own. A refusal is an answer, not a failure. */
export async function inSpan<T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.start(name, options);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    if (error instanceof Refusal) span.set({ 'postroad.refusal': error.code });
    else span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}
