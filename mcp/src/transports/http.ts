import { randomUUID } from 'node:crypto';
import {
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import {
  type AuthInfo,
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readMessages } from './message-body.ts';
import { type Session, Sessions } from './sessions.ts';

/** The actor behind a request. */
export interface Visitor {
  /** Sessions opened by one are reached by no other. */
  id: string;
  /** A server of its own; `modern` speaks 2026-07-28, for one request, `legacy` for a session. */
  serve(era: 'modern' | 'legacy'): Server | McpServer;
}

export interface TransportOptions {
  /** Decides for each request, and throws a Refusal for one that is not let in. */
  admit(request: FastifyRequest): Promise<Visitor>;
  /** What tells clients of 2026-07-28 of changes. */
  bus?: ServerEventBus | undefined;
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

/** The part of a server that transports speak to; it may have work of its own once it is closed. */
function serverOf(visitor: Visitor, closed: () => void): Server {
  const made = visitor.serve('legacy');
  const server = 'server' in made ? made.server : made;
  const own = server.onclose;
  server.onclose = () => {
    own?.();
    closed();
  };
  return server;
}

/** Streamable HTTP as of 2025: a session for each client, by header. */
class StreamSessions {
  readonly open = new Sessions<StreamSession>();

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const header = request.headers['mcp-session-id'];
    const id = Array.isArray(header) ? header[0] : header;
    let transport = this.open.find(id, visitor.id)?.transport;
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
        this.open.add(id, { actorId: visitor.id, transport, close });
      },
    });
    const server = serverOf(visitor, () => this.open.remove(transport.sessionId));
    await server.connect(transport);
    return transport;
  }
}

/** The transport of 2024: one stream for the answers, and requests posted beside it. */
class SseSessions {
  readonly open = new Sessions<SseSession>();

  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    reply.hijack();
    const transport = new SSEServerTransport('/messages', reply.raw);
    const server = serverOf(visitor, () => this.open.remove(transport.sessionId));
    const close = () => transport.close();
    this.open.add(transport.sessionId, { actorId: visitor.id, transport, close });
    await server.connect(transport);
    return reply;
  }

  async post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { sessionId } = request.query as { sessionId?: unknown };
    const id = typeof sessionId === 'string' ? sessionId : undefined;
    const session = this.open.find(id, visitorOf(request).id);
    if (!session) return noSession(reply);
    reply.hijack();
    await session.transport.handlePostMessage(request.raw, reply.raw, request.body);
    return reply;
  }
}

/** The visitor goes along with a request to where its server is made. */
function authOf(visitor: Visitor): AuthInfo {
  return { token: '', clientId: visitor.id, scopes: [], extra: { visitor } };
}

/** A request that names its revision in its envelope is never one of before 2026. */
function claimsModern(body: unknown): boolean {
  const meta = (body as { params?: { _meta?: unknown } } | null)?.params?._meta;
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
}

function visitorIn(auth: AuthInfo | undefined): Visitor {
  const visitor = auth?.extra?.visitor;
  if (!visitor) throw new Error('A request reached MCP without having been let in.');
  return visitor as Visitor;
}

/**
 * Mounts the transports on a server: `/mcp` for Streamable HTTP in both protocol eras, `/sse` with
 * `/messages` for clients of 2024. All of it is closed with the server.
 */
export function mountTransports(app: FastifyInstance, options: TransportOptions): void {
  const streams = new StreamSessions();
  const sse = new SseSessions();
  const modern = createMcpHandler(({ authInfo }) => visitorIn(authInfo).serve('modern'), {
    legacy: 'reject',
    ...(options.bus ? { bus: options.bus } : {}),
  });
  const serveModern = toNodeHandler(modern);

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      visitors.set(request, await options.admit(request));
    });
    readMessages(scope);
    scope.post('/mcp', async (request, reply) => {
      if (!claimsModern(request.body)) {
        const probe = await toWebRequest(request.raw, request.body);
        if (await isLegacyRequest(probe, request.body)) return streams.handle(request, reply);
      }
      const auth = authOf(visitorOf(request));
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
