import type { Readable } from 'node:stream';
import { OAuthRefusal } from '@postroad/core/account/oauth/oauth-refusal';
import { limits } from '@postroad/core/platform/limits';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { scopes } from '@postroad/core/platform/operations/scope';
import { invalid } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readSmallBody } from '../api/json-body.ts';
import type { BodyBudget } from '../public/body-budget.ts';
import { type Callers, signedOut } from './callers.ts';

const query = z.string().max(limits.oauthRequestChars).describe('As the application sent it');

const asked = z.strictObject({ query });

const decided = z.strictObject({
  query,
  allow: z.boolean(),
  scopes: z.array(z.enum(scopes)).max(scopes.length).default([]),
  name: z.string().max(limits.nameChars).default(''),
});

/** The page shows what is wrong; nobody is sent anywhere. */
async function shown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OAuthRefusal)
      throw invalid([{ path: '', code: 'value_invalid', message: error.message }]);
    throw error;
  }
}

/**
 * Adds what the page calls on which a person consents to an application (OAUTH-02). Only the session of
 * a browser may, from a page of this server: the cookie is SameSite=Strict, and `requireConsole` refuses
 * what another site sent.
 */
export function addConsentRoutes(
  app: FastifyInstance,
  service: Pick<Service, 'sessions' | 'limit' | 'oauth'>,
  { callers, budget }: { callers: Callers; budget: BodyBudget },
): void {
  async function personOf(request: FastifyRequest): Promise<Actor> {
    const sent = callers.sentBy(request);
    const actor =
      sent?.kind === 'session' ? await service.sessions.find(sent.secret, request.ip) : null;
    if (actor === null) throw signedOut();
    request.actor = actor;
    service.limit(actor, 'calls');
    return actor;
  }
  app.register(async (routes) => {
    const spending = budget.hook(routes);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readSmallBody(request, payload, spending(request)),
    );
    routes.post('/console/consent/view', async (request, reply) => {
      const actor = await personOf(request);
      const { host } = request;
      const view = await shown(
        service.oauth.view(actor, { ...parseInput(asked, request.body), host }),
      );
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(view));
    });
    routes.post('/console/consent', async (request, reply) => {
      const actor = await personOf(request);
      const { host } = request;
      const to = await shown(
        service.oauth.decide(actor, { ...parseInput(decided, request.body), host }),
      );
      const body = JSON.stringify({ redirect_to: to });
      return reply.type('application/json; charset=utf-8').send(body);
    });
  });
}
