import { limits } from '@postroad/core/platform/limits';

/** Prometheus text format 0.0.4. */

type LabelValues = readonly (string | number)[];

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

function labelsOf(names: readonly string[], values: LabelValues): string {
  if (names.length === 0) return '';
  const pairs = names.map((name, index) => `${name}="${escaped(String(values[index] ?? ''))}"`);
  return `{${pairs.join(',')}}`;
}

function headOf(name: string, help: string, type: 'gauge' | 'counter' | 'histogram'): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** One metric with the values that it has now. */
export function valuesText(
  metric: { name: string; help: string; type: 'gauge' | 'counter'; labels?: readonly string[] },
  values: readonly [labels: LabelValues, value: number][],
): string {
  const { name, help, type, labels = [] } = metric;
  const lines = values.map(([own, value]) => `${name}${labelsOf(labels, own)} ${value}`);
  return [...headOf(name, help, type), ...lines].join('\n');
}

interface Series {
  labels: LabelValues;
  /** How many fell into each bucket, and not into one before it; the last has no bound. */
  counts: number[];
  sum: number;
}

/**
 * How long something took, by labels. The values of labels must come from the code and never from
 * input; beyond `limits.metricSeries` of them the rest is counted together.
 */
export class Histogram<Label extends string> {
  readonly #name: string;
  readonly #help: string;
  readonly #labels: readonly Label[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  /** `bounds` are the upper bounds of the buckets in seconds, the lowest first. */
  constructor(
    metric: { name: string; help: string; labels: readonly Label[] },
    bounds: readonly number[],
  ) {
    this.#name = metric.name;
    this.#help = metric.help;
    this.#labels = metric.labels;
    this.#bounds = bounds;
  }

  observe(ms: number, labels: Readonly<Record<Label, string>>): void {
    const series = this.#seriesOf(this.#labels.map((name) => labels[name]));
    const seconds = ms / 1_000;
    const bucket = this.#bounds.findIndex((bound) => seconds <= bound);
    const at = bucket < 0 ? this.#bounds.length : bucket;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
  }

  #seriesOf(labels: readonly string[]): Series {
    const key = labels.join('\n');
    const known = this.#series.get(key);
    if (known) return known;
    if (this.#series.size >= limits.metricSeries) return this.#seriesOfRest();
    const series = { labels, counts: this.#bounds.map(() => 0), sum: 0 };
    this.#series.set(key, series);
    return series;
  }

  #seriesOfRest(): Series {
    const rest = this.#series.get('') ?? {
      labels: this.#labels.map(() => 'other'),
      counts: this.#bounds.map(() => 0),
      sum: 0,
    };
    this.#series.set('', rest);
    return rest;
  }

  text(): string {
    const lines = headOf(this.#name, this.#help, 'histogram');
    for (const { labels, counts, sum } of this.#series.values()) {
      let total = 0;
      for (const [index, bound] of [...this.#bounds, '+Inf'].entries()) {
        total += counts[index] ?? 0;
        const inBucket = labelsOf([...this.#labels, 'le'], [...labels, bound]);
        lines.push(`${this.#name}_bucket${inBucket} ${total}`);
      }
      const own = labelsOf(this.#labels, labels);
      lines.push(`${this.#name}_sum${own} ${sum}`, `${this.#name}_count${own} ${total}`);
    }
    return lines.join('\n');
  }
}
