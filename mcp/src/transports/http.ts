import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
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
  isJSONRPCNotification,
  isJSONRPCRequest,
  isLegacyRequest,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  type Server,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readMessages } from './message-body.ts';
import { type Session, Sessions } from './sessions.ts';

/** The caller of a request. */
export interface Caller {
  /** The actor's id: only the actor that opened a session can use it. */
  id: string;
  /**
   * Creates a server for the caller: `modern` speaks 2026-07-28 and serves one request, `legacy`
   * serves a session.
   */
  serve(era: 'modern' | 'legacy'): Server | McpServer;
  /** Calls back once the token has ended; returns a function that stops watching. */
  onEnd(ended: () => void): () => void;
}

export interface TransportOptions {
  /** Authenticates each request. Throws a Refusal. */
  admit(request: FastifyRequest): Promise<Caller>;
  /** What a 401 says of how to get a token; null: no more than that one is needed. */
  challenge?: ((request: FastifyRequest) => string | null) | undefined;
  /** The source of change notifications for clients of 2026-07-28. */
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

/** Answers an unknown session as the protocol requires, so that the client opens a new one. */
function noSession(reply: FastifyReply): FastifyReply {
  return rpcFault(reply, 404, -32001, 'Session not found. Initialize a new one.');
}

interface StreamSession extends Session {
  transport: NodeStreamableHTTPServerTransport;
  /** Requests at work that came alone, so that the stream of each is for its answer. */
  alone: Set<RequestId>;
}

interface SseSession extends Session {
  transport: SSEServerTransport;
}

const callers = new WeakMap<FastifyRequest, Caller>();

function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('A request reached MCP without authentication.');
  return caller;
}

/** The protocol server to connect. `closed` runs after the server's own `onclose`. */
function serverOf(caller: Caller, closed: () => void): Server {
  const created = caller.serve('legacy');
  const server = 'server' in created ? created.server : created;
  const own = server.onclose;
  server.onclose = () => {
    own?.();
    closed();
  };
  return server;
}

/** Streamable HTTP of 2025: one session per client, identified by a header. */
class StreamSessions {
  readonly open = new Sessions<StreamSession>();

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = callerOf(request);
    const header = request.headers['mcp-session-id'];
    const id = Array.isArray(header) ? header[0] : header;
    const session = this.open.find(id, caller.id);
    let transport = session?.transport;
    if (!transport) {
      const opens =
        id === undefined && request.method === 'POST' && isInitializeRequest(request.body);
      if (!opens && id !== undefined) return noSession(reply);
      transport = opens ? await this.#start(caller) : undefined;
    }
    if (!transport) {
      const message = 'There is no session yet: initialize first, then send its Mcp-Session-Id.';
      return rpcFault(reply, 400, -32000, message);
    }
    reply.hijack();
    if (session && isJSONRPCRequest(request.body)) this.#note(session, request.body.id, reply.raw);
    await transport.handleRequest(request.raw, reply.raw, request.body);
    if (session) this.#endCancelled(session, request.body);
    return reply;
  }

  #note({ alone }: StreamSession, id: RequestId, answer: ServerResponse): void {
    alone.add(id);
    answer.once('close', () => alone.delete(id));
  }

  /** A cancelled request gets no answer, after which the transport would end its stream. */
  #endCancelled({ transport, alone }: StreamSession, message: unknown): void {
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return;
    const id = message.params?.requestId as RequestId;
    if (alone.has(id)) transport.closeSSEStream(id);
  }

  async #start(caller: Caller): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const close = () => transport.close();
        this.open.add(id, { actorId: caller.id, transport, alone: new Set(), close });
      },
    });
    const server = serverOf(caller, () => this.open.remove(transport.sessionId));
    await server.connect(transport);
    return transport;
  }
}

/** The transport of 2024: one event stream for answers, and separate posts for requests. */
class SseSessions {
  readonly open = new Sessions<SseSession>();

  async start(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = callerOf(request);
    reply.hijack();
    const transport = new SSEServerTransport('/messages', reply.raw);
    const server = serverOf(caller, () => this.open.remove(transport.sessionId));
    const close = () => transport.close();
    this.open.add(transport.sessionId, { actorId: caller.id, transport, close });
    await server.connect(transport);
    return reply;
  }

  async post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { sessionId } = request.query as { sessionId?: unknown };
    const id = typeof sessionId === 'string' ? sessionId : undefined;
    const session = this.open.find(id, callerOf(request).id);
    if (!session) return noSession(reply);
    reply.hijack();
    await session.transport.handlePostMessage(request.raw, reply.raw, request.body);
    return reply;
  }
}

/** Carries the caller through the SDK to where its server is created. */
function authOf(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.id, scopes: [], extra: { caller } };
}

/**
 * Whether a request names its protocol revision in its envelope, which clients before 2026 never
 * do.
 */
function claimsModern(body: unknown): boolean {
  const meta = (body as { params?: { _meta?: unknown } } | null)?.params?._meta;
  return typeof meta === 'object' && meta !== null && PROTOCOL_VERSION_META_KEY in meta;
}

function callerIn(auth: AuthInfo | undefined): Caller {
  const caller = auth?.extra?.caller;
  if (!caller) throw new Error('A request reached MCP without authentication.');
  return caller as Caller;
}

/** Ends an answer whose token has ended: a stream as streams end, and a call that is still at work. */
function cut(answer: ServerResponse): void {
  if (answer.headersSent) answer.end();
  else answer.destroy();
}

/**
 * Mounts the MCP transports: `/mcp` for Streamable HTTP in both protocol eras, `/sse` with
 * `/messages` for clients of 2024. Every request is authenticated before its body is read. Closing
 * the HTTP server closes all sessions and streams.
 */
export function mountTransports(app: FastifyInstance, options: TransportOptions): void {
  const streams = new StreamSessions();
  const sse = new SseSessions();
  const modern = createMcpHandler(({ authInfo }) => callerIn(authInfo).serve('modern'), {
    legacy: 'reject',
    ...(options.bus ? { bus: options.bus } : {}),
  });
  const serveModern = toNodeHandler(modern);

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const caller = await options.admit(request);
      callers.set(request, caller);
      const stop = caller.onEnd(() => cut(reply.raw));
      reply.raw.once('close', stop);
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      const challenge = reply.statusCode === 401 ? options.challenge?.(request) : undefined;
      if (challenge) reply.header('www-authenticate', challenge);
      return payload;
    });
    readMessages(scope);
    scope.post('/mcp', async (request, reply) => {
      if (!claimsModern(request.body)) {
        const probe = await toWebRequest(request.raw, request.body);
        if (await isLegacyRequest(probe, request.body)) return streams.handle(request, reply);
      }
      const auth = authOf(callerOf(request));
      reply.hijack();
      await serveModern(Object.assign(request.raw, { auth }), reply.raw, request.body);
      return reply;
    });
    // A HEAD has no stream to answer with.
    const get = { exposeHeadRoute: false };
    scope.get('/mcp', get, (request, reply) => streams.handle(request, reply));
    scope.delete('/mcp', (request, reply) => streams.handle(request, reply));
    scope.get('/sse', get, (request, reply) => sse.start(request, reply));
    scope.post('/messages', (request, reply) => sse.post(request, reply));
    // Open streams would delay the closing of the HTTP server.
    scope.addHook('preClose', async () => {
      await Promise.allSettled([modern.close(), streams.open.closeAll(), sse.open.closeAll()]);
    });
  });
}
