import { register } from 'node:module';

/** Writes the name of each module of OpenTelemetry that the process loads, or of what loads them. */
const hook = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  if (/opentelemetry|otel-tracer/.test(url)) writeSync(2, JSON.stringify({ loaded: url }) + '\\n');
  return await next(url, context);
}
`;

register(`data:text/javascript,${encodeURIComponent(hook)}`);
