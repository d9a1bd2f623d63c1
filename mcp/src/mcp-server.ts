import { ResourceNotFoundError, Server, type ServerEvent } from '@modelcontextprotocol/server';
import { type Call, fromPrimary } from '@postroad/core/catalog/call';
import { answerInWords } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import { problemOf } from '@postroad/core/platform/problem';
import { Refusal } from '@postroad/core/platform/refusal';
import { version } from '@postroad/core/platform/version';
import { type CallOptions, callTool, refusedCall } from './calls/call-tool.ts';
import { inProtocol, refuseCursor } from './calls/protocol-error.ts';
import { unknownTool } from './calls/tool-problem.ts';
import { instructions } from './instructions.ts';
import { complete } from './prompts/completions.ts';
import { getPrompt, listedPrompts } from './prompts/prompts.ts';
import type { ResourceFeed } from './resources/resource-feed.ts';
import { resourceTemplates } from './resources/resource-uri.ts';
import { isResourceUri, listResources, readResource } from './resources/resources.ts';
import { type Exposure, listedTools, offeredTool, offeredTools } from './tools/exposure.ts';
import { findTools, findToolsEntry } from './tools/find-tools.ts';
import { listedTool } from './tools/schema.ts';
import { toolWords } from './tools/tool-words.ts';

export interface McpOptions extends CallOptions, Exposure {
  /** The source of changes; without it clients cannot subscribe. */
  feed?: ResourceFeed | undefined;
  /**
   * How change notifications reach the client. `subscribed`: for each resource that the client
   * subscribed to (protocols before 2026). `routed`: all of them, since the transport filters.
   * `apart`: not through this server, since the transport listens to the feed itself.
   */
  notify?: 'subscribed' | 'routed' | 'apart';
}

/** Milliseconds for which a client may cache the lists; they change only with a new version. */
const listFreshMs = 300_000;

/** Answers what is no tool call: by `work`, or with an error of the protocol. */
function answering<T>(options: McpOptions, work: () => T | Promise<T>): Promise<T> {
  return inProtocol(work, { words: toolWords(options), onFault: options.onFault });
}

function serveTools(server: Server, call: Call, options: McpOptions): void {
  server.setRequestHandler('tools/list', ({ params }) =>
    answering(options, () => {
      refuseCursor(params?.cursor);
      return { tools: [...listedTools(options).map(listedTool), findToolsEntry] };
    }),
  );
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const args = params.arguments ?? {};
    if (params.name === findToolsEntry.name) return foundTools(args, options);
    const tool = offeredTool(params.name, options);
    if (!tool) return refusedCall(unknownTool(params.name, offeredTools(options)));
    return callTool(tool, args, call, options, [server, context]);
  });
}

function foundTools(args: Record<string, unknown>, options: McpOptions) {
  try {
    return findTools(args, options);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fix = 'Give q alone: what you want to do, as in "cancel a broadcast".';
    return refusedCall({ ...problemOf(error), fix });
  }
}

function serveResources(server: Server, call: Call, options: McpOptions): void {
  server.setRequestHandler('resources/list', ({ params }) =>
    answering(options, () => listResources(call, params?.cursor)),
  );
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    answering(options, () => {
      refuseCursor(params?.cursor);
      const shown = resourceTemplates.map(({ kind: _, variable: __, ...listed }) => listed);
      return { resourceTemplates: shown };
    }),
  );
  server.setRequestHandler('resources/read', ({ params }) =>
    answering(options, () => readResource(call, params.uri)),
  );
}

function servePrompts(server: Server, call: Call, options: McpOptions): void {
  server.setRequestHandler('prompts/list', ({ params }) =>
    answering(options, () => {
      refuseCursor(params?.cursor);
      return { prompts: listedPrompts() };
    }),
  );
  server.setRequestHandler('prompts/get', ({ params }) =>
    answering(options, () => getPrompt(params.name, params.arguments ?? {})),
  );
  server.setRequestHandler('completion/complete', ({ params }) =>
    answering(options, () => complete(call, params)),
  );
}

/**
 * Forwards an event of the feed. `subscribed` are the URIs that the client subscribed to; null
 * forwards all.
 */
function forwardEvent(
  server: Server,
  event: ServerEvent,
  subscribed: ReadonlySet<string> | null,
): void {
  // A disconnected client gets nothing; its transport closes itself.
  const ignoreDisconnect = () => undefined;
  if (event.kind === 'resources_list_changed')
    server.sendResourceListChanged().catch(ignoreDisconnect);
  if (event.kind !== 'resource_updated') return;
  if (subscribed?.has(event.uri) === false) return;
  server.sendResourceUpdated({ uri: event.uri }).catch(ignoreDisconnect);
}

/** Throws for what is no resource, and beyond the bound: silence would be taken for no change. */
function addSubscription(subscribed: Set<string>, uri: string): void {
  if (!isResourceUri(uri)) throw new ResourceNotFoundError(uri);
  if (subscribed.size >= limits.mcpSubscriptionsMax && !subscribed.has(uri)) {
    const most = `A session may subscribe to at most ${limits.mcpSubscriptionsMax} resources.`;
    throw new Refusal('conflict', `${most} Unsubscribe from one first.`);
  }
  subscribed.add(uri);
}

function serveChanges(server: Server, options: McpOptions): void {
  const { feed, notify = 'subscribed' } = options;
  if (!feed || notify === 'apart') return;
  const subscribed = notify === 'subscribed' ? new Set<string>() : null;
  let stop: (() => void) | null = null;
  const listen = () => {
    stop ??= feed.subscribe((event) => forwardEvent(server, event, subscribed));
  };
  server.oninitialized = listen;
  server.onclose = () => stop?.();
  if (subscribed === null) {
    listen();
    return;
  }
  server.setRequestHandler('resources/subscribe', ({ params }) =>
    answering(options, () => {
      addSubscription(subscribed, params.uri);
      listen();
      return {};
    }),
  );
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}

/**
 * Creates an MCP server for one client, to be connected to any transport. It promises tools,
 * resources with notifications, prompts and completions in both protocol eras, and relies on
 * `call`, which runs operations on behalf of the client: authorisation, validation and transactions
 * are theirs, as on every surface, and the SDK checks no arguments. A server holds no state but the
 * client's subscriptions.
 */
export function createMcpServer(given: Call, options: McpOptions = {}): Server {
  const words = toolWords(options);
  const call: Call = async (name, input, callOptions) => {
    const { output, confirmation = null } = await given(name, input, callOptions);
    return { output: answerInWords(output, words, name), confirmation };
  };
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
  // Clients read them when they have heard of a change, which a replica may not have yet.
  serveResources(server, fromPrimary(call), options);
  servePrompts(server, call, options);
  serveChanges(server, options);
  return server;
}
