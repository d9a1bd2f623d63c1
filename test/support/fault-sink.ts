import { createServer, type Server, type Socket } from 'node:net';

/** The point of a message at which its worker is to be killed. */
export type MailPhase = 'attempted' | 'in body' | 'accepted';

export interface FaultSink {
  /** A separate port for each worker, which identifies it. */
  urlFor(worker: string): Promise<string>;
  /** The number of accepted mails by recipient. */
  accepted: Map<string, number>;
  /** The number of messages that were let in so far. */
  readonly admitted: number;
  /** Admits messages up to a number of all; later ones are recorded and wait without an answer. */
  admit(count: number): void;
  /** Resolves once that many messages were admitted. */
  until(count: number): Promise<void>;
  /**
   * Resolves with the worker whose message is the next at that point: its attempt is committed and
   * MAIL FROM was sent; part of its body has arrived; or it was accepted. Nothing more is answered
   * on that connection. Which worker it is, is left to them: one may hold all the mail that is due.
   */
  caught(phase: MailPhase): Promise<string>;
  close(): Promise<void>;
}

const end = Buffer.from('\r\n.\r\n');

/** A mail server that identifies its clients and can stop the next of them at a point of a message. */
export async function startFaultSink(): Promise<FaultSink> {
  const accepted = new Map<string, number>();
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const traps = new Map<MailPhase, (worker: string) => void>();
  const outside: (() => void)[] = [];
  let admitted = 0;
  let most = 0;
  const sprung = (worker: string, phase: MailPhase): boolean => {
    const trap = traps.get(phase);
    traps.delete(phase);
    trap?.(worker);
    return trap !== undefined;
  };
  const accept = (to: string) => {
    accepted.set(to, (accepted.get(to) ?? 0) + 1);
  };
  /** Whether one more message is admitted; if not, `goOn` runs once it may ask again. */
  const enter = (goOn: () => void): boolean => {
    if (admitted >= most) {
      outside.push(goOn);
      return false;
    }
    admitted += 1;
    for (const check of waiting) check();
    return true;
  };
  const listen = (worker: string) => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
      serve(socket, {
        accept,
        enter,
        sprung: (phase) => sprung(worker, phase),
      });
    });
    servers.push(server);
    return new Promise<string>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        resolve(`smtp://127.0.0.1:${port}?tls=never`);
      });
    });
  };
  const urls = new Map<string, Promise<string>>();
  return {
    accepted,
    get admitted() {
      return admitted;
    },
    urlFor(worker) {
      const url = urls.get(worker) ?? listen(worker);
      urls.set(worker, url);
      return url;
    },
    admit(count) {
      most = count;
      for (const goOn of outside.splice(0)) goOn();
    },
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (admitted < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    caught: (phase) =>
      new Promise((resolve) => {
        traps.set(phase, resolve);
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

interface Ears {
  accept: (to: string) => void;
  enter: (goOn: () => void) => boolean;
  sprung: (phase: MailPhase) => boolean;
}

/** One connection: commands by line, and after DATA everything up to the final dot. */
function serve(socket: Socket, { accept, enter, sprung }: Ears): void {
  let rest = Buffer.alloc(0);
  let inData = false;
  let to = '';
  let deaf = false;
  let outside = false;
  const goOn = () => {
    outside = false;
    if (!socket.destroyed) read();
  };
  const command = (line: string): string => {
    to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to;
    inData = /^DATA$/i.test(line);
    return replyTo(line);
  };
  const read = () => {
    let replies = '';
    while (!deaf && !outside) {
      // Drops the message being read, as a server that never received the final dot.
      if (inData && rest.length > 0 && sprung('in body')) deaf = true;
      const at = inData ? rest.indexOf(end) : rest.indexOf('\r\n');
      if (at < 0 || deaf) break;
      const part = rest.subarray(0, at).toString('latin1');
      if (!inData && /^MAIL/i.test(part)) {
        if (!enter(goOn)) outside = true;
        else if (sprung('attempted')) deaf = true;
        if (outside || deaf) break;
      }
      rest = rest.subarray(at + (inData ? end.length : 2));
      if (!inData) replies += command(part);
      else {
        accept(to);
        inData = false;
        replies += '250 accepted\r\n';
        if (sprung('accepted')) deaf = true;
      }
    }
    if (replies !== '') socket.write(replies);
  };
  socket.write('220 sink\r\n');
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (!deaf && !outside) read();
  });
}

function replyTo(command: string): string {
  const verb = command.slice(0, 4).toUpperCase();
  if (verb === 'EHLO') return '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
  if (verb === 'DATA') return '354 send the message\r\n';
  return verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n';
}
