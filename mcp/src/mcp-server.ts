import { type Tool as ListedTool, Server, type ServerEvent } from '@modelcontextprotocol/server';
import type { Call } from '@postroad/core/operations/run-tool';
import type { Tool } from '@postroad/core/operations/tool';
import {
  listedSchema,
  toolAnnotations,
  toolDescription,
  toolWrites,
} from '@postroad/core/operations/tool-schema';
import { hiddenTool, optInToolsets, tools } from '@postroad/core/operations/tools';
import { limits } from '@postroad/core/platform/limits';
import { version } from '@postroad/core/platform/version';
import { type CallOptions, callTool, refusedCall } from './call-tool.ts';
import { complete } from './completions.ts';
import { instructions } from './instructions.ts';
import { getPrompt, listedPrompts } from './prompts.ts';
import type { ResourceFeed } from './resource-feed.ts';
import { resourceTemplates } from './resource-uri.ts';
import { listResources, readResource } from './resources.ts';
import { unknownTool } from './tool-problem.ts';

export interface McpOptions extends CallOptions {
  /** Offers only what changes nothing. */
  readOnly?: boolean;
  /** Offers only these sets of tools; where left out, all but those that are asked for by name. */
  toolsets?: readonly string[] | undefined;
  /** What changes are told by; without it nothing can be subscribed to. */
  feed?: ResourceFeed | undefined;
  /**
   * How notifications of changes reach the client. `subscribed`: to whom asked for each resource
   * (protocols before 2026). `routed`: all of them, since the transport picks. `apart`: not by this
   * server, since the transport listens to the feed itself.
   */
  notify?: 'subscribed' | 'routed' | 'apart';
}

/** How long a client may keep the lists; they change only with a new version. */
const listFreshMs = 300_000;

/** Whether a client may call it. The set `core` always: descriptions of others send agents to it. */
function isOffered(tool: Tool, { readOnly = false, toolsets }: McpOptions): boolean {
  if (readOnly && toolWrites(tool)) return false;
  return toolsets === undefined || tool.toolset === 'core' || toolsets.includes(tool.toolset);
}

/** The tools that a client is shown, in their order. */
export function listedTools(options: McpOptions = {}): readonly Tool[] {
  return tools.filter(
    (tool) =>
      isOffered(tool, options) &&
      !tool.hidden &&
      (options.toolsets !== undefined || !optInToolsets.has(tool.toolset)),
  );
}

function findTool(name: string, options: McpOptions): Tool | undefined {
  const tool = tools.find((entry) => entry.name === name) ?? hiddenTool(name);
  return tool && isOffered(tool, options) ? tool : undefined;
}

/** One entry of `tools/list`. */
export function listedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    description: toolDescription(tool),
    inputSchema: listedSchema(tool) as ListedTool['inputSchema'],
    annotations: { ...toolAnnotations(tool) },
  };
}

function serveTools(server: Server, call: Call, options: McpOptions): void {
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(options).map(listedTool) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = findTool(params.name, options);
    if (!tool) return refusedCall(unknownTool(params.name, listedTools(options)));
    return callTool(tool, params.arguments ?? {}, call, options, [server, context]);
  });
}

function serveResources(server: Server, call: Call): void {
  server.setRequestHandler('resources/list', ({ params }) => listResources(call, params?.cursor));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates.map(({ kind: _, variable: __, ...listed }) => listed),
  }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(call, params.uri));
}

function servePrompts(server: Server, call: Call): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts() }));
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}),
  );
  server.setRequestHandler('completion/complete', ({ params }) => complete(call, params));
}

/** Sends on what the feed tells; `wanted` are the resources that the client asked for. */
function passOn(server: Server, event: ServerEvent, wanted: ReadonlySet<string> | null): void {
  // A client that has gone hears nothing, and its transport is closed by itself.
  const gone = () => undefined;
  if (event.kind === 'resources_list_changed') server.sendResourceListChanged().catch(gone);
  if (event.kind !== 'resource_updated') return;
  if (wanted?.has(event.uri) === false) return;
  server.sendResourceUpdated({ uri: event.uri }).catch(gone);
}

function serveChanges(server: Server, { feed, notify = 'subscribed' }: McpOptions): void {
  if (!feed || notify === 'apart') return;
  const wanted = notify === 'subscribed' ? new Set<string>() : null;
  let stop: (() => void) | null = null;
  const listen = () => {
    stop ??= feed.subscribe((event) => passOn(server, event, wanted));
  };
  server.oninitialized = listen;
  server.onclose = () => stop?.();
  if (wanted === null) {
    listen();
    return;
  }
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (wanted.size < limits.mcpSubscriptionsMax) wanted.add(params.uri);
    listen();
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    wanted.delete(params.uri);
    return {};
  });
}

/**
 * A server for one client, on whatever transport it is connected to. `call` does the operations on
 * behalf of that client. The SDK checks no arguments: the operations do, as on every surface.
 */
export function createMcpServer(call: Call, options: McpOptions = {}): Server {
  const changes = options.feed !== undefined;
  const fresh = { ttlMs: listFreshMs, cacheScope: 'private' } as const;
  const server = new Server(
    { name: 'postroad', title: 'Postroad', version },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: changes, listChanged: changes },
        prompts: {},
        completions: {},
      },
      instructions,
      cacheHints: {
        'tools/list': fresh,
        'prompts/list': fresh,
        'resources/templates/list': fresh,
      },
    },
  );
  serveTools(server, call, options);
  serveResources(server, call);
  servePrompts(server, call);
  serveChanges(server, options);
  return server;
}
