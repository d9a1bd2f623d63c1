import { operationNamed } from '@postroad/core/catalog/catalog';
import type { ClientSurface } from '@postroad/core/platform/surface';
import { type Config, readConfig } from '@postroad/service/app/config/config';
import { localToken } from '@postroad/service/app/config/data-dir';
import { DataDirInUse, holderOf } from '@postroad/service/app/config/data-dir-lock';
import type { Environment } from '@postroad/service/app/config/environment';
import type { Actor } from '@postroad/service/platform/actor';
import { type Connection, connectToServer } from './connection.ts';

/** A user who can open the database may do everything. */
const localActor: Actor = { id: 'local', name: 'command line', scopes: ['admin'] };

/** The configuration with only errors logged, unless LOG_LEVEL is set. */
export function quietConfig(env: Environment): Config {
  const config = readConfig(env);
  return env.LOG_LEVEL ? config : { ...config, logLevel: 'error' };
}

/** Opens the service in this process; it is loaded only here, as that takes seconds. */
async function openHere(config: Config, surface: ClientSurface): Promise<Connection> {
  const [{ openService }, { callAs }] = await Promise.all([
    import('@postroad/service/app/open-service'),
    import('@postroad/mcp/transports/mount'),
  ]);
  const onWarning = (text: string) => process.stderr.write(`${text}\n`);
  // What one command writes, the next one must see, and none of them is what a replica is for.
  const service = await openService({ ...config, replicaUrl: null }, { onWarning });
  return {
    target: config.databaseUrl === null ? `the database in ${config.dataDir}` : 'PostgreSQL',
    remote: null,
    call: callAs(service, localActor, surface),
    async send(name, input, bytes, { type, dryRun = false }) {
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

/** Connects to the server that runs on DATA_DIR, otherwise to the database, opened in this process. */
export function connectHere(env: Environment, surface: ClientSurface): Promise<Connection> {
  return serverOr(env, surface, (config) => openHere(config, surface));
}

/** Connects to the server that runs on DATA_DIR; where none does, `here` opens what it needs. */
export async function serverOr<Here>(
  env: Environment,
  surface: ClientSurface,
  here: (config: Config) => Promise<Here>,
): Promise<Connection | Here> {
  const config = quietConfig(env);
  const holder = config.databaseUrl === null ? await holderOf(config.dataDir) : null;
  const atServer = async (url: string) => {
    const token = await localToken(config);
    return connectToServer({ url, token, chosenBy: config.dataDir }, surface);
  };
  if (holder?.address) return await atServer(holder.address);
  try {
    return await here(config);
  } catch (error) {
    // A server on another machine is found only by waiting for its lock.
    if (error instanceof DataDirInUse && error.holder?.address) {
      return await atServer(error.holder.address);
    }
    throw error;
  }
}
