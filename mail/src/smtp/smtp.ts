import { limits } from '@postroad/core/platform/limits';
import {
  type Outcome,
  type OutgoingMessage,
  type Provider,
  withheld,
} from '../providers/provider.ts';
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
  /** The name for EHLO; the machine's host name by default. */
  hostname?: string;
  /** The number of simultaneous connections. */
  connections?: number;
  messagesPerConnection?: number;
  /** Milliseconds after which an idle connection is closed. */
  idleMs?: number;
  timeouts?: Partial<SmtpTimeouts>;
  /** Additional trusted certificates (PEM). */
  ca?: string;
  /** Needed for `auth=xoauth2` in the URL; see `createAccessTokenSource`. */
  accessToken?: () => Promise<string>;
}

interface PoolOptions extends SessionOptions {
  connections: number;
  messagesPerConnection: number;
  idleMs: number;
}

/** Sends through any SMTP server. Throws an Error with one sentence if the URL is malformed. */
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
    send: (message, mayProceed) => pool.send(message, mayProceed),
    close: () => pool.close(),
  };
}

/**
 * A pool of SMTP sessions. It sends at most `connections` messages at once, each over its own
 * session, and queues the rest. Idle sessions are reused, most recently used first, and closed
 * after `idleMs` or `messagesPerConnection` messages. A message that fails on a reused session
 * before its body was started is sent again over a new one, since the server may have closed the
 * idle connection.
 */
class SmtpPool {
  readonly connections: number;
  readonly #options: PoolOptions;
  /** Idle sessions with the timers that close them, most recently used last. */
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

  async send(message: OutgoingMessage, mayProceed = () => true): Promise<Outcome> {
    if (!(await this.#enter())) return { kind: 'unreachable', reason: 'The sender is closing.' };
    try {
      return await this.#deliver(message, mayProceed);
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

  async #deliver(message: OutgoingMessage, mayProceed: () => boolean): Promise<Outcome> {
    const reused = this.#takeIdle();
    if (reused !== null) {
      const outcome = await this.#transact(reused, message, mayProceed);
      // The server may have closed it while it was idle. No part of the body was sent, so a new
      // session may try again.
      if (outcome.kind !== 'unreachable' || outcome === withheld) return outcome;
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
    return this.#transact(session, message, mayProceed);
  }

  async #transact(
    session: SmtpSession,
    message: OutgoingMessage,
    mayProceed: () => boolean,
  ): Promise<Outcome> {
    const outcome = await transact(session, message, this.#options.timeouts, mayProceed);
    if (!session.wire.clean) session.wire.destroy();
    else if (session.used >= this.#options.messagesPerConnection) this.#quit(session);
    else this.#keepIdle(session);
    return outcome;
  }

  #takeIdle(): SmtpSession | null {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) return null;
      clearTimeout(idle.timer);
      const { session } = idle;
      if (session.wire.clean) {
        session.wire.ref();
        return session;
      }
      session.wire.destroy();
    }
  }

  #keepIdle(session: SmtpSession): void {
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((idle) => idle.session === session);
      if (index >= 0) this.#idle.splice(index, 1);
      this.#quit(session);
    }, this.#options.idleMs);
    // Idle connections must not keep the process alive.
    timer.unref();
    session.wire.unref();
    this.#idle.push({ session, timer });
  }

  #quit(session: SmtpSession): void {
    const quitting = quitSession(session, this.#options.timeouts.quitMs).then(() => {
      this.#quitting.delete(quitting);
    });
    this.#quitting.add(quitting);
  }

  /** Waits for a free connection. False if the pool is closed first. */
  async #enter(): Promise<boolean> {
    if (this.#closed) return false;
    if (this.#active < this.connections) {
      this.#active += 1;
      return true;
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }

  /** Passes the connection slot to the next message in the queue, if there is one. */
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
