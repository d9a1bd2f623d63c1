import { withoutEndSlashes } from '@postroad/core/platform/url';
import type { TraceTarget } from '../../platform/observing/otel-tracer.ts';
import { address, choice, type Environment } from './environment.ts';

const protocols = ['http/protobuf', 'http/json'] as const;

function protocolOf(env: Environment): TraceTarget['protocol'] {
  const general = choice(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', protocols, 'http/protobuf');
  return choice(env, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', protocols, general);
}

/**
 * Where traces go, by the variables of OpenTelemetry; null where they go nowhere. Its SDK reads the
 * others itself: headers, sampler, name of the service. Throws a ConfigError for a malformed one.
 */
export function readTraceConfig(env: Environment): TraceTarget | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null;
  if (env.OTEL_TRACES_EXPORTER === 'none') return null;
  const schemes = ['http://', 'https://'];
  const own = address(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', schemes);
  const general = address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', schemes);
  if (own !== null) return { url: own, protocol: protocolOf(env) };
  if (general === null) return null;
  return { url: `${withoutEndSlashes(general)}/v1/traces`, protocol: protocolOf(env) };
}
