import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../openapi/docs-page.ts';
import { openApiDocument } from '../openapi/openapi.ts';
import { problemsPage } from '../openapi/problems-page.ts';

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

/**
 * Adds the routes that need no token: health, metrics without personal data, and the API's
 * description.
 */
export function addHealthRoutes(app: FastifyInstance, service: Service): void {
  app.get('/healthz', async (_request, reply) => {
    const fault = service.databaseFault();
    if (fault !== null) throw new Refusal('unavailable', fault);
    reply.type(jsonType);
    return JSON.stringify({ status: 'ok' });
  });
  app.get('/readyz', async (_request, reply) => {
    const { ready, degraded, reasons } = await service.readiness();
    if (!ready) {
      throw new Refusal('unavailable', `Not ready: ${reasons.join(' ')}`, { reasons });
    }
    reply.type(jsonType);
    return JSON.stringify(degraded ? { status: 'degraded', reasons } : { status: 'ready' });
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    return service.metrics();
  });
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
