import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** An answer, or an action on the connection instead. */
export type ApiReply =
  | { status: number; headers?: Record<string, string>; body?: string | Record<string, unknown> }
  | ((response: ServerResponse) => void);

export interface ApiServer {
  endpoint: string;
  requests: ReceivedRequest[];
  /** The answers to the next requests. */
  reply: ApiReply;
  close(): Promise<void>;
}

/** Serves recorded answers of a provider's API. */
export async function startApiServer(reply: ApiReply): Promise<ApiServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers, body: Buffer.concat(chunks) });
    answer(response, api.reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: ApiServer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return api;
}

function answer(response: ServerResponse, reply: ApiReply): void {
  if (typeof reply === 'function') {
    reply(response);
    return;
  }
  const { status, headers = {}, body = '' } = reply;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
