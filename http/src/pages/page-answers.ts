import { limits } from '@postroad/core/platform/limits';
import { shownCopy } from '@postroad/core/subscribers/pages/page-copy';
import type { Log } from '@postroad/service/platform/log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemFor, problemHeaders } from '../api/http-problem.ts';
import { logFault } from '../api/log-fault.ts';
import { secureHeaders } from '../secure-headers.ts';
import { pageLinks } from './hosted-view.ts';
import { type Notice, noticePage } from './notice-page.ts';
import type { PageDocument } from './page-document.ts';

/** Sends a page; its own headers come before those of answers that are none. */
export function sendPage(reply: FastifyReply, status: number, page: PageDocument): FastifyReply {
  return reply
    .code(status)
    .headers({ ...secureHeaders, ...page.headers })
    .send(page.html);
}

function notice(request: FastifyRequest, given: Notice): PageDocument {
  return noticePage(shownCopy(request.headers['accept-language'], null), given);
}

/** Stands in the place of a token in previews of emails, which have no reader. */
const previewToken = 'preview';

/**
 * The same page whatever is wrong with a token (contract §4.6, TOKEN-05); only the link of a preview
 * is told for what it is.
 */
export function sendDeadLink(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { token = '' } = (request.params ?? {}) as { token?: string };
  const kind = token === previewToken ? 'preview' : 'link';
  const page = notice(request, { kind, again: null, reference: null });
  return sendPage(reply, 404, page);
}

/** Answers what has no route for being too long or broken; false where it is not meant for a page. */
export function sendUnroutable(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!/^\/unsubscribe(?:[/?]|$)/.test(request.url)) return false;
  sendDeadLink(request, reply);
  return true;
}

const token = new RegExp(`^[A-Za-z0-9_-]{1,${limits.publicTokenChars}}$`);

/** Whether it may stand in an address of ours; whether it is signed is another question. */
export function isTokenLike(text: string): boolean {
  return token.test(text);
}

/**
 * What went wrong on a page: faults are logged and shown with the id of the request; what a browser
 * never sends is thrown on, to be answered as everywhere else.
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
