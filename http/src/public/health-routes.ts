import { bearerToken } from '@postroad/core/platform/bearer';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../openapi/docs-page.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { problemsPage } from '../openapi/problems-page.ts';
import { isSameSecret } from './same-secret.ts';

const jsonType = 'application/json; charset=utf-8';

/** Keeps what a function returns from its first call. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

// They are the same for every server of a process. Made when somebody asks, since they would take half
// the time in which a server starts.
const description = once(openApiDocument);
const descriptionText = once(() => JSON.stringify(description()));
const pages = {
  '/docs': once(() => docsPage(description())),
  '/docs/problems': once(problemsPage),
};

export interface MetricsOptions {
  /** Whether this listener serves them. */
  here: boolean;
  /** What they ask for; null for nothing. */
  token: string | null;
}

/** Adds `/metrics`, which names no person but tells how much is sent (SEC-28). */
export function addMetricsRoute(
  app: FastifyInstance,
  service: Service,
  { token }: Pick<MetricsOptions, 'token'>,
): void {
  app.get('/metrics', { config: { quiet: true } }, async (request, reply) => {
    const sent = bearerToken(request.headers.authorization) ?? '';
    if (token !== null && !isSameSecret(sent, token)) {
      const detail = 'Send METRICS_TOKEN in the header Authorization: Bearer <token>.';
      throw new Refusal('unauthorized', detail);
    }
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return service.metrics();
  });
}

/**
 * Adds the routes that need no token: health, metrics without personal data, and the API's
 * description.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  service: Service,
  metrics: MetricsOptions,
): void {
  app.get('/healthz', { config: { quiet: true } }, async (_request, reply) => {
    const fault = service.databaseFault();
    if (fault !== null) throw new Refusal('unavailable', fault);
    reply.type(jsonType);
    return JSON.stringify({ status: 'ok' });
  });
  app.get('/readyz', { config: { quiet: true } }, async (_request, reply) => {
    const { ready, degraded, reasons } = await service.readiness();
    if (!ready) {
      throw new Refusal('unavailable', `Not ready: ${reasons.join(' ')}`, { reasons });
    }
    reply.type(jsonType);
    return JSON.stringify(degraded ? { status: 'degraded', reasons } : { status: 'ready' });
  });
  if (metrics.here) addMetricsRoute(app, service, metrics);
  app.get('/openapi.json', async (_request, reply) => {
    reply.type(jsonType);
    return descriptionText();
  });
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, async (_request, reply) => {
      const { html, policy } = page();
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy);
      return html;
    });
  }
}
