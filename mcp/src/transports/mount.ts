import type { Call } from '@postroad/core/catalog/call';
import { bearerToken, tokenRefused } from '@postroad/core/platform/bearer';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyInstance } from 'fastify';
import { createMcpServer, type McpOptions } from '../mcp-server.ts';
import { ResourceFeed } from '../resources/resource-feed.ts';
import { connectionOptions } from './connection-options.ts';
import { mountTransports } from './http.ts';
import { refuseRebinding } from './rebinding.ts';

export interface MountOptions {
  /** Addresses clients use (BASE_URL, HOST); their hosts are allowed beside the loopback names. */
  addresses?: readonly string[];
  onFault?: McpOptions['onFault'];
}

/** The operations of this process on behalf of one actor. */
export function callAs(service: Pick<Service, 'invoke'>, actor: Actor): Call {
  return (name, input, options) => service.invoke(name, input, { actor, ...options });
}

/** Finds the keys of what changed, which every token may read. */
const onlooker: Actor = { id: 'changes', name: 'changes', scope: 'read' };

/** Mounts MCP on a server; lets in requests that name a known host and bring a valid token. */
export function mountMcp(
  app: FastifyInstance,
  service: Pick<Service, 'invoke' | 'authenticate' | 'onChange'>,
  { addresses = [], onFault }: MountOptions = {},
): void {
  const own = addresses.map((address) => new URL(address).hostname);
  const feed = new ResourceFeed(
    (listener) => service.onChange(listener),
    callAs(service, onlooker),
  );
  mountTransports(app, {
    bus: feed,
    async admit(request) {
      refuseRebinding(request, own);
      const token = bearerToken(request.headers.authorization);
      const actor = token === null ? null : await service.authenticate(token);
      if (!actor) throw tokenRefused();
      const asked = connectionOptions(request.query as Record<string, unknown>);
      const readOnly = asked.readOnly || actor.scope === 'read';
      const options = { ...asked, readOnly, onFault, feed };
      return {
        id: actor.id,
        serve: (era) =>
          createMcpServer(callAs(service, actor), {
            ...options,
            // The transport notifies clients of 2026.
            notify: era === 'modern' ? 'apart' : 'subscribed',
          }),
      };
    },
  });
}
