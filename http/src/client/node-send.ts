import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Send } from './client.ts';

/**
 * Sends with `node:http` instead of fetch, whose first call takes 50 milliseconds to load: as long as
 * the rest of a short command (PACK-03).
 */
export const sendByNode: Send = async (url, { method, headers, body, signal }) => {
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, signal }, resolve).once('error', reject).end(body);
  });
  const status = response.statusCode ?? 0;
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name) => [response.headers[name.toLowerCase()]].flat()[0] ?? null },
    json: async () => JSON.parse(await text(response)) as unknown,
  };
};
