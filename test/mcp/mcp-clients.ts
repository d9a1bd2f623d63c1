import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { commandOf } from '../support/service-process.ts';
import type { RunningService } from '../surfaces/running-service.ts';

/** The functions of every client in these tests, whatever its version and transport. */
export interface McpClient {
  /** The negotiated protocol revision. */
  protocol: string | undefined;
  instructions: string | undefined;
  listTools(): Promise<{ name: string }[]>;
  /** `isError` and the structured answer; the text must be equal to it. */
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface ToolAnswer {
  isError: boolean;
  answer: Record<string, unknown>;
}

export interface ServerAccess {
  url: string;
  token: string;
}

interface RawResult {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

function answerOf(result: object): ToolAnswer {
  const { isError, structuredContent, content } = result as RawResult;
  const [first] = content as { type: string; text: string }[];
  const expected = isError === true ? first?.text : undefined;
  if (JSON.stringify(structuredContent) !== expected) {
    throw new Error(`Only a problem is structured too, and as its text: ${first?.text}`);
  }
  const answer = JSON.parse(first?.text ?? '') as Record<string, unknown>;
  return { isError: isError ?? false, answer };
}

/** Makes a call that needs confirmation, with the token of its dry run. */
export async function callConfirmed(
  client: Pick<McpClient, 'call'>,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolAnswer> {
  const { answer } = await client.call(name, { ...args, dry_run: true });
  return await client.call(name, { ...args, confirm_token: answer.confirm_token });
}

const identity = { name: 'postroad-test', version: '1.0.0' };

type OldTransport = Parameters<Client['connect']>[0];

async function connectOld(transport: OldTransport): Promise<McpClient> {
  const client = new Client(identity);
  await client.connect(transport);
  return {
    protocol: (transport as { _protocolVersion?: string })._protocolVersion,
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) =>
      answerOf(await client.callTool({ name, arguments: args }, undefined, signal && { signal })),
    close: () => client.close(),
  };
}

async function connectModern(
  transport: Parameters<ModernClient['connect']>[0],
  mode: 'auto' | 'legacy',
): Promise<McpClient> {
  const client = new ModernClient(identity, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) =>
      answerOf(await client.callTool({ name, arguments: args }, signal && { signal })),
    close: () => client.close(),
  };
}

function headersOf({ token }: ServerAccess): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } };
}

export const transports = {
  'Streamable HTTP, 2026': (server: ServerAccess, query = '') =>
    connectModern(
      new ModernHttp(new URL(`/mcp${query}`, server.url), { requestInit: headersOf(server) }),
      'auto',
    ),
  'Streamable HTTP, 2025': (server: ServerAccess, query = '') =>
    connectOld(
      new StreamableHTTPClientTransport(new URL(`/mcp${query}`, server.url), {
        requestInit: headersOf(server),
      }) as OldTransport,
    ),
  'Server-Sent Events': (server: ServerAccess, query = '') =>
    connectOld(
      new SSEClientTransport(new URL(`/sse${query}`, server.url), {
        requestInit: headersOf(server),
      }),
    ),
};

/** `postroad mcp` as a process. */
export const processes = {
  'stdio, 2026': (env: Record<string, string>, args: string[] = []) =>
    connectModern(new ModernStdio({ ...command(args), env, stderr: 'ignore' }), 'auto'),
  'stdio, 2025': (env: Record<string, string>, args: string[] = []) =>
    connectOld(new StdioClientTransport({ ...command(args), env, stderr: 'ignore' })),
};

/** A client over every transport, connected to a running server. */
export const everyWay: [string, (running: RunningService) => Promise<McpClient>][] = [
  ...Object.entries(transports).map(([name, connect]): (typeof everyWay)[number] => [
    name,
    (running) => connect(running),
  ]),
  ...Object.entries(processes).map(([name, connect]): (typeof everyWay)[number] => [
    name,
    ({ env }) => connect(env),
  ]),
];

function command(args: string[]) {
  return { command: process.execPath, args: commandOf(['mcp', ...args]) };
}
