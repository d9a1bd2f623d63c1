import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedHook {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** How a path answers: with a status, headers, or not at all. */
export interface Answering {
  status?: number;
  headers?: Record<string, string>;
  /** Holds the answer until `release` is called. */
  stalls?: true;
  /** Closes the connection within the body of the answer. */
  breaks?: true;
}

/** A program that takes webhooks over real HTTP. */
export interface HookReceiver {
  url: string;
  port: number;
  received: ReceivedHook[];
  /** By path; 204 where nothing is said. */
  answers: Map<string, Answering>;
  release(): void;
  close(): Promise<void>;
}

export async function openHookReceiver(): Promise<HookReceiver> {
  const received: ReceivedHook[] = [];
  const answers = new Map<string, Answering>();
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, text, body: JSON.parse(text) });
      const { status = 204, headers = {}, stalls, breaks } = answers.get(path) ?? {};
      response.writeHead(status, headers);
      if (stalls) held.push(response);
      else if (breaks) response.write('{', () => response.destroy());
      else response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const release = () => {
    for (const response of held.splice(0)) response.end();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answers,
    release,
    async close() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
