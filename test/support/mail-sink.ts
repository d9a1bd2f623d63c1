import { createServer, type Socket } from 'node:net';

export interface MailSink {
  url: string;
  /** The number of times each Message-ID was accepted, in order of arrival. */
  accepted: Map<string, number>;
  /** Resolves once that many messages were accepted. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const end = Buffer.from('\r\n.\r\n');

/** A small SMTP server that accepts everything and counts each message by its Message-ID. */
export async function startMailSink(): Promise<MailSink> {
  const accepted = new Map<string, number>();
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let total = 0;
  const accept = (message: string) => {
    const id = /^Message-ID: <([^>]+)>/im.exec(message)?.[1] ?? 'none';
    accepted.set(id, (accepted.get(id) ?? 0) + 1);
    total += 1;
    for (const check of waiting) check();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    serveClient(socket, accept);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}?tls=never`,
    accepted,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (total < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** One connection: commands by line, and after DATA everything up to the final dot. */
function serveClient(socket: Socket, accept: (message: string) => void): void {
  let rest = Buffer.alloc(0);
  let inData = false;
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    let replies = '';
    for (;;) {
      const at = inData ? rest.indexOf(end) : rest.indexOf('\r\n');
      if (at < 0) break;
      const part = rest.subarray(0, at).toString('latin1');
      rest = rest.subarray(at + (inData ? end.length : 2));
      if (inData) accept(part);
      replies += inData ? '250 accepted\r\n' : replyTo(part);
      inData = !inData && /^DATA$/i.test(part);
    }
    if (replies !== '') socket.write(replies);
  });
}

function replyTo(command: string): string {
  const verb = command.slice(0, 4).toUpperCase();
  if (verb === 'EHLO') return '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
  if (verb === 'DATA') return '354 send the message\r\n';
  return verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n';
}
