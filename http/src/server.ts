import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { answerInWords, httpWords } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import type { Service } from '@postroad/service/app/service';
import { AddressRanges } from '@postroad/service/platform/addresses';
import type { Log } from '@postroad/service/platform/log';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { addApiRoutes } from './api/api-routes.ts';
import {
  NoRoute,
  problemFor,
  problemHeaders,
  problemMediaType,
  transportProblem,
} from './api/http-problem.ts';
import { keepsNames } from './api/names-kept.ts';
import { createRouteTable } from './api/route-table.ts';
import { isStreaming } from './api/stream-routes.ts';
import { Callers } from './console/callers.ts';
import { addConsentRoutes } from './console/consent-routes.ts';
import { consoleFolder } from './console/console-files.ts';
import { Console } from './console/console-routes.ts';
import { addEditingRoutes } from './console/editing-routes.ts';
import { addEmbedRoutes } from './console/embed-routes.ts';
import { SessionCookie } from './console/session-cookie.ts';
import { addSessionRoutes } from './console/session-routes.ts';
import { addFormRoutes } from './forms/form-routes.ts';
import { addOAuthRoutes } from './oauth/oauth-routes.ts';
import { sendUnroutable } from './pages/page-answers.ts';
import { addPageRoutes } from './pages/page-routes.ts';
import { BodyBudget } from './public/body-budget.ts';
import { limitConnections } from './public/connection-guard.ts';
import { addHealthRoutes, addMetricsRoute, type MetricsOptions } from './public/health-routes.ts';
import { addPublicRoutes, sendUnroutablePublic } from './public/public-routes.ts';
import { addTrackingRoutes } from './public/tracking-routes.ts';
import { addWebhookRoute } from './public/webhook-routes.ts';
import { parseQuery } from './query.ts';
import { logFault } from './requests/log-fault.ts';
import { RequestObserver } from './requests/observe-requests.ts';
import { requestIdOf } from './requests/request-id.ts';
import { secureHeaders } from './secure-headers.ts';

export interface HttpServerOptions {
  /** The log for faults; by default the service's own. */
  log?: Log;
  /** Proxies whose X-Forwarded-For counts: addresses and ranges (CIDR). */
  trustedProxies?: readonly string[];
  /** Connections of one address at once; 0 for no limit. */
  connectionsPerAddress?: number;
  /** Where browsers reach it (BASE_URL); null where each request says it. */
  baseUrl?: string | null;
  /** The folder of the built console, in tests. */
  consoleFolder?: string;
  /** Whether it serves /metrics, and to whom; by default to everybody. */
  metrics?: MetricsOptions;
}

function sendProblem(
  log: Log,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { problem, fault } = problemFor(error, request.id);
  if (fault) logFault(log, request, error);
  else if (problem.status >= 500) request.failure = problem.detail;
  return reply
    .code(problem.status)
    .headers({ ...secureHeaders, ...problemHeaders(problem, error), 'x-request-id': request.id })
    .send(JSON.stringify(keepsNames(request) ? problem : answerInWords(problem, httpWords)));
}

