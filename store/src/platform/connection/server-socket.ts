import { readFile } from 'node:fs/promises';
import { isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { limits } from '@postroad/core/platform/limits';
import { DatabaseAway } from './database-away.ts';
import { PasswordGuard } from './password-guard.ts';
import {
  addressName,
  type ServerAddress,
  type ServerTarget,
  type SslMode,
  sslModeAt,
} from './server-url.ts';

/** The server is not one to talk to as the DATABASE_URL is; the message says what to do. */
export class DatabaseDistrusted extends DatabaseAway {
  constructor(sentence: string, cause?: unknown) {
    super(cause, sentence);
    this.name = 'DatabaseDistrusted';
  }
}

const unlessPrivate = 'If nobody else can reach the network in between, add sslmode=disable to it.';

function withoutTls(server: string, isDefault: boolean): DatabaseDistrusted {
  const why = isDefault ? 'which is used off this machine' : 'and sslmode asks for it';
  return new DatabaseDistrusted(
    `The database server ${server} of DATABASE_URL offers no TLS, ${why}. Turn it on there. ${unlessPrivate}`,
  );
}

function untrusted(server: string, cause: Error): DatabaseDistrusted {
  const reason = cause.message.trim().replace(/\.$/, '');
  return new DatabaseDistrusted(
    `The certificate of the database server ${server} of DATABASE_URL cannot be trusted: ${reason}. Add sslrootcert=<file> with the certificate of its authority to it, or name the host as the certificate does. ${unlessPrivate}`,
    cause,
  );
}

function unsafe(server: string, how: string): DatabaseDistrusted {
  return new DatabaseDistrusted(
    `The database server ${server} of DATABASE_URL asks for the password ${how} without TLS, so it was not sent. Let the server take scram-sha-256, or use TLS. ${unlessPrivate}`,
  );
}

/** A socket without TLS; while it has a guard, no password leaves it in clear or by md5 (SEC-13). */
class PlainSocket extends Socket {
  #guarded: { server: string; guard: PasswordGuard } | null = null;

  guard(server: string): this {
    this.#guarded = { server, guard: new PasswordGuard() };
    return this;
  }

  // The client never sees the request, so it cannot answer it.
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#guarded !== null && chunk !== null) {
      const how = this.#guarded.guard.look(chunk);
      if (how !== null) {
        this.destroy(unsafe(this.#guarded.server, how));
        return false;
      }
    }
    return super.push(chunk, encoding);
  }
}

/** Resolves with the next event; rejects if the socket closes before, with its error if any. */
async function first(socket: Socket, event: 'connect' | 'data' | 'secureConnect') {
  // Without a listener, an error between two of these would end the process.
  socket.on('error', () => {});
  return await new Promise<unknown>((resolve, reject) => {
    const closed = () => reject(socket.errored ?? new DatabaseAway('The connection was closed.'));
    if (socket.destroyed) closed();
    socket.once('close', closed).once(event, (value: unknown) => {
      socket.off('close', closed);
      resolve(value);
    });
  });
}

/** The message that asks for TLS (PostgreSQL, "SSL Session Encryption"). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Whether the server of a connected socket continues with TLS. */
async function offersTls(socket: Socket): Promise<boolean> {
  const answer = first(socket, 'data');
  socket.write(sslRequest);
  const bytes = (await answer) as Buffer;
  // More than one byte would be from somebody who writes into the connection (CVE-2021-23222).
  if (bytes.length !== 1) throw new DatabaseAway('The server answered before TLS.');
  return bytes[0] === 0x53;
}

interface Verification {
  mode: SslMode;
  target: ServerTarget;
}

async function readCertificates(file: string): Promise<Buffer> {
  return await readFile(file).catch((cause: Error) => {
    const sentence = `The file of sslrootcert in DATABASE_URL cannot be read: ${cause.message}.`;
    throw new DatabaseDistrusted(sentence, cause);
  });
}

async function tlsOptions(
  host: string,
  { mode, target }: Verification,
): Promise<ConnectionOptions> {
  const { rootCertificates, directTls } = target;
  const own: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(rootCertificates === null ? {} : { ca: await readCertificates(rootCertificates) }),
    ...(directTls ? { ALPNProtocols: ['postgresql'] } : {}),
  };
  if (mode === 'verify-full') return own;
  // As libpq has it, a file of certificates makes "require" verify them.
  const verifies = mode === 'verify-ca' || (mode === 'require' && rootCertificates !== null);
  return verifies
    ? { ...own, checkServerIdentity: () => undefined }
    : { ...own, rejectUnauthorized: false };
}

