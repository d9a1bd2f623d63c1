/** Where a request comes from, as its header `traceparent` says (W3C Trace Context). */
export interface TraceParent {
  traceId: string;
  /** The span of the caller. */
  spanId: string;
  /** Whether the caller records its part of the trace. */
  sampled: boolean;
}

/** Version 00 has no more fields; a later version may have some, which are not read (§3.2.2). */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,256})?$/;

/** The parent that a header names; null if the header is missing or not valid. */
export function parseTraceParent(header: string | undefined): TraceParent | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header ?? '') ?? [];
  if (version === undefined || version === 'ff') return null;
  if (version === '00' && more !== undefined) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
