import type { OperationName } from '@postroad/core/catalog/catalog';
import type { Call } from '@postroad/core/operations/run-tool';
import { Refusal } from '@postroad/core/platform/refusal';
import { createClient, ServerUnreachable } from '@postroad/http/client/client';
import { followChanges, type LiveListener } from '@postroad/http/live/live-client';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { holderOf, localToken } from '@postroad/service/app/config/data-dir';
import type { Actor } from '@postroad/service/platform/actor';
import { download, upload } from '../commands/remote-streams.ts';
import { type PlaceOptions, placeOf, type Remote } from './target-server.ts';

type Environment = Record<string, string | undefined>;
type Input = Record<string, unknown>;

export interface StreamOptions {
  /** Media type of the stream. */
  type: string;
  dryRun?: boolean;
}

/** Where the operator commands and `postroad mcp` get their answers from. */
export interface Connection {
  call: Call;
  /** For people: the address of a server, or the database that was opened. */
  place: string;
  /** The server behind it; null where this process opened the database itself. */
  remote: Remote | null;
  /** Calls an operation one argument of which arrives as bytes. */
  send(
    name: OperationName,
    input: Input,
    bytes: AsyncIterable<Uint8Array>,
    options: StreamOptions,
  ): Promise<unknown>;
  /** The whole answer of a reading operation, piece by piece. */
  read(name: OperationName, input: Input, options: StreamOptions): Promise<AsyncIterable<string>>;
  /** Tells of every change from about when it resolves; answers how to stop. */
  onChange(listener: LiveListener): Promise<() => void>;
  close(): Promise<void>;
}

/** Whoever may open the database may do everything. */
const localActor: Actor = { id: 'local', name: 'command line', scope: 'write' };

export function connectToServer(remote: Remote): Connection {
  const client = createClient({ url: remote.url, token: remote.token });
  return {
    place: remote.url,
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

/** Commands speak only of what went wrong, unless asked for more. */
export function quietConfig(env: Environment): Config {
  const config = readConfig(env);
  return env.LOG_LEVEL ? config : { ...config, logLevel: 'error' };
}

/** Loaded only where it is needed: a command that asks a server starts much sooner without. */
async function openHere(config: Config): Promise<Connection> {
  const [{ openService }, { callAs }] = await Promise.all([
    import('@postroad/service/app/open-service'),
    import('@postroad/mcp/mount'),
  ]);
  const service = await openService(config);
  return {
    place: config.databaseUrl === null ? `the database in ${config.dataDir}` : 'PostgreSQL',
    remote: null,
    call: callAs(service, localActor),
    async send(name, input, bytes, { type, dryRun = false }) {
      const { operationNamed } = await import('@postroad/core/catalog/catalog');
      const given = operationNamed(name).bodyStream?.types[type];
      const options = { actor: localActor, dryRun };
      const { output } = await service.receive(name, { ...given, ...input }, bytes, options);
      return dryRun ? { ...output, dry_run: true } : output;
    },
    read: (name, input) => service.stream(name, input, localActor),
    onChange: (listener) => service.onChange(listener),
    close: () => service.close(),
  };
}

/**
 * Contract §7, remote: the server that flags, environment, postroad.yml or a login name, else the one
 * that holds DATA_DIR, else the database itself, opened in this process. Throws a sentence where none
 * of them can be had.
 */
export async function connect(env: Environment, options: PlaceOptions = {}): Promise<Connection> {
  const place = await placeOf(env, options);
  if (place.remote) return connectToServer(place.remote);
  const config = quietConfig(place.env);
  const holder = config.databaseUrl === null ? await holderOf(config.dataDir) : null;
  if (holder?.address) {
    const token = await localToken(config.dataDir, config.apiToken);
    return connectToServer({ url: holder.address, token, chosenBy: config.dataDir });
  }
  return openHere(config);
}
