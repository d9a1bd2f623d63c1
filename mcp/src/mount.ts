import { randomUUID } from 'node:crypto';
import {
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  localhostAllowedHostnames,
  type Server,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { limits } from '@postroad/core/limits';
import type { Call } from '@postroad/core/operations/run-tool';
import { Refusal } from '@postroad/core/refusal';
import type { Actor } from '@postroad/service/actor';
import type { Service } from '@postroad/service/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createMcpServer, type McpOptions } from './mcp-server.ts';
import { type Session, Sessions } from './sessions.ts';

export interface MountOptions {
  /** Addresses clients use (BASE_URL, HOST); their hosts are allowed beside the loopback names. */
  addresses?: readonly string[];
  onFault?: McpOptions['onFault'];
}

type Invoker = Pick<Service, 'invoke' | 'authenticate'>;

interface Visitor {
  actor: Actor;
  token: string;
  options: McpOptions;
}

/** The operations of this process on behalf of one actor. */
export function callAs(service: Pick<Service, 'invoke'>, actor: Actor): Call {
  return (name, input, options) => service.invoke(name, input, { actor, ...options });
}

function bearerOf(request: FastifyRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** Narrows the tools of a connection: `/mcp?toolsets=flows,emails&read_only=1`. */
function optionsOf(
  request: FastifyRequest,
  actor: Actor,
  onFault: MountOptions['onFault'],
): McpOptions {
  const query = request.query as Record<string, unknown>;
  const toolsets = typeof query.toolsets === 'string' ? query.toolsets.split(',') : undefined;
  const asked = query.read_only === '1' || query.read_only === 'true';
  return { readOnly: asked || actor.scope === 'read', toolsets, ...(onFault ? { onFault } : {}) };
}

/** A page in a browser that was made to believe this is its own server fails here. */
function rebindingFault(request: FastifyRequest, hosts: string[]): Refusal | null {
  const host = validateHostHeader(request.headers.host, hosts);
  const origin = validateOriginHeader(request.headers.origin, hosts);
  if (host.ok && origin.ok) return null;
  const header = host.ok ? 'Origin' : 'Host';
  return new Refusal(
    'forbidden',
    `The ${header} header names a host that this server is not known by. Use the address in BASE_URL, or set BASE_URL to the address you use.`,
  );
}

function rpcFault(
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });
}

/** Answers a session that is not there as the protocol asks for, so that a client opens a new one. */
function noSession(reply: FastifyReply): FastifyReply {
  return rpcFault(reply, 404, -32001, 'Session not found. Initialize a new one.');
}

interface StreamSession extends Session {
  transport: NodeStreamableHTTPServerTransport;
}

interface SseSession extends Session {
  transport: SSEServerTransport;
}

const visitors = new WeakMap<FastifyRequest, Visitor>();

function visitorOf(request: FastifyRequest): Visitor {
  const visitor = visitors.get(request);
  if (!visitor) throw new Error('A request reached MCP without having been let in.');
  return visitor;
}

/** Streamable HTTP as of 2025: a session for each client, by header. */
class StreamSessions {
  readonly open = new Sessions<StreamSession>();
  readonly #build: (visitor: Visitor) => Server;

  constructor(build: (visitor: Visitor) => Server) {
    this.#build = build;
  }

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const header = request.headers['mcp-session-id'];
    const id = Array.isArray(header) ? header[0] : header;
    let transport = this.open.find(id, visitor.actor.id)?.transport;
    if (!transport) {
      const opens =
        id === undefined && request.method === 'POST' && isInitializeRequest(request.body);
      if (!opens && id !== undefined) return noSession(reply);
      transport = opens ? await this.#start(visitor) : undefined;
    }
    if (!transport) {
      const message = 'There is no session yet: initialize first, then send its Mcp-Session-Id.';
      return rpcFault(reply, 400, -32000, message);
    }
    reply.hijack();
    await transport.handleRequest(request.raw, reply.raw, request.body);
    return reply;
  }

  async #start(visitor: Visitor): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const close = () => transport.close();
        this.open.add(id, { actorId: visitor.actor.id, transport, close });
      },
    });
    const server = this.#build(visitor);
    await server.connect(transport);
    server.onclose = () => this.open.remove(transport.sessionId);
    return transport;
  }
}

/** The transport of 2024: one stream for the answers, and requests posted beside it. */
class SseSessions {
  readonly open = new Sessions<SseSession>();
  readonly #build: (visitor: Visitor) => Server;

