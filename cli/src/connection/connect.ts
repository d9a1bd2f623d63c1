import type { ClientSurface } from '@postroad/core/platform/surface';
import type { Environment } from '@postroad/service/app/config/environment';
import type { Terminal } from '../output/terminal.ts';
import { type Connection, connectToServer } from './connection.ts';
import { seenPositions } from './seen-positions.ts';
import { type TargetOptions, targetOf, warnOfPlainHttp } from './target-server.ts';

/**
 * Connects to the service (contract §7, remote): to the server that flags, environment,
 * postroad.yml or a login choose, otherwise to the server that runs on DATA_DIR, otherwise to the
 * database itself, opened in this process. Throws an Error with a sentence for people.
 */
export function connect(
  env: Environment,
  options: TargetOptions = {},
  surface: ClientSurface = 'cli',
): Promise<Connection> {
  return connectOr(env, options, surface, async (own) => {
    const { connectHere } = await import('./local-connection.ts');
    return await connectHere(own, surface);
  });
}

/** Connects as a command does that was started on this terminal. */
export function connectFrom(
  { env, cwd, err }: Pick<Terminal, 'env' | 'cwd' | 'err'>,
  options: TargetOptions,
  surface: ClientSurface = 'cli',
): Promise<Connection> {
  return connect(env, { ...options, cwd, err }, surface);
}

/** As `connect`, but `here` connects to what DATA_DIR or DATABASE_URL name. */
export async function connectOr<Here>(
  env: Environment,
  options: TargetOptions,
  surface: ClientSurface,
  here: (env: Environment) => Promise<Here>,
): Promise<Connection | Here> {
  const target = await targetOf(env, options);
  if (target.remote) {
    if (options.err) warnOfPlainHttp(target.remote.url, options.err);
    const warn = options.err ?? (() => undefined);
    const memory = seenPositions(env, target.remote.url, warn);
    return connectToServer(target.remote, surface, memory);
  }
  return await here(target.env);
}
