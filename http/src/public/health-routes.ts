import { bearerToken } from '@postroad/core/platform/bearer';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance } from 'fastify';
import { NoRoute } from '../api/http-problem.ts';
import { guideFiles, guidePolicy } from '../guides/guide-files.ts';
import { documentPaths, documentPolicies, preparedDocuments } from '../openapi/prepared.ts';
import { isSameSecret } from './same-secret.ts';
import { sendStatic } from './static-text.ts';

const jsonType = 'application/json; charset=utf-8';

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
  for (const path of documentPaths) {
    app.get(path, async (request, reply) => {
      const policy = documentPolicies[path];
      const headers: Record<string, string> =
        policy === undefined ? {} : { 'content-security-policy': policy };
      return sendStatic(request, reply, await preparedDocuments.read(path), { headers });
    });
  }
  // Its links are relative, as those of a folder.
  app.get('/docs/guide', (_request, reply) => reply.redirect('guide/', 308));
  app.get('/docs/guide/*', async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    const file = await guideFiles.read(path === '' ? 'index.html' : path);
    if (file === undefined) throw new NoRoute([]);
    const headers = { 'content-security-policy': guidePolicy };
    return sendStatic(request, reply, file, { headers });
  });
}
