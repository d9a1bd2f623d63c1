import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandOf } from '../support/service-process.ts';
import type { Place } from './mcp-clients.ts';

export interface ClientWishes {
  /** What a person answers who is asked; without it the client cannot ask. */
  answers?: 'yes' | 'no';
  /** Told what the person was asked. */
  asked?: (message: string) => void;
  /** Told of resources that changed. */
  updated?: (uri: string) => void;
  query?: string;
}

const identity = { name: 'postroad-test', version: '1.0.0' };

function clientOf(mode: 'auto' | 'legacy', { answers, asked, updated }: ClientWishes): Client {
  const client = new Client(identity, {
    versionNegotiation: { mode },
    capabilities: answers === undefined ? {} : { elicitation: {} },
  });
  if (answers !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked?.(params.message);
      return answers === 'yes'
        ? { action: 'accept', content: { confirm: true } }
        : { action: 'decline' };
    });
  }
  if (updated) {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated(params.uri);
    });
  }
  return client;
}

async function overHttp(place: Place, mode: 'auto' | 'legacy', wishes: ClientWishes) {
  const client = clientOf(mode, wishes);
  const url = new URL(`/mcp${wishes.query ?? ''}`, place.url);
  const headers = { authorization: `Bearer ${place.token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Clients of the SDK as they are, with everything the protocol has, in both eras. */
export const rawClients = {
  'HTTP, 2026': (place: Place, wishes: ClientWishes = {}) => overHttp(place, 'auto', wishes),
  'HTTP, 2025': (place: Place, wishes: ClientWishes = {}) => overHttp(place, 'legacy', wishes),
  stdio: async (place: Place, wishes: ClientWishes = {}) => {
    const client = clientOf('auto', wishes);
    const env = { POSTROAD_URL: place.url, POSTROAD_TOKEN: place.token };
    const args = commandOf(['mcp']);
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
    );
    return client;
  },
};

/** The structured answer of a call. */
export async function callFor(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: args });
  return result.structuredContent as Record<string, unknown>;
}
