import { readFile } from 'node:fs/promises';
import { isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { limits } from '@postroad/core/platform/limits';
import { DatabaseAway, DatabaseClosed, DatabaseSilent } from './database-away.ts';
import { PasswordGuard } from './password-guard.ts';
import {
  addressName,
  type ServerAddress,
  type ServerRole,
  type ServerTarget,
  type ServerVariable,
  type SslMode,
  sslModeAt,
} from './server-url.ts';

/** The server is not one to talk to as its URL is; the message says what to do. */
class DatabaseDistrusted extends DatabaseAway {
  constructor(sentence: string, cause?: unknown) {
    super(cause, sentence);
    this.name = 'DatabaseDistrusted';
  }
}

const unlessPrivate = 'If nobody else can reach the network in between, add sslmode=disable to it.';

/** A server as messages name it. */
interface NamedServer {
  server: string;
  variable: ServerVariable;
}

function withoutTls({ server, variable }: NamedServer, isDefault: boolean): DatabaseDistrusted {
  const why = isDefault ? 'which is used off this machine' : 'and sslmode asks for it';
  return new DatabaseDistrusted(
    `The database server ${server} of ${variable} offers no TLS, ${why}. Turn it on there. ${unlessPrivate}`,
  );
}

function untrusted({ server, variable }: NamedServer, cause: Error): DatabaseDistrusted {
  const reason = cause.message.trim().replace(/\.$/, '');
  return new DatabaseDistrusted(
    `The certificate of the database server ${server} of ${variable} cannot be trusted: ${reason}. Add sslrootcert=<file> with the certificate of its authority to it, or name the host as the certificate does. ${unlessPrivate}`,
    cause,
  );
}

function unsafe({ server, variable }: NamedServer, how: string): DatabaseDistrusted {
  return new DatabaseDistrusted(
    `The database server ${server} of ${variable} asks for the password ${how} without TLS, so it was not sent. Let the server take scram-sha-256, or use TLS. ${unlessPrivate}`,
  );
}

/** A socket without TLS; while it has a guard, no password leaves it in clear or by md5 (SEC-13). */
class PlainSocket extends Socket {
  #guarded: { named: NamedServer; guard: PasswordGuard } | null = null;

  guard(named: NamedServer): this {
    this.#guarded = { named, guard: new PasswordGuard() };
    return this;
  }

  // The client never sees the request, so it cannot answer it.
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#guarded !== null && chunk !== null) {
      const how = this.#guarded.guard.look(chunk);
      if (how !== null) {
        this.destroy(unsafe(this.#guarded.named, how));
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

async function readCertificates(file: string, variable: ServerVariable): Promise<Buffer> {
  return await readFile(file).catch((cause: Error) => {
    const sentence = `The file of sslrootcert in ${variable} cannot be read: ${cause.message}.`;
    throw new DatabaseDistrusted(sentence, cause);
  });
}

async function tlsOptions(
  host: string,
  { mode, target }: Verification,
): Promise<ConnectionOptions> {
  const { rootCertificates, directTls, variable } = target;
  const own: ConnectionOptions = {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(rootCertificates === null
      ? {}
      : { ca: await readCertificates(rootCertificates, variable) }),
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
  named: NamedServer,
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
    throw passing.has((error as NodeJS.ErrnoException).code ?? '')
      ? error
      : untrusted(named, error);
  }
}

async function openAt(address: ServerAddress, target: ServerTarget, socket: PlainSocket) {
  const named = { server: addressName(address), variable: target.variable };
  const mode = sslModeAt(address, target);
  const connected = first(socket, 'connect');
  socket.connect('path' in address ? { path: address.path } : address);
  await connected;
  if (mode === 'disable') return socket;
  if (mode === 'local' || 'path' in address) return socket.guard(named);
  const offered = target.directTls || (await offersTls(socket));
  if (offered) return await encrypted(socket, address.host, named, { mode, target });
  if (mode === 'allow' || mode === 'prefer') return socket.guard(named);
  throw withoutTls(named, target.sslMode === null);
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

/** Asks over a socket of its own what the server is. Throws any error of connecting. */
export type AskRole = (open: () => Promise<Socket>) => Promise<ServerRole>;

const passedOver: Readonly<Record<ServerRole, string>> = {
  primary: 'It takes writes.',
  standby: 'It is a standby.',
};

/** Of several servers, none is one to use. */
function noneOf(
  { addresses, variable, role }: ServerTarget,
  reasons: readonly unknown[],
): DatabaseAway {
  // A certificate that has expired is to be read of, whatever the others say.
  const distrusted = reasons.find((reason) => reason instanceof DatabaseDistrusted);
  if (distrusted instanceof DatabaseDistrusted) return distrusted;
  const each = addresses.map((address, index) => {
    const reason = reasons[index];
    const why = reason instanceof Error ? reason.message || reason.name : String(reason);
    return `${addressName(address)}: ${why.replace(/\.$/, '')}`;
  });
  const is = role === 'standby' ? 'is a standby' : 'takes writes';
  const sentence = `No server of ${variable} ${is} at present (${each.join('; ')}).`;
  return new DatabaseAway(reasons[0], sentence);
}

/**
 * Opens the connections of postgres.js to a server: TLS with a verified certificate off this machine
 * (SEC-12), and no password in clear or by md5 outside TLS (SEC-13). Of several servers, all
 * connections lead to the one that takes writes (POOL-05), or to a standby. The choice of the driver is not used: it
 * fails the first call of each connection to a standby.
 */
export class ServerSockets {
  readonly #target: ServerTarget;
  readonly #askRole: AskRole;
  readonly #open = new Set<Socket>();
  /** Found by asking all; forgotten when a connection to it closes. */
  #found: Promise<ServerAddress> | null = null;
  #isClosed = false;

  constructor(target: ServerTarget, askRole: AskRole) {
    this.#target = target;
    this.#askRole = askRole;
  }

  /** Never rejects: what went wrong is the error of the socket. */
  async open(): Promise<Socket> {
    const chosen = this.#chosen();
    try {
      const socket = await this.#openAt(await chosen);
      return socket.once('close', () => this.#forget(chosen));
    } catch (error) {
      this.#forget(chosen);
      return failed(error);
    }
  }

  /**
   * Destroys what is open, and opens nothing more: the client leaves a connection alone that it ended
   * while it was opened.
   */
  close(): void {
    this.#isClosed = true;
    this.drop();
  }

  /** Destroys what is open: what a server that went silent is asked would never end. */
  drop(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #chosen(): Promise<ServerAddress> {
    const { addresses, role } = this.#target;
    const [first] = addresses;
    if (first !== undefined && role === null) return Promise.resolve(first);
    this.#found ??= this.#find(role);
    return this.#found;
  }

  /** The server may come back as a standby. */
  #forget(chosen: Promise<ServerAddress>): void {
    if (this.#found === chosen) this.#found = null;
  }

  /** Asks all at once: one whose machine is gone answers nothing for seconds. */
  async #find(wanted: ServerRole | null): Promise<ServerAddress> {
    const asked = this.#target.addresses.map(async (address) => {
      const role = await this.#askRole(() => this.#openAt(address).catch(failed));
      if (role === wanted) return address;
      throw new DatabaseAway(null, passedOver[role]);
    });
    return await Promise.any(asked).catch((error: unknown) => {
      throw noneOf(this.#target, error instanceof AggregateError ? error.errors : [error]);
    });
  }

  async #openAt(address: ServerAddress): Promise<Socket> {
    if (this.#isClosed) throw new DatabaseClosed();
    const socket = new PlainSocket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    const late = setTimeout(() => socket.destroy(new DatabaseSilent()), limits.databaseConnectMs);
    try {
      const opened = await openAt(address, this.#target, socket);
      return failingIfSilent(opened);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
}
