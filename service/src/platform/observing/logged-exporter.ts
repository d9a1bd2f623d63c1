import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../log.ts';

type Done = Parameters<SpanExporter['export']>[1];

/** Says in the log that traces do not arrive, once until they do again. */
export class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Log;
  #fails = false;

  constructor(exporter: SpanExporter, log: Log) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: Done): void {
    this.#exporter.export(spans, (result) => {
      // 0 is success; the enumeration is of a package of its own.
      const fails = result.code !== 0;
      if (fails && !this.#fails) {
        this.#log.warn('Traces do not arrive, and are dropped.', {
          reason: result.error?.message ?? null,
          count: spans.length,
        });
      }
      if (!fails && this.#fails) this.#log.info('Traces arrive again.');
      this.#fails = fails;
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}
