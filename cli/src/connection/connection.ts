import type { Call } from '@postroad/core/catalog/call';
import type { OperationName, OperationRequests } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import { type ClientSurface, surfaceHeader } from '@postroad/core/platform/surface';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import {
  CallerMemory,
  createClient,
  type PositionMemory,
  ProblemError,
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

/** What a call threw, for people: a server that refuses a token speaks of a header. */
export function asThrownHere(
  error: unknown,
  { url, tokenFix = '' }: Omit<Remote, 'token'>,
): unknown {
  if (error instanceof ServerUnreachable) return new Refusal('unavailable', error.message);
  if (!(error instanceof ProblemError) || error.problem.code !== 'unauthorized') return error;
  const detail = `${url} refuses the token: it is unknown there, revoked or expired. ${tokenFix}`;
  return new ProblemError({ ...error.problem, detail: detail.trimEnd() });
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
        throw asThrownHere(error, remote);
      }
    },
    async send(name, input, bytes, options) {
      const { upload } = await import('../commands/remote-streams.ts');
      const sent = upload(remote, { name, input, memory, ...options }, bytes);
      return await sent.catch((error: unknown) => {
        throw asThrownHere(error, remote);
      });
    },
    async read(name, input, options) {
      const { download } = await import('../commands/remote-streams.ts');
      return await download(remote, { name, input, memory, ...options }).catch((error: unknown) => {
        throw asThrownHere(error, remote);
      });
    },
    async onChange(listener) {
      const { followChanges } = await import('@postroad/http/live/live-client');
      return followChanges(remote, listener);
    },
    close: async () => undefined,
  };
}
