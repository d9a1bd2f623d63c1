import type { Call } from '@postroad/core/catalog/call';
import type { OperationName, OperationRequests } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import { type ClientSurface, surfaceHeader } from '@postroad/core/platform/surface';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import {
  CallerMemory,
  createClient,
  type PositionMemory,
  ServerUnreachable,
} from '@postroad/http/client/client';
import { sendByNode } from '@postroad/http/client/node-send';
import type { LiveListener } from '@postroad/http/live/live-client';
import type { Remote } from './target-server.ts';

type Input = Record<string, unknown>;

export interface StreamOptions {
  /** Media type of the stream. */
  type: string;
  dryRun?: boolean;
}

/**
 * The service that operator commands and `postroad mcp` call: a server over HTTP, or this process
 * with the database.
 */
export interface Connection {
  call: Call;
  /** For people: the URL of a server, or a name of the database. */
  target: string;
  /** The server; null if this process opened the database itself. */
  remote: Remote | null;
  /** Calls an operation with an upload. */
  send(
    name: OperationName,
    input: Input,
    bytes: AsyncIterable<Uint8Array>,
    options: StreamOptions,
  ): Promise<unknown>;
  /** The streamed answer of a reading operation. */
  read(name: OperationName, input: Input, options: StreamOptions): Promise<AsyncIterable<string>>;
  /** Reports every change from about when it resolves; returns how to stop. */
  onChange(listener: LiveListener): Promise<() => void>;
  close(): Promise<void>;
}

export function connectToServer(
  remote: Remote,
  surface: ClientSurface = 'cli',
  memory: PositionMemory = new CallerMemory(),
): Connection {
  const headers = { [namesHeader]: operationNamesKept, [surfaceHeader]: surface };
  const { url, token } = remote;
  const client = createClient<OperationRequests>({
    url,
    token,
    headers,
    memory,
    fetch: sendByNode,
  });
  return {
    target: remote.url,
    remote,
    async call(name, input, options) {
      try {
        return await client.invoke(name, input as never, options);
      } catch (error) {
        if (error instanceof ServerUnreachable) throw new Refusal('unavailable', error.message);
        throw error;
      }
    },
    async send(name, input, bytes, options) {
      const { upload } = await import('../commands/remote-streams.ts');
      return await upload(remote, { name, input, memory, ...options }, bytes);
    },
    async read(name, input, options) {
      const { download } = await import('../commands/remote-streams.ts');
      return await download(remote, { name, input, memory, ...options });
    },
    async onChange(listener) {
      const { followChanges } = await import('@postroad/http/live/live-client');
      return followChanges(remote, listener);
    },
    close: async () => undefined,
  };
}
