import type { Call } from '@postroad/core/operations/run-tool';
import { Refusal } from '@postroad/core/refusal';
import { createClient, ServerUnreachable } from '@postroad/http/client';
import { callAs } from '@postroad/mcp/mount';
import type { Actor } from '@postroad/service/actor';
import { type Config, readConfig } from '@postroad/service/config';
import { holderOf, localToken } from '@postroad/service/data-dir';
import { ConfigError } from '@postroad/service/environment';
import { openService } from '@postroad/service/open-service';

type Environment = Record<string, string | undefined>;

/** Where the operator commands and `postroad mcp` get their answers from. */
export interface Connection {
  call: Call;
  /** For people: the address of a server, or the database that was opened. */
  place: string;
  close(): Promise<void>;
}

/** Whoever may open the database may do everything. */
const localActor: Actor = { id: 'local', name: 'command line', scope: 'write' };

/** POSTROAD_URL and POSTROAD_TOKEN, or null where neither is set. Throws ConfigError for a half. */
export function remoteOf(env: Environment): { url: string; token: string } | null {
  const url = env.POSTROAD_URL || null;
  const token = env.POSTROAD_TOKEN || null;
  if (url === null && token === null) return null;
  if (url === null)
    throw new ConfigError('POSTROAD_URL', 'must be set together with POSTROAD_TOKEN.');
  if (token === null)
    throw new ConfigError('POSTROAD_TOKEN', 'must be set together with POSTROAD_URL.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigError(
      'POSTROAD_URL',
      'must be an address that starts with http:// or https://.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ConfigError(
      'POSTROAD_TOKEN',
      'must be a token as the server shows it, without white space.',
    );
  }
  return { url, token };
}

export function connectToServer(url: string, token: string): Connection {
  const client = createClient({ url, token });
  return {
    place: url,
    async call(name, input, options) {
      try {
        return await client.invoke(name, input as never, options);
      } catch (error) {
        if (error instanceof ServerUnreachable) throw new Refusal('unavailable', error.message);
        throw error;
      }
    },
    close: async () => undefined,
  };
}

/** Commands speak only of what went wrong, unless asked for more. */
export function quietConfig(env: Environment): Config {
  const config = readConfig(env);
  return env.LOG_LEVEL ? config : { ...config, logLevel: 'error' };
}

async function openHere(config: Config): Promise<Connection> {
  const service = await openService(config);
  return {
    place: config.databaseUrl === null ? `the database in ${config.dataDir}` : 'PostgreSQL',
    call: callAs(service, localActor),
    close: () => service.close(),
  };
}

/**
 * Contract §7, remote: the server named by the environment, else the one that holds DATA_DIR, else
 * the database itself, opened in this process. Throws a sentence where none of them can be had.
 */
export async function connect(env: Environment): Promise<Connection> {
  const remote = remoteOf(env);
  if (remote) return connectToServer(remote.url, remote.token);
  const config = quietConfig(env);
  const holder = config.databaseUrl === null ? await holderOf(config.dataDir) : null;
  if (holder?.address) {
    return connectToServer(holder.address, await localToken(config.dataDir, config.apiToken));
  }
  return openHere(config);
}
