import { randomBytes } from 'node:crypto';
import { bearerToken, tokenRefused } from '@postroad/core/platform/bearer';
import { limits } from '@postroad/core/platform/limits';
import { grants } from '@postroad/core/platform/operations/scope';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import { listMail, type MailDetails, mailSource, readMail } from '@postroad/service/app/mailbox';
import type { Service } from '@postroad/service/app/service';
import { forbidden } from '@postroad/service/platform/forbidden';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Callers } from '../console/callers.ts';
import { SessionCookie } from '../console/session-cookie.ts';
import { isSameSecret } from '../public/same-secret.ts';
import {
  framedMail,
  type MailView,
  mailboxPolicy,
  mailHtmlPolicy,
  mailListPage,
  mailPage,
} from './mailbox-page.ts';

const cookieName = 'postroad_mailbox';

function cookieOf({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}

function sendHtml(reply: FastifyReply, markup: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(markup);
}

function below(query: Record<string, unknown>): number | null {
  const text = query.below;
  return typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}

async function mailOf(outboxDir: string, request: FastifyRequest): Promise<MailDetails> {
  const { id } = request.params as { id: string };
  const source = await sourceOf(outboxDir, id);
  return readMail(Number(id), source);
}

async function sourceOf(outboxDir: string, id: string): Promise<string> {
  const source = /^[1-9]\d{0,15}$/.test(id) ? await mailSource(outboxDir, Number(id)) : null;
  if (source === null) throw notFound('mail', id);
  return source;
}

function viewOf(query: Record<string, unknown>, { html }: MailDetails): MailView {
  const { view } = query;
  if (view === 'text' || view === 'headers') return view;
  return html === '' ? 'text' : 'html';
}

export interface MailboxOptions {
  outboxDir: string;
  /** Says whose token asks for the key. */
  service: Pick<Service, 'authenticate' | 'sessions'>;
  /** Where browsers reach the server, which names the cookie of their session. */
  baseUrl: string | null;
  /** Whether browsers reach the server by https, so that the cookie is sent by nothing else. */
  secure: boolean;
}

/**
 * Mounts the mailbox page over the outbox (contract §4.12). Its mail can hold links that
 * unsubscribe people, so that even on this machine only the operator may read it, through a URL
 * with a key that sets a cookie. The key is drawn at each start and opens nothing else (SEC-20); a
 * token of scope `write` gets it. The session of such a token in the console opens it too. Returns the
 * key.
 */
export function mountMailbox(
  app: FastifyInstance,
  { outboxDir, service, secure, baseUrl }: MailboxOptions,
): string {
  const key = randomBytes(24).toString('base64url');
  const callers = new Callers(service, new SessionCookie(baseUrl));
  const admit = async (request: FastifyRequest) => {
    if (isSameSecret(cookieOf(request), key)) return;
    const sent = callers.sentBy(request);
    const actor =
      sent?.kind === 'session' ? await service.sessions.find(sent.secret, sent.address) : null;
    if (actor !== null && grants(actor.scopes, 'write')) return;
    if (actor !== null) throw forbidden(actor, 'write', 'the mailbox');
    throw new Refusal(
      'unauthorized',
      'The mailbox is for the operator: open it with "postroad open mailbox", or with the URL that "postroad serve" prints.',
    );
  };
  app.get('/mailbox', { exposeHeadRoute: false }, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    if (query.key !== undefined && isSameSecret(query.key, key)) {
      // Without a path, the cookie applies to this directory, at whatever path a proxy serves it.
      const kept = `Max-Age=${limits.mailboxCookieMs / 1_000}${secure ? '; Secure' : ''}`;
      const cookie = `${cookieName}=${key}; HttpOnly; SameSite=Strict; ${kept}`;
      return reply.header('set-cookie', cookie).redirect('mailbox', 303);
    }
    await admit(request);
    const from = below(query);
    return sendHtml(
      reply,
      mailListPage(await listMail(outboxDir, from), from === null),
      mailboxPolicy,
    );
  });
  app.get('/mailbox/key', { exposeHeadRoute: false }, async (request, reply) => {
    const token = bearerToken(request.headers.authorization);
    const actor = token === null ? null : await service.authenticate(token, request.ip);
    if (actor === null) throw tokenRefused();
    if (!grants(actor.scopes, 'write')) throw forbidden(actor, 'write', 'the mailbox');
    reply.type('application/json; charset=utf-8');
    return JSON.stringify({ key });
  });
  const guarded = { exposeHeadRoute: false, onRequest: admit };
  app.get('/mailbox/:id', guarded, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const mail = await mailOf(outboxDir, request);
    const view = viewOf(query, mail);
    return sendHtml(reply, mailPage(mail, view, query.images === '1'), mailboxPolicy);
  });
  app.get('/mailbox/:id/html', guarded, async (request, reply) => {
    const { images } = request.query as Record<string, unknown>;
    const { html } = await mailOf(outboxDir, request);
    reply.header('x-frame-options', 'SAMEORIGIN');
    return sendHtml(reply, framedMail(html), mailHtmlPolicy(images === '1'));
  });
  app.get('/mailbox/:id/source', guarded, async (request, reply) => {
    const { id } = request.params as { id: string };
    const source = await sourceOf(outboxDir, id);
    return reply.type('text/plain; charset=utf-8').send(Buffer.from(source, 'latin1'));
  });
  return key;
}
