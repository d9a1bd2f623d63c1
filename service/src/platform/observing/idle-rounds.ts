import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { limits } from '@postroad/core/platform/limits';
import { idleRound, laneOfRound } from './round-attributes.ts';

/**
 * Keeps rounds without work out of the traces: each lane looks for some every second. Whether there
 * was any is known at the end of a round, so what ends within a round waits for that, up to
 * `limits.roundSpansHeld` spans; a round with more has work.
 */
export class IdleRounds implements SpanProcessor {
  readonly #next: SpanProcessor;
  /** By trace: a round begins one of its own. */
  readonly #held = new Map<string, ReadableSpan[]>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(...[span, context]: Parameters<SpanProcessor['onStart']>): void {
    if (span.attributes[laneOfRound] !== undefined) this.#held.set(span.spanContext().traceId, []);
    this.#next.onStart(span, context);
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext();
    const held = this.#held.get(traceId);
    if (held === undefined) {
      this.#next.onEnd(span);
      return;
    }
    const isRound = span.attributes[laneOfRound] !== undefined;
    if (isRound && span.attributes[idleRound] === true) {
      this.#held.delete(traceId);
      return;
    }
    held.push(span);
    if (!isRound && held.length < limits.roundSpansHeld) return;
    this.#held.delete(traceId);
    for (const one of held) this.#next.onEnd(one);
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}
