import { consoleScreenOf } from '@postroad/core/account/console-addresses';
import { apiPrefix } from '@postroad/core/platform/operations/operation';
import { version } from '@postroad/core/platform/version';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoRoute } from '../api/http-problem.ts';
import { plainPage } from '../openapi/plain-page.ts';
import { wantsPage } from '../public/accept.ts';
import { sendStatic } from '../public/static-text.ts';
import { ConsoleFiles } from './console-files.ts';
import { mailFrame, mailFramePolicy } from './mail-frame.ts';

/** Policy of the console: its own files and this server, and nothing in the page itself (CON-05). */
const consolePolicy: string = [
  "default-src 'none'",
  ...['script', 'style', 'font', 'connect', 'worker', 'manifest', 'frame'].map(
    (kind) => `${kind}-src 'self'`,
  ),
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Where everything is, for a program that asks at the start. */
const start = JSON.stringify({
  ...{ name: 'Postroad', version },
  ...{ api: apiPrefix, openapi: '/openapi.json', docs: '/docs', console: '/', health: '/healthz' },
});

const unbuilt = plainPage('Postroad', [
  '<h1>The console is not built</h1>',
  '<p>Run <code>npm run build</code> where the sources are, then load this page again.</p>',
  '<p><a href="/docs">The API</a> works without it.</p>',
]);

/** Below these, a program asks even where a browser does. */
const forPrograms = /^\/(?:api|console|mcp|sse|webhooks|\.well-known)(?:\/|$)/;

/** Serves the console to browsers. */
export class Console {
  readonly files: ConsoleFiles;

  constructor(folder: string) {
    this.files = new ConsoleFiles(folder);
  }

  /** Adds the start, the files of the console and the frame in which it shows mail. */
  addRoutes(app: FastifyInstance): void {
    app.get('/', async (request, reply) => {
      if (wantsPage(request.headers.accept)) return await this.#sendPage(request, reply, 200);
      return reply.header('vary', 'accept').type('application/json; charset=utf-8').send(start);
    });
    app.get('/console/mail', async (request, reply) => {
      const { images } = request.query as Record<string, unknown>;
      const policy = mailFramePolicy(images === '1');
      const headers = { 'content-security-policy': policy, 'x-frame-options': 'SAMEORIGIN' };
      return sendStatic(request, reply, mailFrame, { headers });
    });
    app.get('/console/*', { config: { quiet: true } }, async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const file = (await this.files.read())?.files.get(path);
      if (file === undefined) throw new NoRoute([]);
      const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
      return sendStatic(request, reply, file, { headers });
    });
  }

  /**
   * Answers a browser that asks for an address without a route: the page knows its own addresses, and
   * says of others that there is nothing. False where a program asks.
   */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { method, url } = request;
    const [path = ''] = url.split('?', 1);
    if ((method !== 'GET' && method !== 'HEAD') || forPrograms.test(path)) return false;
    reply.header('vary', 'accept');
    if (!wantsPage(request.headers.accept)) return false;
    await this.#sendPage(request, reply, consoleScreenOf(path) === null ? 404 : 200);
    return true;
  }

  async #sendPage(request: FastifyRequest, reply: FastifyReply, status: 200 | 404) {
    const built = await this.files.read();
    if (built === null) {
      return reply
        .code(503)
        .headers({ vary: 'accept', 'content-security-policy': unbuilt.policy })
        .type('text/html; charset=utf-8')
        .send(unbuilt.html);
    }
    const headers = { vary: 'accept', 'content-security-policy': consolePolicy };
    return sendStatic(request, reply, built.page, { status, headers });
  }
}
