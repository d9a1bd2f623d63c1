import { limits } from '@postroad/core/platform/limits';
import { shownCopy } from '@postroad/core/subscribers/pages/page-copy';
import type { Service } from '@postroad/service/app/service';
import type { Log } from '@postroad/service/platform/log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemFor, problemHeaders } from '../api/http-problem.ts';
import { logFault } from '../requests/log-fault.ts';
import { secureHeaders } from '../secure-headers.ts';
import { pageLinks } from './hosted-view.ts';
import { type Notice, noticePage } from './notice-page.ts';
import type { PageDocument } from './page-document.ts';

/** Sends a page. Its own headers override the secure defaults. */
export function sendPage(reply: FastifyReply, status: number, page: PageDocument): FastifyReply {
  return reply
    .code(status)
    .headers({ ...secureHeaders, ...page.headers })
    .send(page.html);
}

function notice(request: FastifyRequest, given: Notice, sender = ''): PageDocument {
  return noticePage(shownCopy(request.headers['accept-language'], null), given, sender);
}

/** The token in previews of emails, which have no recipient. */
const previewToken = 'preview';

/**
 * Sends the same page for every invalid token (contract §4.6, TOKEN-05), which names the sender
 * (LEFT-13) unless that cannot be read; only a link of a preview gets a page of its own.
 */
export async function sendDeadLink(
  service: Pick<Service, 'accountName'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token = '' } = (request.params ?? {}) as { token?: string };
  const kind = token === previewToken ? 'preview' : 'link';
  const sender = await service.accountName().catch(() => '');
  const page = notice(request, { kind, again: null, reference: null }, sender);
  return sendPage(reply, 404, page);
}

/**
 * Answers requests that the router rejects since the path is too long or broken. Returns false if
 * the path does not belong to a page.
 */
export function sendUnroutable(
  service: Pick<Service, 'accountName'>,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!/^\/unsubscribe(?:[/?]|$)/.test(request.url)) return false;
  void sendDeadLink(service, request, reply);
  return true;
}

const token = new RegExp(`^[A-Za-z0-9_-]{1,${limits.publicTokenChars}}$`);

/** Whether a text has the form of a token; its signature is not checked. */
export function isTokenLike(text: string): boolean {
  return token.test(text);
}

/**
 * Answers an error on a page. Faults are logged and shown with the id of the request. Errors that
 * no browser causes are rethrown, to be answered as elsewhere.
 */
export function sendFault(
  log: Log,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { problem, fault } = problemFor(error, request.id);
  const later = problem.status === 503 || problem.status === 429;
  if (problem.status < 500 && !later) throw error;
  if (fault) logFault(log, request, error);
  const { token = '' } = request.params as { token?: string };
  const route = request.routeOptions.url ?? '';
  const links = isTokenLike(token) ? pageLinks(token, !route.endsWith(':token')) : null;
  const { 'content-type': _, ...headers } = problemHeaders(problem, error);
  const page = notice(request, {
    kind: later ? 'busy' : 'fault',
    again: links?.page ?? null,
    reference: fault ? request.id : null,
  });
  return sendPage(reply.headers(headers), problem.status, page);
}
