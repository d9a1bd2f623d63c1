import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { certificate, privateKey } from './certificate.ts';

/** The server's side of one connection. Reading rejects once the client is gone. */
export class Peer {
  /** Every line that the client wrote outside a body. */
  readonly lines: string[] = [];
  #socket: Socket;
  #pending = '';
  #wake: () => void = () => undefined;
  #gone = false;
  readonly closed: Promise<void>;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    this.#listen(socket);
  }

  #listen(socket: Socket): void {
    const leave = () => {
      this.#gone = true;
      this.#wake();
    };
    socket.on('error', leave);
    socket.on('close', leave);
    socket.on('data', (chunk: Buffer) => {
      this.#pending += chunk.toString('latin1');
      this.#wake();
    });
  }

  send(text: string): void {
    if (!this.#socket.destroyed) this.#socket.write(text, 'utf8');
  }

  /** Everything up to and with `end`. */
  async until(end: string): Promise<string> {
    for (;;) {
      const at = this.#pending.indexOf(end);
      if (at >= 0) {
        const text = this.#pending.slice(0, at + end.length);
        this.#pending = this.#pending.slice(at + end.length);
        return Buffer.from(text, 'latin1').toString('utf8');
      }
      if (this.#gone) throw new Error('The client has disconnected.');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async line(): Promise<string> {
    const line = (await this.until('\r\n')).slice(0, -2);
    this.lines.push(line);
    return line;
  }

  /** Stops reading, so that the client's writes block. */
  stopReading(): void {
    this.#socket.pause();
  }

  end(): void {
    this.#socket.end();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Must be called before the answer that lets the client begin its handshake. */
  startTls(answer: string): Promise<void> {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.write(answer);
    const socket = new TLSSocket(plain, { isServer: true, cert: certificate, key: privateKey });
    this.#socket = socket;
    this.#pending = '';
    return new Promise((resolve, reject) => {
      socket.once('secure', () => resolve());
      socket.once('error', reject);
      this.#listen(socket);
    });
  }
}

export interface ScriptedServer {
  port: number;
  peers: Peer[];
  close(): Promise<void>;
}

/** A TCP server that runs a script on each connection. */
export async function startScriptedServer(
  script: (peer: Peer, connection: number) => Promise<void>,
): Promise<ScriptedServer> {
  const peers: Peer[] = [];
  const scripts: Promise<void>[] = [];
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    const peer = new Peer(socket);
    peers.push(peer);
    // A script ends when its client disconnects.
    scripts.push(script(peer, peers.length).catch(() => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    peers,
    async close() {
      for (const peer of peers) peer.destroy();
      await Promise.all(scripts);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An action at one point: a reply without its line end, or a function. */
export type Answer = string | ((peer: Peer) => void | Promise<void>);

export interface Conversation {
  banner?: Answer;
  /** Keywords after the greeting of EHLO. */
  features?: readonly string[];
  ehlo?: Answer;
  starttls?: Answer;
  auth?: Answer;
  rset?: Answer;
  mail?: Answer;
  rcpt?: Answer;
  data?: Answer;
  /** Replaces reading the body to its end. */
  body?: (peer: Peer) => Promise<void>;
  /** The answer to the final dot. */
  end?: Answer;
  quit?: Answer;
  onBody?: (body: string) => void;
}

const okay: Record<string, string> = {
  helo: '250 scripted',
  rset: '250 2.0.0 Ok',
  mail: '250 2.1.0 Ok',
  rcpt: '250 2.1.5 Ok',
  data: '354 Go ahead',
  quit: '221 2.0.0 Bye',
};

/** Speaks SMTP, except where the conversation overrides it. */
export async function converse(peer: Peer, conversation: Conversation): Promise<void> {
  const give = async (answer: Answer) => {
    if (typeof answer === 'string') peer.send(`${answer}\r\n`);
    else await answer(peer);
  };
  const answers: Record<string, Answer | undefined> = { ...conversation } as Record<string, Answer>;
  await give(conversation.banner ?? '220 scripted ESMTP');
  for (;;) {
    const command = (await peer.line()).split(' ')[0]?.toLowerCase() ?? '';
    if (command === 'ehlo' && conversation.ehlo === undefined) {
      peer.send(helloReply(conversation.features ?? []));
      continue;
    }
    if (command === 'starttls' && conversation.starttls === undefined) {
      await peer.startTls('220 2.0.0 Ready\r\n');
      continue;
    }
    const answer = answers[command] ?? okay[command] ?? '502 5.5.1 Unknown';
    await give(answer);
    if (command === 'data' && typeof answer === 'string' && answer.startsWith('354')) {
      await readBody(peer, conversation);
      await give(conversation.end ?? '250 2.0.0 Ok: queued as 4F5A6B');
    }
  }
}

export function helloReply(features: readonly string[]): string {
  const lines = ['scripted', ...features];
  return lines.map((line, at) => `250${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`).join('');
}

async function readBody(peer: Peer, { body, onBody }: Conversation): Promise<void> {
  if (body !== undefined) return body(peer);
  let text = '';
  while (text !== '.\r\n' && !text.endsWith('\r\n.\r\n')) text += await peer.until('.\r\n');
  onBody?.(text);
}
