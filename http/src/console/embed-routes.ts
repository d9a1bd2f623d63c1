import { embedPath, embedScript } from '@postroad/core/flows/embedded-flow';
import { bearerToken } from '@postroad/core/platform/bearer';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NoRoute } from '../api/http-problem.ts';
import { sendStatic } from '../public/static-text.ts';
import type { ConsoleFiles } from './console-files.ts';

/**
 * Policy of the page that other sites frame: scripts, styles and answers of this server alone. It has no
 * cookie, and what it may show is in the secret behind its address.
 */
function embedPolicy(sites: readonly string[]): string {
  return [
    "default-src 'none'",
    ...['script', 'style', 'connect'].map((kind) => `${kind}-src 'self'`),
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites.length === 0 ? '*' : ["'self'", ...sites].join(' ')}`,
  ].join('; ');
}

interface EmbedRequest {
  Params: { id: string };
}

function tokenIdOf({ params }: FastifyRequest<EmbedRequest>): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id)) throw new NoRoute([]);
  return Number(params.id);
}

/** Adds the page that shows one flow on other sites, what it asks for, and the script of the element. */
export function addEmbedRoutes(
  app: FastifyInstance,
  { embeds }: Pick<Service, 'embeds'>,
  files: ConsoleFiles,
): void {
  app.get<EmbedRequest>(`${embedPath}/:id`, async (request, reply) => {
    const built = await files.read();
    if (built === null) throw new NoRoute([]);
    // Of a token that is not there the page says so, wherever it is.
    const sites = (await embeds.sites(tokenIdOf(request))) ?? [];
    reply.removeHeader('x-frame-options');
    const headers = { 'content-security-policy': embedPolicy(sites) };
    return sendStatic(request, reply, built.embed.page, { headers });
  });
  app.get<EmbedRequest>(
    `${embedPath}/:id/data`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const tokenId = tokenIdOf(request);
      const secret = bearerToken(request.headers.authorization);
      const flow =
        secret === null ? null : await embeds.show({ tokenId, secret, address: request.ip });
      if (flow === null) {
        throw new Refusal(
          'unauthorized',
          'This flow is not shared any more, or the address is not whole. Ask for a new one.',
        );
      }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ flow }));
    },
  );
  app.get(embedScript, { config: { quiet: true } }, async (request, reply) => {
    const script = (await files.read())?.embed.script;
    if (script === undefined) throw new NoRoute([]);
    const headers = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=3600',
    };
    return sendStatic(request, reply, script, { headers });
  });
}
