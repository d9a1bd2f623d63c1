import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** The file of the authority that signed the certificate for 0.0.0.0 and localhost. */
export const authority = fixture('database-ca.pem');

const certificate = {
  cert: readFileSync(fixture('database-cert.pem')),
  key: readFileSync(fixture('database-key.pem')),
};

/** A message of a server, with its type and its length. */
export function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** A request to log in (PostgreSQL, "Message Formats"). */
export function authentication(kind: number, salt = ''): Buffer {
  const code = Buffer.alloc(4);
  code.writeUInt32BE(kind);
  return message('R', Buffer.concat([code, Buffer.from(salt, 'latin1')]));
}

const isSslRequest = (bytes: Buffer) => bytes.length === 8 && bytes.readUInt32BE(4) === 80_877_103;

export interface DatabaseServer {
  port: number;
  /** Everything that clients sent, without requests for TLS; encrypted bytes are decrypted. */
  said(): string;
  close(): Promise<void>;
}

export interface Script {
  tls: boolean;
  /** Sent in clear with the answer that it has TLS, as by somebody in between. */
  early?: Buffer;
  /** Called with the startup message of a client. */
  talk(client: Socket, startup: Buffer): void;
}

/** A server that talks as the test wants, on every address of this machine. */
export async function serveDatabase({ tls, early, talk }: Script): Promise<DatabaseServer> {
  const heard: Buffer[] = [];
  const sockets = new Set<Socket>();
  const converse = (client: Socket) => {
    client.on('data', (bytes: Buffer) => heard.push(bytes));
    client.once('data', (bytes: Buffer) => talk(client, bytes));
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', (bytes: Buffer) => {
      if (!isSslRequest(bytes)) {
        converse(socket);
        socket.emit('data', bytes);
        return;
      }
      socket.write(Buffer.concat([Buffer.from(tls ? 'S' : 'N'), early ?? Buffer.alloc(0)]));
      const client = tls ? new TLSSocket(socket, { isServer: true, ...certificate }) : socket;
      converse(client.on('error', () => undefined));
    });
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    said: () => Buffer.concat(heard).toString('latin1'),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server that takes TLS off, in front of a real one. */
export function serveInFrontOf(databaseUrl: string): Promise<DatabaseServer> {
  const { hostname, port } = new URL(databaseUrl);
  return serveDatabase({
    tls: true,
    talk(client, startup) {
      const real = connect(Number(port), hostname).on('error', () => client.destroy());
      real.write(startup);
      client.pipe(real).pipe(client);
      client.once('close', () => real.destroy());
    },
  });
}
