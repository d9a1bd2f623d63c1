import type { TraceParent } from './trace-parent.ts';

/** Facts about a span. They name no person, no address and no text. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Whether the span waits for another service, answers one, or neither. */
  kind?: 'client' | 'server' | 'internal';
  /** What it is part of: by default the present span; null begins a trace of its own. */
  parent?: TraceParent | null;
  /** Spans that it also belongs to. */
  links?: readonly TraceParent[];
  attributes?: SpanAttributes;
}

/** Work that is part of a trace, from `start` to `end`. */
export interface Span {
  /** Where other work can become part of the trace. */
  readonly point: TraceParent;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `type` names the kind of failure and is no text of it. */
  fail(type: string): void;
  /** Runs work as part of the span, with all that it awaits. */
  run<T>(work: () => T): T;
  end(): void;
}

/** Makes spans. Where traces are not exported there is none, and the parts of the service have null. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
  /** The present span; null outside of every span. */
  current(): TraceParent | null;
  /** Exports what is left, as far as that takes no long time. */
  close(): Promise<void>;
}