/**
 * Answers requests that Node's parser refuses: they reach no route, so the answer is written to the
 * socket.
 */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // Uploads have their own limit: the time without any data.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isStreaming(socket)) return;
  const problem =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? transportProblem('request_timeout', 'The request took too long to arrive. Send it again.')
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? transportProblem('headers_too_large', 'The headers or the address are too long.')
        : transportProblem('malformed_request', 'The request does not follow HTTP.');
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `content-type: ${problemMediaType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * On close, requests in progress may finish; idle and slow connections are closed. Node does not
 * count a connection as idle if nothing was ever received on it; browsers open such connections in
 * advance.
 */
function closeGracefully(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const idle = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    const deadline = setTimeout(() => app.server.closeAllConnections(), limits.httpCloseMs);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(deadline);
    });
  });
}

function noSchemas(): never {
  throw new Error('Routes have no schemas of Fastify: the catalog validates what they take.');
}

/** Stand for Fastify's own compilers, which would be loaded at each start. */
const noCompilers = { buildValidator: noSchemas, buildSerializer: noSchemas };

/**
 * Creates the HTTP server of a service; it does not listen yet. It serves the catalog below
 * /api/v1, the pages and endpoints for subscribers, tracking, webhooks, health, metrics and the
 * API's description. It promises that every error is a problem document (RFC 9457), or a page on
 * hosted pages, that each request has an id, and that every answer carries the secure headers. It
 * relies on the service for authentication and validation. Other routes may be added before it
 * listens. Closing it does not close the service.
 */
export function createHttpServer(
  service: Service,
  options: HttpServerOptions = {},
): FastifyInstance {
  const log = options.log ?? service.log;
  const table = createRouteTable();
  const trustedProxies = new AddressRanges(options.trustedProxies ?? []);
  const budget = new BodyBudget();
  const observer = new RequestObserver(log, service);
  const app = fastify({
    // The client is the last address from the right that is no trusted proxy (SEC-21).
    trustProxy: trustedProxies.isEmpty ? false : (address) => trustedProxies.has(address),
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: limits.bodyBytes,
    http: {
      headersTimeout: limits.httpHeadersMs,
      connectionsCheckingInterval: limits.httpCheckMs,
    },
    requestTimeout: limits.httpRequestMs,
    keepAliveTimeout: limits.httpIdleMs,
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: limits.pathParameterChars,
      querystringParser: parseQuery,
    },
    schemaController: { compilersFactory: noCompilers },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      const plain = reply as unknown as FastifyReply;
      observer.observe(request, plain);
      if (sendUnroutable(service, request, plain) || sendUnroutablePublic(request, plain)) return;
      sendProblem(log, error, request, reply as unknown as FastifyReply);
    },
  });
  app.server.maxConnections = limits.httpConnections;
  const { connectionsPerAddress: perAddress = limits.httpConnectionsPerAddress } = options;
  limitConnections(app.server, { perAddress, trustedProxies });
  app.setErrorHandler((error, request, reply) => sendProblem(log, error, request, reply));
  observer.attach(app);
  app.addHook('onRoute', ({ method, url }) => table.add([method].flat(), url));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(secureHeaders).header('x-request-id', request.id);
    if (!request.is404) return done();
    const allowed = table.methodsAt(request.url);
    if (allowed.length > 0) return done(new NoRoute(allowed));
    const refuse = () => done(new NoRoute([], table.nearestTo(request.url)));
    pages.answer(request, reply).then((sent) => sent || refuse(), done);
  });
  const pages = new Console(options.consoleFolder ?? consoleFolder);
  closeGracefully(app);
  addHealthRoutes(app, service, options.metrics ?? { here: true, token: null });
  pages.addRoutes(app);
  addEmbedRoutes(app, service, pages.files);
  const callers = new Callers(service, new SessionCookie(options.baseUrl ?? null));
  addApiRoutes(app, service, callers);
  addSessionRoutes(app, service, { callers, budget });
  addEditingRoutes(app, service, { callers, budget });
  addConsentRoutes(app, service, { callers, budget });
  addOAuthRoutes(app, service, budget);
  addPublicRoutes(app, service, budget);
  addTrackingRoutes(app, service);
  addWebhookRoute(app, service, budget);
  addPageRoutes(app, service, log, budget);
  addFormRoutes(app, service, log, budget);
  return app;
}

/** A listener of its own for `/metrics` (METRICS_PORT), which need not be reached from outside. */
export function createMetricsServer(service: Service, token: string | null): FastifyInstance {
  const app = fastify({
    logger: false,
    schemaController: { compilersFactory: noCompilers },
    http: { headersTimeout: limits.httpHeadersMs },
  });
  app.setErrorHandler((error, request, reply) => sendProblem(service.log, error, request, reply));
  addMetricsRoute(app, service, { token });
  return app;
}
