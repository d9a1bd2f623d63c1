import { parseTraceParent } from '@postroad/core/platform/tracing/trace-parent';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

it('OBS-02 reads a traceparent, also of a later version', () => {
  expect(parseTraceParent(`00-${traceId}-${spanId}-01`)).toEqual({
    traceId,
    spanId,
    sampled: true,
  });
  expect(parseTraceParent(`00-${traceId}-${spanId}-00`)?.sampled).toBe(false);
  expect(parseTraceParent(`00-${traceId}-${spanId}-fe`)?.sampled).toBe(false);
  expect(parseTraceParent(`cc-${traceId}-${spanId}-03-what-comes`)?.sampled).toBe(true);
});

it.each([
  undefined,
  '',
  'x',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01,00-${traceId}-${spanId}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
  ` 00-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01\n`,
  `cc-${traceId}-${spanId}-01-${'x'.repeat(300)}`,
])('OBS-02 takes %j for none', (header) => {
  expect(parseTraceParent(header)).toBeNull();
});

it('OBS-02 takes no text for a trace that is none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseTraceParent(text)).toBeNull();
    }),
  );
});
