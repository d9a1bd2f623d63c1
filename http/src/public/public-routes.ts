import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import type { PublicStatus } from '@postroad/core/subscribers/status';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problemMediaType } from '../api/http-problem.ts';
import { readSmallBody } from '../api/json-body.ts';
import { secureHeaders } from '../secure-headers.ts';
import { wantsPage } from './accept.ts';
import type { BodyBudget } from './body-budget.ts';
import { addPreflight, crossOrigin } from './cross-origin.ts';
import { visitorOf } from './visitor.ts';

interface WithToken {
  Params: { token: string };
}

/** The body of `POST …/unsubscribe` (SUB-04, contract §4.7). */
export const unsubscribeInput = z.strictObject({
  reason: z
    .string()
    .max(limits.reasonChars)
    .nullable()
    .optional()
    .describe('too_frequent, not_relevant, never_signed_up, other, or any text'),
});

const nothing = z.strictObject({});

/** The same answer for every invalid token (contract §4.6). */
function deadLink(): Refusal {
  return new Refusal(
    'not_found',
    'This link is not valid. Use the link in the newest mail without changing it.',
  );
}

/**
 * The hosted page, relative to the requested URL: a proxy may serve both below a path of BASE_URL,
 * which is not known here.
 */
function hostedPage(requestUrl: string, token: string): string {
  const [path = ''] = requestUrl.split('?', 1);
  return `${'../'.repeat(path.split('/').length - 2)}unsubscribe/${encodeURIComponent(token)}`;
}

function sendStatus(reply: FastifyReply, status: PublicStatus | null): string {
  if (status === null) throw deadLink();
  reply.type('application/json; charset=utf-8');
  return JSON.stringify(status);
}

/** Adds the routes that pages of other origins call with a token (SUB-02 to SUB-11). */
function addStatusRoutes(app: FastifyInstance, service: Service, budget: BodyBudget): void {
  const path = `${apiPrefix}/subscription/:token`;
  app.register(async (api) => {
    const spending = budget.hook(api);
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readSmallBody(request, payload, spending(request)),
    );
    api.addHook('onRequest', async (_request, reply) => {
      reply.headers(crossOrigin);
    });
    api.get<WithToken>(path, async (request, reply) => {
      const { token } = request.params;
      reply.header('vary', 'accept');
      if (wantsPage(request.headers.accept)) {
        return reply.code(302).header('location', hostedPage(request.url, token)).send();
      }
      return sendStatus(reply, (await service.readSubscription(token))?.status ?? null);
    });
    api.post<WithToken>(`${path}/unsubscribe`, async (request, reply) => {
      const { reason = null } = parseInput(unsubscribeInput, request.body ?? {});
      const { token } = request.params;
      const visitor = visitorOf(request);
      return sendStatus(reply, await service.unsubscribe(token, { reason, how: 'api', visitor }));
    });
    api.post<WithToken>(`${path}/resubscribe`, async (request, reply) => {
      parseInput(nothing, request.body ?? {});
      const how = { how: 'api', visitor: visitorOf(request) } as const;
      return sendStatus(reply, await service.resubscribe(request.params.token, how));
    });
    addPreflight(api, path, 'GET, HEAD');
    for (const act of ['unsubscribe', 'resubscribe']) addPreflight(api, `${path}/${act}`, 'POST');
  });
}

function sendOneClick(reply: FastifyReply): FastifyReply {
  return reply.code(200).type('text/plain; charset=utf-8').send('OK\n');
}

/**
 * Adds one-click unsubscribe (RFC 8058, SUB-12, SUB-13). Body and media type are ignored, and every
 * token gets the same answer.
 */
function addOneClickRoutes(app: FastifyInstance, service: Service): void {
  app.register(async (mail) => {
    mail.removeAllContentTypeParsers();
    mail.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable, done) => {
      payload.on('error', () => undefined).resume();
      done(null);
    });
    // Fastify refuses a malformed media type before it calls a parser.
    mail.addHook('onRequest', async ({ raw }, reply) => {
      delete raw.headers['content-type'];
      reply.headers(crossOrigin);
    });
    // Some mail clients append a slash to every link.
    for (const path of ['/u/:token', '/u/:token/']) {
      mail.post<WithToken>(path, { config: { quiet: true } }, async (request, reply) => {
        const how = { how: 'one_click', visitor: visitorOf(request) } as const;
        await service.unsubscribe(request.params.token, { reason: null, ...how });
        return sendOneClick(reply);
      });
      // Opening the link leads to the page (SUB-14).
      mail.get<WithToken>(path, async (request, reply) =>
        reply.code(302).header('location', hostedPage(request.url, request.params.token)).send(),
      );
      addPreflight(mail, path, 'GET, HEAD, POST');
    }
  });
}

/**
 * Answers requests that the router rejects since the token is too long or broken, in the same way
 * as other invalid tokens. Returns false for other paths.
 */
export function sendUnroutablePublic(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const isClick = url.startsWith('/u/');
  if (!isClick && !url.startsWith(`${apiPrefix}/subscription/`)) return false;
  reply.headers({ ...secureHeaders, ...crossOrigin });
  if (isClick && method === 'POST') sendOneClick(reply);
  else if (isClick) reply.code(302).header('location', hostedPage(url, 'x')).send();
  else {
    const problem = problemOf(deadLink());
    reply.code(problem.status).header('content-type', problemMediaType);
    reply.send(JSON.stringify(problem));
  }
  return true;
}

/** Adds the routes for which the link token in the path is the only credential (TOKEN-01). */
export function addPublicRoutes(app: FastifyInstance, service: Service, budget: BodyBudget): void {
  addStatusRoutes(app, service, budget);
  addOneClickRoutes(app, service);
}
