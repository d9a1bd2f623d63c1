import type { Call } from '@postroad/core/catalog/call';
import type { OperationName } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import { type ClientSurface, surfaceHeader } from '@postroad/core/platform/surface';
import { namesHeader, operationNamesKept } from '@postroad/http/api/names-kept';
import { createClient, ServerUnreachable } from '@postroad/http/client/client';
import { followChanges, type LiveListener } from '@postroad/http/live/live-client';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { localToken } from '@postroad/service/app/config/data-dir';
import { DataDirInUse, holderOf } from '@postroad/service/app/config/data-dir-lock';
import type { Actor } from '@postroad/service/platform/actor';
import { download, upload } from '../commands/remote-streams.ts';
import { type Remote, type TargetOptions, targetOf, warnOfPlainHttp } from './target-server.ts';

type Environment = Record<string, string | undefined>;
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

/** A user who can open the database may do everything. */
const localActor: Actor = { id: 'local', name: 'command line', scopes: ['admin'] };

export function connectToServer(remote: Remote, surface: ClientSurface = 'cli'): Connection {
  const headers = { [namesHeader]: operationNamesKept, [surfaceHeader]: surface };
  const client = createClient({ url: remote.url, token: remote.token, headers });
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
    send: (name, input, bytes, options) => upload(remote, { name, input, ...options }, bytes),
    read: (name, input, options) => download(remote, { name, input, ...options }),
    onChange: async (listener) => followChanges(remote, listener),
    close: async () => undefined,
  };
}

/** The configuration with only errors logged, unless LOG_LEVEL is set. */
export function quietConfig(env: Environment): Config {
  const config = readConfig(env);
  return env.LOG_LEVEL ? config : { ...config, logLevel: 'error' };
}

/**
 * Opens the service in this process. It is imported only here, so that a command that calls a
 * server starts much sooner.
 */
async function openHere(config: Config, surface: ClientSurface): Promise<Connection> {
  const [{ openService }, { callAs }] = await Promise.all([
    import('@postroad/service/app/open-service'),
    import('@postroad/mcp/transports/mount'),
  ]);
  const onWait = (text: string) => process.stderr.write(`${text}\n`);
  const service = await openService(config, { onWait });
  return {
    target: config.databaseUrl === null ? `the database in ${config.dataDir}` : 'PostgreSQL',
    remote: null,
    call: callAs(service, localActor, surface),
    async send(name, input, bytes, { type, dryRun = false }) {
      const { operationNamed } = await import('@postroad/core/catalog/catalog');
      const given = operationNamed(name).bodyStream?.types[type];
      const options = { actor: localActor, dryRun, surface };
      const { output } = await service.receive(name, { ...given, ...input }, bytes, options);
      return dryRun ? { ...output, dry_run: true } : output;
    },
    read: (name, input) => service.stream(name, input, { actor: localActor, surface }),
    onChange: (listener) => service.onChange(listener),
    close: () => service.close(),
  };
}

/**
 * Connects to the service (contract §7, remote): to the server that flags, environment,
 * postroad.yml or a login choose, otherwise to the server that runs on DATA_DIR, otherwise to the
 * database itself, opened in this process. Throws an Error with a sentence for people.
 */
export async function connect(
  env: Environment,
  options: TargetOptions = {},
  surface: ClientSurface = 'cli',
): Promise<Connection> {
  const target = await targetOf(env, options);
  if (target.remote) {
    if (options.err) warnOfPlainHttp(target.remote.url, options.err);
    return connectToServer(target.remote, surface);
  }
  const config = quietConfig(target.env);
  const holder = config.databaseUrl === null ? await holderOf(config.dataDir) : null;
  const atServer = async (url: string) => {
    const token = await localToken(config.dataDir, config.apiToken);
    return connectToServer({ url, token, chosenBy: config.dataDir }, surface);
  };
  if (holder?.address) return await atServer(holder.address);
  try {
    return await openHere(config, surface);
  } catch (error) {
    // A server on another machine is found only by waiting for its lock.
    if (error instanceof DataDirInUse && error.holder?.address) {
      return await atServer(error.holder.address);
    }
    throw error;
  }
}
