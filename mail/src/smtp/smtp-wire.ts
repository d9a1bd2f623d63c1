import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { limits } from '@postroad/core/platform/limits';
import { errorCause } from '../providers/error-cause.ts';
import { type Reply, ReplyParser } from './smtp-reply.ts';
import type { SmtpTarget } from './smtp-url.ts';

/** The conversation cannot continue. The message is a whole sentence that names the host. */
export class WireError extends Error {}

export interface WireOptions {
  target: SmtpTarget;
  /** Additional trusted certificates (PEM). */
  ca: string | undefined;
  connectMs: number;
}

interface PendingReply {
  resolve(reply: Reply): void;
  reject(error: WireError): void;
  timer: NodeJS.Timeout;
}

/** One socket to the server: writes, reads replies under deadlines, and starts TLS. */
export class SmtpWire {
  readonly #options: WireOptions;
  #socket: Socket;
  #parser = new ReplyParser();
  #replies: Reply[] = [];
  #waiting: PendingReply | null = null;
  #broken: string | null = null;

  private constructor(socket: Socket, options: WireOptions) {
    this.#options = options;
    this.#socket = socket;
    socket.setNoDelay(true);
    this.#listen(socket);
  }

  /** Connects, with TLS from the first octet if the target says so. Rejects with a WireError. */
  static async connect(options: WireOptions): Promise<SmtpWire> {
    const { host, port, implicitTls } = options.target;
    const socket = implicitTls
      ? connectTls({ host, port, ...tlsOptions(options) })
      : connectTcp({ host, port });
    await opened(socket, implicitTls ? 'secureConnect' : 'connect', options);
    return new SmtpWire(socket, options);
  }

  /** `host:port`; every reason begins with it. */
  get label(): string {
    return labelOf(this.#options.target);
  }

  get localAddress(): string | undefined {
    return this.#socket.localAddress;
  }

  /** Whether the socket is open and every reply has been read. */
  get clean(): boolean {
    return this.#broken === null && this.#replies.length === 0 && this.#parser.empty;
  }

  /** Takes a reply that has arrived and was not read yet. */
  takeReply(): Reply | null {
    return this.#replies.shift() ?? null;
  }

  /** Throws a WireError if the socket is known to be closed. */
  requireOpen(): void {
    if (this.#broken === null && !this.#socket.writable) this.#broken = 'closed the connection';
    if (this.#broken !== null) throw this.#error();
  }

  /**
   * Writes a command. Throws a WireError, and writes nothing, if the socket is known to be closed.
   */
  write(text: string): void {
    this.requireOpen();
    this.#socket.write(text, 'utf8');
  }

  /**
   * Writes a block of the body. Rejects with a WireError if the system does not take it within
   * `ms`.
   */
  writeBlock(block: Buffer, ms: number): Promise<void> {
    this.requireOpen();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#break(`took no more of the message for ${seconds(ms)}`);
        reject(this.#error());
      }, ms);
      this.#socket.write(block, (error) => {
        clearTimeout(timer);
        if (error) this.#break(`lost the connection: ${errorCause(error)}`);
        if (this.#broken === null) resolve();
        else reject(this.#error());
      });
    });
  }

  /** Writes the last block, with the end of the message in one packet. */
  writeLast(block: Buffer): void {
    this.requireOpen();
    this.#socket.write(block);
  }

  /**
   * Waits for the next reply. `to` names the command in error messages. Rejects with a WireError.
   */
  reply(to: string, ms: number): Promise<Reply> {
    const ready = this.#replies.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    if (this.#broken !== null) return Promise.reject(this.#error());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#break(`did not answer ${to} within ${seconds(ms)}`), ms);
      this.#waiting = { resolve, reject, timer };
    });
  }

  /**
   * Starts TLS on this connection. Replies received before the handshake are discarded, since an
   * attacker could have inserted them (RFC 3207 §4.2, §5).
   */
  async startTls(): Promise<void> {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.removeAllListeners('close');
    const { host } = this.#options.target;
    const socket = connectTls({ socket: plain, host, ...tlsOptions(this.#options) });
    try {
      await opened(socket, 'secureConnect', this.#options);
    } catch (error) {
      this.#break('did not complete the TLS handshake');
      throw error;
    }
    this.#parser = new ReplyParser();
    this.#replies = [];
    this.#socket = socket;
    this.#listen(socket);
  }

  /** Lets the process end while this connection is idle. */
  unref(): void {
    this.#socket.unref();
  }

  /** Keeps the process alive while this connection is in use. */
  ref(): void {
    this.#socket.ref();
  }

  destroy(): void {
    this.#break('was closed');
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#break(`lost the connection: ${errorCause(error)}`));
    socket.on('close', () => this.#break('closed the connection'));
  }

  #read(chunk: Buffer): void {
    if (this.#broken !== null) return;
    try {
      this.#replies.push(...this.#parser.push(chunk));
    } catch (error) {
      this.#break(error instanceof Error ? error.message : 'sent something that is not SMTP');
      return;
    }
    const waiting = this.#waiting;
    const reply = waiting === null ? undefined : this.#replies.shift();
    if (waiting !== null && reply !== undefined) {
      this.#waiting = null;
      clearTimeout(waiting.timer);
      waiting.resolve(reply);
    }
    if (this.#replies.length > limits.smtpPendingReplies) {
      this.#break('sent replies to no command');
    }
  }

  /**
   * Closes the socket for the given cause. The first cause is kept, and replies that arrived before
   * it can still be read.
   */
  #break(cause: string): void {
    if (this.#broken === null) this.#broken = cause;
    this.#socket.destroy();
    const waiting = this.#waiting;
    if (waiting === null) return;
    this.#waiting = null;
    clearTimeout(waiting.timer);
    waiting.reject(this.#error());
  }

  #error(): WireError {
    return new WireError(`${this.label} ${this.#broken ?? 'closed the connection'}.`);
  }
}

function tlsOptions({ target, ca }: WireOptions) {
  return {
    rejectUnauthorized: !target.insecure,
    ...(ca === undefined ? {} : { ca }),
    // An IP address is not a valid server name (RFC 6066 §3).
    ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
  };
}

function opened(
  socket: Socket | TLSSocket,
  event: 'connect' | 'secureConnect',
  { target, connectMs }: WireOptions,
): Promise<void> {
  const what = event === 'connect' ? 'could not be reached' : 'could not be reached over TLS';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(`no answer within ${seconds(connectMs)}`), connectMs);
    const onError = (error: Error) => fail(errorCause(error));
    const onClose = () => fail('connection closed');
    function settle(): void {
      clearTimeout(timer);
      socket.removeListener('close', onClose);
    }
    function fail(cause: string): void {
      settle();
      // The error listener stays: a later error must not end the process.
      socket.destroy();
      reject(new WireError(`${labelOf(target)} ${what}: ${cause}.`));
    }
    socket.on('error', onError);
    socket.once('close', onClose);
    socket.once(event, () => {
      settle();
      resolve();
    });
  });
}

function labelOf({ host, port }: SmtpTarget): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