  constructor(build: (visitor: Visitor) => Server) {
    this.#build = build;
  }

  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    reply.hijack();
    const transport = new SSEServerTransport('/messages', reply.raw);
    const server = this.#build(visitor);
    server.onclose = () => this.open.remove(transport.sessionId);
    const close = () => transport.close();
    this.open.add(transport.sessionId, { actorId: visitor.actor.id, transport, close });
    await server.connect(transport);
    return reply;
  }

  async post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { sessionId } = request.query as { sessionId?: unknown };
    const id = typeof sessionId === 'string' ? sessionId : undefined;
    const session = this.open.find(id, visitorOf(request).actor.id);
    if (!session) return noSession(reply);
    reply.hijack();
    await session.transport.handlePostMessage(request.raw, reply.raw, request.body);
    return reply;
  }
}

/** Lets in whoever names a known host and brings a valid token, on every request anew. */
function admit(service: Invoker, hosts: string[], onFault: MountOptions['onFault']) {
  return async (request: FastifyRequest) => {
    const fault = rebindingFault(request, hosts);
    if (fault) throw fault;
    const token = bearerOf(request);
    const actor = token === '' ? null : await service.authenticate(token);
    if (!actor) {
      const detail = 'A valid token is needed: send it as "Authorization: Bearer <token>".';
      throw new Refusal('unauthorized', detail);
    }
    visitors.set(request, { actor, token, options: optionsOf(request, actor, onFault) });
  };
}

/** A message holds at most a batch of events, which is the largest body of an operation. */
const messageBytes = 8 * limits.bodyBytes;

/** Levels of a message around the arguments of a call. */
const envelopeDepth = 8;

/** Whether a value nests further; walks without recursion, since writing it out again would not. */
function deeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Some clients declare JSON where they send nothing, as with DELETE. */
function parseMessage(text: string): unknown {
  if (text === '') return null;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refusal('malformed_json', 'The body is not valid JSON. Send one JSON-RPC message.');
  }
  if (!deeperThan(message, limits.jsonDepth + envelopeDepth)) return message;
  const detail = `JSON may be nested ${limits.jsonDepth} levels deep at most.`;
  throw new Refusal('malformed_json', detail);
}

/** Errors are passed on to the server's own handler, in its words. */
function readJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: messageBytes } as const;
  scope.addContentTypeParser('application/json', options, async (_: FastifyRequest, text: string) =>
    parseMessage(text),
  );
  scope.setErrorHandler((error) => {
    if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
    const detail = `A message may be at most ${messageBytes} bytes. Send less at once.`;
    throw new Refusal('payload_too_large', detail);
  });
}

/**
 * Mounts MCP on a server: `/mcp` for Streamable HTTP in both protocol eras, `/sse` with `/messages`
 * for clients of 2024. All of it is closed with the server.
 */
export function mountMcp(app: FastifyInstance, service: Invoker, options: MountOptions = {}): void {
  const own = (options.addresses ?? []).map((address) => new URL(address).hostname);
  const hosts = [...localhostAllowedHostnames(), ...own];
  const build = ({ actor, options: offered }: Visitor) =>
    createMcpServer(callAs(service, actor), offered);
  const streams = new StreamSessions(build);
  const sse = new SseSessions(build);
  const modern = createMcpHandler(({ authInfo }) => build(authInfo?.extra?.visitor as Visitor), {
    legacy: 'reject',
  });
  const serveModern = toNodeHandler(modern);

  void app.register(async (scope) => {
    scope.addHook('onRequest', admit(service, hosts, options.onFault));
    readJson(scope);
    scope.post('/mcp', async (request, reply) => {
      const probe = await toWebRequest(request.raw, request.body);
      if (await isLegacyRequest(probe)) return streams.handle(request, reply);
      const visitor = visitorOf(request);
      const { token, actor } = visitor;
      const auth = { token, clientId: actor.id, scopes: [actor.scope], extra: { visitor } };
      reply.hijack();
      await serveModern(Object.assign(request.raw, { auth }), reply.raw, request.body);
      return reply;
    });
    scope.get('/mcp', (request, reply) => streams.handle(request, reply));
    scope.delete('/mcp', (request, reply) => streams.handle(request, reply));
    scope.get('/sse', (request, reply) => sse.start(request, reply));
    scope.post('/messages', (request, reply) => sse.post(request, reply));
    // Streams that stay open would hold up the closing of the server.
    scope.addHook('preClose', async () => {
      await Promise.allSettled([modern.close(), streams.open.closeAll(), sse.open.closeAll()]);
    });
  });
}
