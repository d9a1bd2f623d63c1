import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A way to a database server that a test can break. */
export interface DatabaseProxy {
  url: string;
  /** Swallows what it gets, as the network does after a loss of power. */
  isGone: boolean;
  /** Hands commits to the server, and closes the connection in place of its answer. */
  losesCommits: boolean;
  close(): void;
}

export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const server = new URL(url);
  const sockets = new Set<Socket>();
  const answer = (client: Socket, bytes: Buffer) => {
    if (proxy.losesCommits && bytes.includes('COMMIT\0')) client.destroy();
    else client.write(bytes);
  };
  const listening: Server = createServer((client) => {
    const beyond = dial(Number(server.port), server.hostname);
    for (const [from, to] of [
      [client, beyond],
      [beyond, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => proxy.isGone || to.destroy());
    }
    client.on('data', (bytes) => proxy.isGone || beyond.write(bytes));
    beyond.on('data', (bytes) => proxy.isGone || answer(client, bytes));
  });
  await new Promise<void>((open) => listening.listen(0, '127.0.0.1', open));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((listening.address() as { port: number }).port);
  const proxy: DatabaseProxy = {
    ...{ url: through.href, isGone: false, losesCommits: false },
    close() {
      for (const socket of sockets) socket.destroy();
      listening.close();
    },
  };
  return proxy;
}
