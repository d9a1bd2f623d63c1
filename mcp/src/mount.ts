import type { Call } from '@postroad/core/operations/run-tool';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { connectionOptions } from './connection-options.ts';
import { createMcpServer, type McpOptions } from './mcp-server.ts';
import { refuseRebinding } from './rebinding.ts';
import { ResourceFeed } from './resource-feed.ts';
import { mountTransports } from './transports.ts';

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

function bearerOf(request: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** Mounts MCP on a server; whoever names a known host and brings a valid token is let in. */
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
      const token = bearerOf(request);
      const actor = token === '' ? null : await service.authenticate(token);
      if (!actor) {
        const detail = 'A valid token is needed: send it as "Authorization: Bearer <token>".';
        throw new Refusal('unauthorized', detail);
      }
      const asked = connectionOptions(request.query as Record<string, unknown>);
      const readOnly = asked.readOnly || actor.scope === 'read';
      const options = { ...asked, readOnly, onFault, feed };
      return {
        id: actor.id,
        serve: (era) =>
          createMcpServer(callAs(service, actor), {
            ...options,
            // Clients of 2026 are told by the transport.
            notify: era === 'modern' ? 'apart' : 'subscribed',
          }),
      };
    },
  });
}