/** Faults of the network rather than of the certificate. */
const passing = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

async function encrypted(
  socket: Socket,
  host: string,
  name: string,
  verification: Verification,
): Promise<TLSSocket> {
  const options = await tlsOptions(host, verification);
  const secure = connectTls({ ...options, socket });
  try {
    await first(secure, 'secureConnect');
    return secure;
  } catch (error) {
    secure.destroy();
    if (!(error instanceof Error) || error instanceof DatabaseAway) throw error;
    throw passing.has((error as NodeJS.ErrnoException).code ?? '') ? error : untrusted(name, error);
  }
}

async function openAt(address: ServerAddress, target: ServerTarget, socket: PlainSocket) {
  const name = addressName(address);
  const mode = sslModeAt(address, target);
  const connected = first(socket, 'connect');
  socket.connect('path' in address ? { path: address.path } : address);
  await connected;
  if (mode === 'disable') return socket;
  if (mode === 'local' || 'path' in address) return socket.guard(name);
  const offered = target.directTls || (await offersTls(socket));
  if (offered) return await encrypted(socket, address.host, name, { mode, target });
  if (mode === 'allow' || mode === 'prefer') return socket.guard(name);
  throw withoutTls(name, target.sslMode === null);
}

/** A socket that fails as soon as the client listens: it does not notice one that was never made. */
function failed(error: unknown): Socket {
  const socket = new Socket();
  process.nextTick(() => socket.destroy(error instanceof Error ? error : new Error(String(error))));
  return socket;
}

/** Of a server that closes every connection without a word, the client would open the next for ever. */
function failingIfSilent(socket: Socket): Socket {
  const ended = () => socket.destroy(new DatabaseAway('The server closed the connection.'));
  return socket.once('end', ended).once('data', () => socket.off('end', ended));
}

/**
 * Opens the connections of postgres.js to a server: TLS with a verified certificate off this machine
 * (SEC-12), and no password in clear or by md5 outside TLS (SEC-13).
 */
export class ServerSockets {
  readonly #target: ServerTarget;
  readonly #open = new Set<Socket>();
  #turn = 0;

  constructor(target: ServerTarget) {
    this.#target = target;
  }

  /** Never rejects: what went wrong is the error of the socket. */
  async open(): Promise<Socket> {
    const { addresses, chooses } = this.#target;
    // A client that chooses its server closes the connection to one that does not fit.
    const start = chooses ? this.#turn++ : 0;
    let fault: unknown;
    for (const index of addresses.keys()) {
      const address = addresses[(start + index) % addresses.length];
      if (address === undefined) break;
      try {
        const socket = await this.#openAt(address);
        return failingIfSilent(socket);
      } catch (error) {
        fault = error;
      }
    }
    return failed(fault);
  }

  /** Destroys what is open: the client leaves a connection alone that it ended while it was opened. */
  close(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async #openAt(address: ServerAddress): Promise<Socket> {
    const socket = new PlainSocket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const late = setTimeout(
      () => socket.destroy(new DatabaseAway('The server did not answer in time.')),
      limits.databaseConnectMs,
    );
    try {
      return await openAt(address, this.#target, socket);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}
