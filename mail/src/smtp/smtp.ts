import { limits } from '@postroad/core/platform/limits';
import type { Outcome, OutgoingMessage, Provider } from '../providers/provider.ts';
import {
  openSession,
  quitSession,
  type SessionOptions,
  type SmtpSession,
  type SmtpTimeouts,
  standardTimeouts,
} from './smtp-session.ts';
import { transact } from './smtp-transaction.ts';
import { parseSmtpUrl } from './smtp-url.ts';
import { WireError } from './smtp-wire.ts';

export interface SmtpOptions {
  /** See `parseSmtpUrl`. */
  url: string;
  /** The name given in EHLO; without one, the machine's. */
  hostname?: string;
  /** Connections at once. */
  connections?: number;
  messagesPerConnection?: number;
  /** Closes a connection that had nothing to do for so long. */
  idleMs?: number;
  timeouts?: Partial<SmtpTimeouts>;
  /** Further trusted certificates (PEM). */
  ca?: string;
  /** For `auth=xoauth2` in the URL; see `createTokenSource`. */
  accessToken?: () => Promise<string>;
}

interface PoolOptions extends SessionOptions {
  connections: number;
  messagesPerConnection: number;
  idleMs: number;
}

/** Sends through any SMTP server. Throws an Error with one sentence when the URL is malformed. */
export function createSmtp(options: SmtpOptions): Provider {
  const target = parseSmtpUrl(options.url);
  const pool = new SmtpPool({
    target,
    hostname: options.hostname,
    ca: options.ca,
    timeouts: { ...standardTimeouts, ...options.timeouts },
    connections: options.connections ?? target.connections ?? limits.smtpConnections,
    messagesPerConnection: options.messagesPerConnection ?? limits.smtpMessagesPerConnection,
    idleMs: options.idleMs ?? limits.smtpIdleMs,
    accessToken: options.accessToken,
  });
  return {
    name: 'smtp',
    deduplicates: false,
    concurrency: pool.connections,
    send: (message) => pool.send(message),
    close: () => pool.close(),
  };
}

/** Keeps connections for the next message. As many messages are under way as there may be connections. */
class SmtpPool {
  readonly connections: number;
  readonly #options: PoolOptions;
  /** Each with the timer that ends its rest; the one used last stands last. */
  readonly #idle: { session: SmtpSession; timer: NodeJS.Timeout }[] = [];
  readonly #queue: ((admitted: boolean) => void)[] = [];
  readonly #quitting = new Set<Promise<void>>();
  #active = 0;
  #closed = false;
  #emptied: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
    this.connections = options.connections;
  }

  async send(message: OutgoingMessage): Promise<Outcome> {
    if (!(await this.#enter())) return { kind: 'unreachable', reason: 'The sender is closing.' };
    try {
      return await this.#deliver(message);
    } finally {
      this.#leave();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const admit of this.#queue.splice(0)) admit(false);
    if (this.#active > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
    for (const { session, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      this.#quit(session);
    }
    await Promise.all(this.#quitting);
  }

  async #deliver(message: OutgoingMessage): Promise<Outcome> {
    const rested = this.#takeIdle();
    if (rested !== null) {
      const outcome = await this.#transact(rested, message);
      // The server may have closed it meanwhile; nothing of the body was sent, so once more, afresh.
      if (outcome.kind !== 'unreachable') return outcome;
    }
    let session: SmtpSession;
    try {
      session = await openSession(this.#options);
    } catch (error) {
      const { host, port } = this.#options.target;
      const reason =
        error instanceof WireError ? error.message : `${host}:${port} could not be reached.`;
      return { kind: 'unreachable', reason };
    }
    return this.#transact(session, message);
  }

  async #transact(session: SmtpSession, message: OutgoingMessage): Promise<Outcome> {
    const outcome = await transact(session, message, this.#options.timeouts);
    if (!session.wire.clean) session.wire.destroy();
    else if (session.used >= this.#options.messagesPerConnection) this.#quit(session);
    else this.#rest(session);
    return outcome;
  }

  #takeIdle(): SmtpSession | null {
    for (;;) {
      const resting = this.#idle.pop();
      if (resting === undefined) return null;
      clearTimeout(resting.timer);
      const { session } = resting;
      if (session.wire.clean) {
        session.wire.wake();
        return session;
      }
      session.wire.destroy();
    }
  }

  #rest(session: SmtpSession): void {
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((resting) => resting.session === session);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#quit(session);
    }, this.#options.idleMs);
    // A process whose work is done may end with connections at rest.
    timer.unref();
    session.wire.rest();
    this.#idle.push({ session, timer });
  }

  #quit(session: SmtpSession): void {
    const quitting = quitSession(session, this.#options.timeouts.quitMs).then(() => {
      this.#quitting.delete(quitting);
    });
    this.#quitting.add(quitting);
  }

  /** False when the pool was closed before it was this message's turn. */
  async #enter(): Promise<boolean> {
    if (this.#closed) return false;
    if (this.#active < this.connections) {
      this.#active += 1;
      return true;
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }

  /** The place goes straight to the next in the queue. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next !== undefined) {
      next(true);
      return;
    }
    this.#active -= 1;
    if (this.#active > 0) return;
    for (const resolve of this.#emptied.splice(0)) resolve();
  }
}
