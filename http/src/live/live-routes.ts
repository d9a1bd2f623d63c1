import type { ServerResponse } from 'node:http';
import { tokenRefused } from '@postroad/core/platform/bearer';
import type { Change } from '@postroad/core/platform/change-set';
import { limits } from '@postroad/core/platform/limits';
import type { Presence } from '@postroad/core/platform/live/presence';
import type { LogPosition } from '@postroad/core/platform/operations/log-position';
import { grants } from '@postroad/core/platform/operations/scope';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import type { SentToken } from '@postroad/service/account/token-watch';
import type { Service } from '@postroad/service/app/service';
import { forbidden } from '@postroad/service/platform/forbidden';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unknownKey } from '../api/read-input.ts';
import type { Callers } from '../console/callers.ts';
import { liveScope } from '../openapi/live.ts';

/** A connected client. */
interface Client {
  stream: ServerResponse;
  /** Whether it is a page of the console, which shows who else edits a record. */
  isConsole: boolean;
  /** Watches its token no longer. */
  unwatch: () => void;
}

/**
 * Server-Sent Events (HTML standard, §9.2.6): one unnamed event for each change. The id of an event is
 * where the log of the database has the change, for clients that read what may come from a replica.
 */
function eventsOf(changes: readonly Change[], position: LogPosition | null): string {
  const name = idOf(position);
  return changes
    .map(
      ({ resource, id, action }) => `${name}data: ${JSON.stringify({ resource, id, action })}\n\n`,
    )
    .join('');
}

/** A named event, so that clients of changes pass it over. */
const presenceEvent = (presence: Presence) =>
  `event: editing\ndata: ${JSON.stringify(presence)}\n\n`;

const idOf = (position: LogPosition | null) => (position === null ? '' : `id: ${position}\n`);

/**
 * The clients that read the live changes of this process. They share one subscription, and each
 * event is serialised once for all of them. Nothing is kept for disconnected clients: a client that
 * reconnects reads its records again.
 */
class LiveClients {
  readonly #service: Service;
  readonly #clients = new Set<Client>();
  #subscribed: Promise<() => void> | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Throws the errors of the subscription before any answer is sent. */
  async add(reply: FastifyReply, token: SentToken): Promise<void> {
    if (this.#closed) throw new Refusal('unavailable', 'The service is stopping. Connect again.');
    if (this.#clients.size >= limits.liveClientsMax) {
      const detail = `${limits.liveClientsMax} clients read live changes already. Try again later.`;
      throw new Refusal('unavailable', detail);
    }
    const unwatch = this.#service.watchToken(token, () => this.#end(client));
    const isConsole = token.kind === 'session';
    const client: Client = { stream: reply.raw, isConsole, unwatch };
    this.#clients.add(client);
    reply.raw.once('close', () => this.#drop(client));
    try {
      await this.#subscribe();
    } catch (error) {
      this.#drop(client);
      throw error;
    }
    if (!this.#clients.has(client)) return;
    const headers = reply.getHeaders() as Record<string, string>;
    reply.hijack();
    client.stream.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies would buffer events.
      'x-accel-buffering': 'no',
    });
    // Its changes come from now on, and what is read after the comment has those from before.
    const asked = this.#service.position();
    const name = asked === null ? '' : idOf(await asked);
    client.stream.write(`${name}: changes from now on\n\n`);
  }

  close(): void {
    this.#closed = true;
    for (const client of [...this.#clients]) this.#end(client);
  }

  async #subscribe(): Promise<void> {
    this.#subscribed ??= this.#service.onChange({
      onChanges: (changes) => this.#tell(changes),
      // A client that reconnects reads its records again, as it must now.
      missed: () => {
        for (const client of [...this.#clients]) this.#end(client);
      },
      onPresences: (presences) =>
        this.#write(presences.map(presenceEvent).join(''), ({ isConsole }) => isConsole),
    });
    const subscribed = this.#subscribed;
    this.#heartbeat ??= setInterval(() => this.#beat(), limits.liveHeartbeatMs);
    try {
      await subscribed;
    } catch (error) {
      // Once all clients have left, another subscription may be in its place.
      if (this.#subscribed === subscribed) this.#subscribed = null;
      throw error;
    }
  }

  /** In the order of the changes, since positions are answered in order. */
  #tell(changes: readonly Change[]): void {
    const asked = this.#service.position();
    if (asked === null) this.#write(eventsOf(changes, null));
    else void asked.then((position) => this.#write(eventsOf(changes, position)));
  }

  #write(text: string, isFor: (client: Client) => boolean = () => true): void {
    for (const client of [...this.#clients]) {
      if (!client.stream.headersSent || !isFor(client)) continue;
      if (client.stream.writableLength > limits.liveBufferBytes) this.#destroy(client);
      else client.stream.write(text);
    }
  }

  #beat(): void {
    this.#write(': still here\n\n');
  }

  #end(client: Client): void {
    if (client.stream.headersSent) client.stream.end();
    this.#drop(client);
  }

  /** Disconnects a client that does not read: ending the stream would wait for it. */
  #destroy(client: Client): void {
    client.stream.destroy();
    this.#drop(client);
  }

  #drop(client: Client): void {
    client.unwatch();
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    if (this.#heartbeat) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
    const subscribed = this.#subscribed;
    this.#subscribed = null;
    subscribed?.then(
      (stop) => stop(),
      () => {},
    );
  }
}

/**
 * Adds GET /live to `api`, which authenticates: it streams every change as it is made (EVENT-24).
 */
export function addLiveRoute(api: FastifyInstance, service: Service, callers: Callers): void {
  const clients = new LiveClients(service);
  api.addHook('preClose', async () => clients.close());
  api.get('/live', { exposeHeadRoute: false }, async (request, reply) => {
    const given = Object.keys(request.query as object);
    if (given.length > 0) throw invalid(given.map((key) => unknownKey(key)));
    const { actor } = request;
    const sent = callers.sentBy(request);
    if (sent === null || actor === null) throw tokenRefused();
    // Who may read no record learns of none either (TOK-03).
    if (!grants(actor.scopes, liveScope)) throw forbidden(actor, liveScope, 'the live changes');
    await clients.add(reply, sent);
    return reply;
  });
}
