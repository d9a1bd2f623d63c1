import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { SessionView, SignedIn } from '@postroad/service/account/sessions';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readSmallBody } from '../api/json-body.ts';
import type { BodyBudget } from '../public/body-budget.ts';
import { type Callers, requireConsole, signedOut } from './callers.ts';

const signInInput = z.strictObject({
  token: z.string().max(limits.bearerTokenChars).optional(),
  code: z.string().max(limits.signInCodeChars).optional(),
});

/** What a person gave to sign in: exactly one of the two. */
function readSignIn(body: unknown): { token: string } | { code: string } {
  const { token, code } = parseInput(signInInput, body);
  if (token !== undefined && code === undefined) return { token: token.trim() };
  if (code !== undefined && token === undefined) return { code };
  const message = 'Send a token, or the code of a sign-in link.';
  throw invalid([{ path: 'token', code: 'required', message }]);
}

function wrong(given: { token: string } | { code: string }): Refusal {
  const detail =
    'token' in given
      ? 'No token is like that, or it was revoked. Look whether all of it is there.'
      : 'This link was used already, or its time is over. Ask for another one, or sign in with a token.';
  return new Refusal('unauthorized', detail);
}

/**
 * Adds signing in and out of the console (CON-14), which its pages alone call: they are no part of the
 * API, whose clients have tokens, and change with the console (docs/decisions/0063).
 */
export function addSessionRoutes(
  app: FastifyInstance,
  service: Pick<Service, 'authenticate' | 'sessions' | 'limit'>,
  { callers, budget }: { callers: Callers; budget: BodyBudget },
): void {
  const { sessions } = service;
  const { cookie } = callers;

  async function signIn(request: FastifyRequest): Promise<SignedIn> {
    const given = readSignIn(request.body);
    if ('code' in given) {
      const signedIn = await sessions.useLink(given.code, request.ip);
      if (signedIn === null) throw wrong(given);
      return signedIn;
    }
    const actor = await service.authenticate(given.token, request.ip);
    if (actor === null) throw wrong(given);
    service.limit(actor, 'calls');
    return await sessions.start(actor);
  }

  /** The session, or why it has ended. */
  async function viewOf(secret: string, address: string): Promise<SessionView | Refusal> {
    try {
      return (await sessions.view(secret, address)) ?? signedOut();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_expired') return error;
      throw error;
    }
  }

  async function show(request: FastifyRequest, reply: FastifyReply, secret: string) {
    const view = await viewOf(secret, request.ip);
    if (view instanceof Refusal) {
      reply.header('set-cookie', cookie.clear(request));
      throw view;
    }
    reply.header('set-cookie', cookie.set(request, secret));
    reply.type('application/json; charset=utf-8');
    return JSON.stringify(view);
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply, everywhere: boolean) {
    const secret = cookie.read(request);
    requireConsole(request);
    if (secret !== null) await sessions.end(secret, everywhere);
    return reply.code(204).header('set-cookie', cookie.clear(request)).send();
  }

  app.register(async (routes) => {
    const spending = budget.hook(routes);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readSmallBody(request, payload, spending(request)),
    );
    routes.post('/console/session', async (request, reply) => {
      // A page of another site could otherwise sign its visitors in as somebody else.
      if (request.headers['sec-fetch-site'] !== undefined) requireConsole(request);
      const before = cookie.read(request);
      const { secret, actor } = await signIn(request);
      request.actor = actor;
      if (before !== null) await sessions.end(before, false);
      return await show(request, reply, secret);
    });
    routes.get('/console/session', { exposeHeadRoute: false }, async (request, reply) => {
      const secret = cookie.read(request);
      if (secret === null) throw signedOut();
      requireConsole(request);
      return await show(request, reply, secret);
    });
    routes.delete('/console/session', (request, reply) => signOut(request, reply, false));
    routes.delete('/console/sessions', (request, reply) => signOut(request, reply, true));
  });
}
