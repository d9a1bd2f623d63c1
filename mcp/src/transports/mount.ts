import { type Call, carrying, fromPrimary } from '@postroad/core/catalog/call';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { bearerToken, tokenRefused } from '@postroad/core/platform/bearer';
import type { Surface } from '@postroad/core/platform/surface';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { challengeOf } from '../authorization/challenge.ts';
import { addMetadataRoutes } from '../authorization/metadata-routes.ts';
import { createMcpServer, type McpOptions } from '../mcp-server.ts';
import { ResourceFeed } from '../resources/resource-feed.ts';
import { connectionOptions } from './connection-options.ts';
import { mountTransports } from './http.ts';
import { refuseOtherHost, refuseRebinding } from './rebinding.ts';

export interface MountOptions {
  /**
   * URLs that clients use (BASE_URL, HOST); their hosts are allowed in addition to loopback names.
   */
  addresses?: readonly string[];
  onFault?: McpOptions['onFault'];
  /** Called once it is known who makes a request. */
  onActor?: (request: FastifyRequest, actor: Actor) => void;
}

/** Calls operations in this process on behalf of one actor. */
export function callAs(
  service: Pick<Service, 'invoke'>,
  actor: Actor,
  surface: Surface = 'mcp',
): Call {
  return (name, input, options) => service.invoke(name, input, { actor, surface, ...options });
}

/** The same for a caller from outside, whose previews and rehearsals have a limit (LIM2-03). */
function limited(service: Pick<Service, 'invoke' | 'limit'>, actor: Actor): Call {
  const call = callAs(service, actor);
  return async (name, input, options) => {
    if (operationNamed(name).renders) service.limit(actor, 'renders');
    return await call(name, input, options);
  };
}

/** The actor that looks up the keys of changed records, which every token may read. */
const feedActor: Actor = { id: 'changes', name: 'changes', scopes: ['read'] };

/**
 * Mounts MCP on an HTTP server. Requests must name a known host and carry a valid token. A
 * token gets the tools that its scopes allow. One feed of changes serves all clients.
 */
export function mountMcp(
  app: FastifyInstance,
  service: Pick<Service, 'invoke' | 'authenticate' | 'onChange' | 'limit' | 'watchToken' | 'oauth'>,
  { addresses = [], onFault, onActor }: MountOptions = {},
): void {
  const ownHosts = addresses.map((address) => new URL(address).hostname);
  const feed = new ResourceFeed(
    (listener) => service.onChange(listener),
    callAs(service, feedActor),
  );
  addMetadataRoutes(app, service, (request) => refuseOtherHost(request, ownHosts));
  mountTransports(app, {
    bus: feed,
    challenge: (request) => challengeOf(request, service.oauth),
    async admit(request) {
      refuseRebinding(request, ownHosts);
      const token = bearerToken(request.headers.authorization);
      const actor = token === null ? null : await service.authenticate(token, request.ip);
      if (!actor) throw tokenRefused();
      onActor?.(request, actor);
      service.limit(actor, 'calls');
      const requested = connectionOptions(request.query as Record<string, unknown>);
      const options = { ...requested, scopes: actor.scopes, onFault, feed };
      return {
        id: actor.id,
        onEnd: (ended) =>
          service.watchToken({ kind: 'token', secret: token ?? '', address: request.ip }, ended),
        serve(era) {
          const call = limited(service, actor);
          // A request of 2026 is all that its server sees of the client, and what was written by the
          // request before is not known; the transport notifies such clients itself.
          return era === 'modern'
            ? createMcpServer(fromPrimary(call), { ...options, notify: 'apart' })
            : createMcpServer(carrying(call), { ...options, notify: 'subscribed' });
        },
      };
    },
  });
}
