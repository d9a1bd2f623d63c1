import { limits } from '@postroad/core/platform/limits';
import { Histogram, valuesText } from '@postroad/service/platform/observing/metric';
import { expect, it } from 'vitest';

const metric = { name: 'x_seconds', help: 'How long.', labels: ['lane'] } as const;

it('OBS-04 counts what took up to each bound, and adds up', () => {
  const histogram = new Histogram(metric, [0.1, 1]);
  for (const ms of [50, 100, 101, 1_000, 1_001, 90_000]) histogram.observe(ms, { lane: 'runs' });
  expect(histogram.text()).toBe(`# HELP x_seconds How long.
# TYPE x_seconds histogram
x_seconds_bucket{lane="runs",le="0.1"} 2
x_seconds_bucket{lane="runs",le="1"} 4
x_seconds_bucket{lane="runs",le="+Inf"} 6
x_seconds_sum{lane="runs"} ${0.05 + 0.1 + 0.101 + 1 + 1.001 + 90}
x_seconds_count{lane="runs"} 6`);
});

it('OBS-04 keeps the number of series bounded', () => {
  const histogram = new Histogram(metric, [1]);
  const most = limits.metricSeries;
  for (let at = 0; at < most + 10; at += 1) histogram.observe(1, { lane: `lane ${at}` });
  const counts = histogram.text().match(/^x_seconds_count.*$/gm) ?? [];
  expect(counts).toHaveLength(most + 1);
  expect(counts.at(-1)).toBe('x_seconds_count{lane="other"} 10');
});

it('OBS-04 escapes the values of labels', () => {
  const gauge = { name: 'y', help: 'Y.', type: 'gauge', labels: ['a', 'b'] } as const;
  expect(valuesText(gauge, [[['q"\\', '\n'], 1]])).toBe(
    '# HELP y Y.\n# TYPE y gauge\ny{a="q\\"\\\\",b="\\n"} 1',
  );
  const plain = { name: 'z', help: 'Z.', type: 'counter' } as const;
  expect(valuesText(plain, [[[], 2]])).toBe('# HELP z Z.\n# TYPE z counter\nz 2');
});
