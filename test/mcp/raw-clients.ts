import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { commandOf } from '../support/service-process.ts';
import type { ServerAccess } from './mcp-clients.ts';

/** What people can do with a question. */
const answersOf = {
  yes: { action: 'accept', content: { confirm: true } },
  unticked: { action: 'accept', content: { confirm: false } },
  no: { action: 'decline' },
  closed: { action: 'cancel' },
} as const;

/** How a client answers is read at each question, so it may be changed in between. */
export interface ClientWishes {
  /** The person's answer to a question; without it the client cannot ask. */
  answers?: keyof typeof answersOf;
  /** What the client declares of how it asks, if not by what it answers. */
  elicitation?: { url?: Record<string, never> };
  /** Receives the questions to the person. */
  asked?: (message: string) => unknown;
  /** Receives the changed resources. */
  updated?: (uri: string) => void;
  query?: string;
  /** Whether a person must confirm. */
  confirm?: string;
}

const identity = { name: 'postroad-test', version: '1.0.0' };

function clientOf(mode: 'auto' | 'legacy', wishes: ClientWishes): Client {
  const { updated } = wishes;
  const canAsk = wishes.answers !== undefined;
  const elicitation = wishes.elicitation ?? (canAsk ? {} : undefined);
  const client = new Client(identity, {
    versionNegotiation: { mode },
    capabilities: elicitation === undefined ? {} : { elicitation },
  });
  if (canAsk) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await wishes.asked?.(params.message);
      return answersOf[wishes.answers ?? 'closed'];
    });
  }
  if (updated) {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated(params.uri);
    });
  }
  return client;
}

async function overHttp(server: ServerAccess, mode: 'auto' | 'legacy', wishes: ClientWishes) {
  const client = clientOf(mode, wishes);
  const confirm = wishes.confirm === undefined ? '' : `?confirm=${wishes.confirm}`;
  const url = new URL(`/mcp${wishes.query ?? confirm}`, server.url);
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** Plain clients of the SDK with all protocol features, in both eras. */
export const rawClients = {
  'HTTP, 2026': (server: ServerAccess, wishes: ClientWishes = {}) =>
    overHttp(server, 'auto', wishes),
  'HTTP, 2025': (server: ServerAccess, wishes: ClientWishes = {}) =>
    overHttp(server, 'legacy', wishes),
  stdio: async (server: ServerAccess, wishes: ClientWishes = {}) => {
    const client = clientOf('auto', wishes);
    const env = { POSTROAD_URL: server.url, POSTROAD_TOKEN: server.token };
    const confirm = wishes.confirm === undefined ? [] : ['--confirm', wishes.confirm];
    const args = commandOf(['mcp', ...confirm]);
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
    );
    return client;
  },
};

/** The answer in the text of a result. */
export function answerIn({ content }: { content?: unknown }): Record<string, unknown> {
  const [first] = content as { text: string }[];
  return JSON.parse(first?.text ?? '');
}

/** The answer of a call. */
export async function callFor(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return answerIn(await client.callTool({ name, arguments: args }));
}
