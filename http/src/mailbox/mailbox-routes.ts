import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { bearerToken, tokenRefused } from '@postroad/core/platform/bearer';
import { limits } from '@postroad/core/platform/limits';
import { grants } from '@postroad/core/platform/operations/scope';
import { problemOf } from '@postroad/core/platform/problem';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { operatorActor } from '@postroad/service/account/authenticate';
import {
  listMail,
  type MailDetails,
  mailSource,
  readMail,
  removeAllMail,
  removeMail,
} from '@postroad/service/app/mailbox';
import type { Service } from '@postroad/service/app/service';
import { forbidden } from '@postroad/service/platform/forbidden';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { readBody } from '../api/json-body.ts';
import { Callers, requireConsole } from '../console/callers.ts';
import { SessionCookie } from '../console/session-cookie.ts';
import { readForm } from '../pages/page-form.ts';
import { wantsPage } from '../public/accept.ts';
import { isSameSecret } from '../public/same-secret.ts';
import {
  framedMail,
  type MailList,
  type MailView,
  mailboxPolicy,
  mailHtmlPolicy,
  mailListPage,
  mailPage,
  refusalPage,
} from './mailbox-page.ts';
import { filterOf, mailboxQuery, readMailboxQuery } from './mailbox-query.ts';

const cookieName = 'postroad_mailbox';

const idForm = /^[1-9]\d{0,14}$/;

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

async function mailOf(outboxDir: string, request: FastifyRequest): Promise<MailDetails> {
  const { id } = request.params as { id: string };
  const source = await sourceOf(outboxDir, id);
  return readMail(Number(id), source);
}

async function sourceOf(outboxDir: string, id: string): Promise<string> {
  const source = idForm.test(id) ? await mailSource(outboxDir, Number(id)) : null;
  if (source === null) throw notFound('mail', id);
  return source;
}

/** Which mails a form removes: those that it names, or all up to the newest that its page knew. */
function removalOf(form: URLSearchParams): { ids: number[]; all: number | null } {
  const ids = (form.get('ids') ?? '').split(',').filter(Boolean);
  const all = form.get('all');
  const isWhole = [...ids, ...(all === null ? [] : [all])].every((id) => idForm.test(id));
  if (!isWhole || (ids.length === 0) === (all === null) || ids.length > limits.mailboxPage) {
    throw invalid([
      {
        path: 'ids',
        code: 'value_invalid',
        message: `Name 1 to ${limits.mailboxPage} mails by their ids with commas between them, or give "all" the id of the newest mail to remove.`,
      },
    ]);
  }
  return { ids: ids.map(Number), all: all === null ? null : Number(all) };
}

/** A page in place of the problem document where a browser asks; other errors are the server's. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('vary', 'accept');
  if (!(error instanceof Refusal) || !wantsPage(request.headers.accept)) throw error;
  const { title, status, detail } = problemOf(error);
  const [path = ''] = request.url.split('?', 1);
  const { html, policy } = refusalPage({ title, detail, isSignedOut: status === 401, path });
  return sendHtml(reply.code(status), html, policy);
}

function viewOf(query: Record<string, unknown>, { html }: MailDetails): MailView {
  const { view } = query;
  if (view === 'text' || view === 'headers') return view;
  return html === '' ? 'text' : 'html';
}

export interface MailboxOptions {
  outboxDir: string;
  /** Says whose token asks for the key, and the time zone of the account. */
  service: Pick<Service, 'authenticate' | 'invoke' | 'operator' | 'sessions'>;
  /** Where browsers reach the server, which names the cookie of their session. */
  baseUrl: string | null;
  /** Whether browsers reach the server by https, so that the cookie is sent by nothing else. */
  secure: boolean;
}

function addRemoval(app: FastifyInstance, outboxDir: string, guarded: RouteShorthandOptions): void {
  app.register(async (writes) => {
    writes.removeAllContentTypeParsers();
    writes.addContentTypeParser('*', (_request: FastifyRequest, payload: Readable) =>
      readBody(payload, limits.pageFormBytes),
    );
    writes.post('/mailbox/delete', guarded, async (request, reply) => {
      const { ids, all } = removalOf(readForm(request));
      await removeMail(outboxDir, ids);
      if (all !== null) await removeAllMail(outboxDir, all);
      const query = readMailboxQuery(request.query as Record<string, unknown>);
      return reply.redirect(`../mailbox${mailboxQuery(query)}`, 303);
    });
  });
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
    if (isSameSecret(cookieOf(request), key)) {
      // What changes something is taken from pages of this server alone, as with a session (CON-15).
      if (request.method !== 'GET') requireConsole(request);
      return;
    }
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
  const listFor = async (request: FastifyRequest): Promise<MailList> => {
    const query = readMailboxQuery(request.query as Record<string, unknown>);
    const [{ output }, list] = await Promise.all([
      service.invoke('get_profile', {}, { actor: operatorActor }),
      listMail(outboxDir, filterOf(query), query.below),
    ]);
    return { ...list, query, zone: output.profile.timezone };
  };
  app.register(async (pages) => {
    pages.setErrorHandler(sendRefusal);
    pages.get('/mailbox', { exposeHeadRoute: false }, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      if (query.key !== undefined && isSameSecret(query.key, key)) {
        // Without a path, the cookie applies to this directory, at whatever path a proxy serves it.
        const kept = `Max-Age=${limits.mailboxCookieMs / 1_000}${secure ? '; Secure' : ''}`;
        const cookie = `${cookieName}=${key}; HttpOnly; SameSite=Strict; ${kept}`;
        return reply.header('set-cookie', cookie).redirect('mailbox', 303);
      }
      await admit(request);
      return sendHtml(
        reply,
        mailListPage(await listFor(request), query.live === '1'),
        mailboxPolicy,
      );
    });
    pages.get('/mailbox/key', { exposeHeadRoute: false }, async (request, reply) => {
      const token = bearerToken(request.headers.authorization);
      const actor = token === null ? null : await service.authenticate(token, request.ip);
      if (actor === null) throw tokenRefused();
      if (!grants(actor.scopes, 'write')) throw forbidden(actor, 'write', 'the mailbox');
      reply.type('application/json; charset=utf-8');
      return JSON.stringify({ key });
    });
    const guarded = { exposeHeadRoute: false, onRequest: admit };
    pages.get('/mailbox/:id', guarded, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const mail = await mailOf(outboxDir, request);
      const view = viewOf(query, mail);
      const list = await listFor(request);
      return sendHtml(reply, mailPage(mail, list, view, query.images === '1'), mailboxPolicy);
    });
    pages.get('/mailbox/:id/html', guarded, async (request, reply) => {
      const { images } = request.query as Record<string, unknown>;
      const { html } = await mailOf(outboxDir, request);
      reply.header('x-frame-options', 'SAMEORIGIN');
      return sendHtml(reply, framedMail(html), mailHtmlPolicy(images === '1'));
    });
    pages.get('/mailbox/:id/source', guarded, async (request, reply) => {
      const { id } = request.params as { id: string };
      const source = await sourceOf(outboxDir, id);
      return reply.type('text/plain; charset=utf-8').send(Buffer.from(source, 'latin1'));
    });
    addRemoval(pages, outboxDir, guarded);
  });
  return key;
}
