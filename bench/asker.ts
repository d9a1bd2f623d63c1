import { connect, type Socket } from 'node:net';

export interface Answered {
  status: number;
  body: string;
  ms: number;
}

/**
 * One connection that sends a request and waits for its answer, at the least cost for the client.
 */
export interface Asker {
  ask(method: string, path: string, body?: object): Promise<Answered>;
  close(): void;
}

/** Parses the first answer; null if it is not complete. */
function answerOf(received: Buffer): { status: number; body: Buffer } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  const start = headEnd + 4;
  if (received.length < start + length) return null;
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
  return { status, body: received.subarray(start, start + length) };
}

function requestOf(token: string, method: string, path: string, body?: object): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const type = body === undefined ? [] : ['Content-Type: application/json'];
  const head = [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    ...type,
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function answered(socket: Socket): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const settle = () => {
      socket.off('data', heard).off('error', failed).off('close', closed);
    };
    const heard = (data: Buffer) => {
      received = received.length === 0 ? data : Buffer.concat([received, data]);
      const answer = answerOf(received);
      if (!answer) return;
      settle();
      resolve(answer);
    };
    const failed = (error: Error) => {
      settle();
      reject(error);
    };
    const closed = () => failed(new Error('The server closed the connection.'));
    socket.on('data', heard).on('error', failed).on('close', closed);
  });
}

/** Connects to a server of the bench; throws on any answer that is not 2xx. */
export async function openAsker({ port, token }: { port: number; token: string }): Promise<Asker> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    async ask(method, path, body) {
      const request = requestOf(token, method, path, body);
      const start = performance.now();
      const answer = answered(socket);
      socket.write(request);
      const { status, body: bytes } = await answer;
      const ms = performance.now() - start;
      const text = bytes.toString('utf8');
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
      return { status, body: text, ms };
    },
    close: () => socket.destroy(),
  };
}
