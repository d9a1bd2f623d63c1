import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import type { PublicStatus } from '@postroad/core/subscribers/status';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiPrefix } from '../api/api-routes.ts';
import { problemType } from '../api/http-problem.ts';
import { parseJsonBody, readBody } from '../api/json-body.ts';
import { secureHeaders } from '../secure-headers.ts';

interface WithToken {
  Params: { token: string };
}

/** What `POST …/unsubscribe` takes (SUB-04, contract §4.7). */
export const unsubscribeInput = z.strictObject({
  reason: z
    .string()
    .max(limits.reasonChars)
    .nullable()
    .optional()
    .describe('too_frequent, not_relevant, never_signed_up, other, or any text'),
});

const nothing = z.strictObject({});

/** Any page may call these (SUB-29); the token in the path is all that counts, so never with cookies. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
};

const jsonTypes = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i;

/** The same for every token that stands for nobody (contract §4.6). */
function deadLink(): Refusal {
  return new Refusal(
    'not_found',
    'This link is not valid. Use the link in the newest mail, as it stands there.',
  );
}

/**
 * Where a link in a mail leads somebody with a browser, seen from the address that was asked: a
 * proxy may serve all of them below a path of BASE_URL, which is not known here.
 */
function hostedPage(asked: string, token: string): string {
  const [path = ''] = asked.split('?', 1);
  return `${'../'.repeat(path.split('/').length - 2)}unsubscribe/${encodeURIComponent(token)}`;
}

/** Weight that a client gives to a media type it names, 0 where it names none (RFC 9110 §12.5.1). */
function weightOf(accept: string, type: string): number {
  for (const part of accept.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}

/** A browser that goes there says that it takes a page (SUB-03). */
function wantsPage(accept = ''): boolean {
  const page = weightOf(accept, 'text/html');
  return page > 0 && page >= weightOf(accept, 'application/json');
}

/** Reads a small body that is JSON, whatever it calls itself where it is empty. */
async function readSmallBody(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const bytes = await readBody(payload, limits.publicBodyBytes);
  if (bytes.length === 0) return {};
  if (jsonTypes.test(request.headers['content-type'] ?? '')) return parseJsonBody(bytes);
  throw new Refusal(
    'unsupported_media_type',
    'Send the body as JSON in UTF-8 with Content-Type: application/json, or send none.',
  );
}

function sendStatus(reply: FastifyReply, status: PublicStatus | null): string {
  if (status === null) throw deadLink();
  reply.type('application/json; charset=utf-8');
  return JSON.stringify(status);
}

/** What pages of other origins read and write by a token (SUB-02 to SUB-11). */
function addStatusRoutes(app: FastifyInstance, service: Service): void {
  const path = `${apiPrefix}/subscription/:token`;
  app.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', readSmallBody);
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
      return sendStatus(reply, await service.unsubscribe(token, { reason, how: 'api' }));
    });
    api.post<WithToken>(`${path}/resubscribe`, async (request, reply) => {
      parseInput(nothing, request.body ?? {});
      return sendStatus(reply, await service.resubscribe(request.params.token, { how: 'api' }));
    });
    for (const url of [path, `${path}/unsubscribe`, `${path}/resubscribe`]) {
      api.options(url, async (_request, reply) => {
        const allowed = url === path ? 'GET, HEAD' : 'POST';
        return reply
          .code(204)
          .headers({
            'access-control-allow-methods': allowed,
            'access-control-allow-headers': 'content-type, idempotency-key',
            'access-control-max-age': '86400',
            allow: `${allowed}, OPTIONS`,
          })
          .send();
      });
    }
  });
}

function sendOneClick(reply: FastifyReply): FastifyReply {
  return reply.code(200).type('text/plain; charset=utf-8').send('OK\n');
}

/**
 * One-click (RFC 8058, SUB-12, SUB-13): whatever the body is, or calls itself, it is passed over,
 * and every token is answered alike.
 */
function addOneClickRoutes(app: FastifyInstance, service: Service): void {
  app.register(async (mail) => {
    mail.removeAllContentTypeParsers();
    mail.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable, done) => {
      payload.on('error', () => undefined).resume();
      done(null);
    });
    // A type that is malformed would be refused before any parser is asked.
    mail.addHook('onRequest', async ({ raw }) => {
      delete raw.headers['content-type'];
    });
    // Some mail clients end every link with a slash.
    for (const path of ['/u/:token', '/u/:token/']) {
      mail.post<WithToken>(path, async (request, reply) => {
        await service.unsubscribe(request.params.token, { reason: null, how: 'one_click' });
        return sendOneClick(reply);
      });
      // A plain opened link lands on the page (SUB-14).
      mail.get<WithToken>(path, async (request, reply) =>
        reply.code(302).header('location', hostedPage(request.url, request.params.token)).send(),
      );
    }
  });
}

/**
 * Answers what has no route since its token is too long or broken, as any other token that stands
 * for nobody; false where it is not meant for an address with one.
 */
export function sendUnroutablePublic(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const isClick = url.startsWith('/u/');
  if (!isClick && !url.startsWith(`${apiPrefix}/subscription/`)) return false;
  reply.headers(secureHeaders);
  if (isClick && method === 'POST') sendOneClick(reply);
  else if (isClick) reply.code(302).header('location', hostedPage(url, 'x')).send();
  else {
    const problem = problemOf(deadLink());
    reply.code(problem.status).headers({ ...crossOrigin, 'content-type': problemType });
    reply.send(JSON.stringify(problem));
  }
  return true;
}

/** What a public token in the path is all the authorisation for (TOKEN-01). */
export function addPublicRoutes(app: FastifyInstance, service: Service): void {
  addStatusRoutes(app, service);
  addOneClickRoutes(app, service);
}
