import { ConfigError, type Environment } from '@postroad/service/app/config/environment';
import type { CommonOptions } from '../commands/common-options.ts';
import { UsageError } from '../output/exit-codes.ts';
import { readLogins, serverAddress } from './login-store.ts';
import { findProjectFile } from './project-file.ts';

/** Which server is asked, with what token, and what said so. */
export interface Remote {
  url: string;
  token: string;
  chosenBy: string;
}

/** Where the commands get their answers: a server, or what this data directory holds. */
export type Place = { remote: Remote } | { remote: null; env: Environment };

export type PlaceOptions = Pick<CommonOptions, 'url' | 'dataDir'> & { cwd?: string };

function checkAddress(variable: string, url: string): void {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return;
  throw new ConfigError(variable, 'must be an address that starts with http:// or https://.');
}

function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new ConfigError(
    'POSTROAD_TOKEN',
    'must be a token as the server shows it, without white space.',
  );
}

/** A token of the environment goes only where a flag or the environment says, never where a file does. */
async function withToken(
  url: string,
  chosenBy: string,
  token: string | null,
  env: Environment,
): Promise<Remote> {
  const kept = token ?? (await readLogins(env)).tokens[serverAddress(url)] ?? null;
  if (kept !== null) {
    checkToken(kept);
    return { url, token: kept, chosenBy };
  }
  if (chosenBy === 'POSTROAD_URL') {
    throw new ConfigError(
      'POSTROAD_TOKEN',
      `must be set together with POSTROAD_URL, unless "postroad login --url ${url}" was done.`,
    );
  }
  const fix = chosenBy === '--url' ? 'Set POSTROAD_TOKEN, or run' : 'Run';
  throw new ConfigError(
    chosenBy,
    `names ${url}, of which no token is known. ${fix} "postroad login --url ${url}".`,
  );
}

/**
 * Flags come before the environment, that before postroad.yml, and that before what `postroad login`
 * kept. Throws ConfigError or UsageError for what contradicts itself or is incomplete.
 */
export async function placeOf(env: Environment, options: PlaceOptions = {}): Promise<Place> {
  const { url: flag, dataDir } = options;
  if (flag !== undefined && dataDir !== undefined)
    throw new UsageError('Give --url or --data-dir, not both.');
  const token = env.POSTROAD_TOKEN || null;
  if (flag !== undefined) {
    checkAddress('--url', flag);
    return { remote: await withToken(flag, '--url', token, env) };
  }
  if (dataDir !== undefined) {
    const { DATABASE_URL: _, ...rest } = env;
    return { remote: null, env: { ...rest, DATA_DIR: dataDir } };
  }
  const url = env.POSTROAD_URL || null;
  if (url !== null) {
    checkAddress('POSTROAD_URL', url);
    return { remote: await withToken(url, 'POSTROAD_URL', token, env) };
  }
  if (token !== null)
    throw new ConfigError('POSTROAD_URL', 'must be set together with POSTROAD_TOKEN.');
  if (env.DATA_DIR || env.DATABASE_URL) return { remote: null, env };
  const project = await findProjectFile(options.cwd ?? process.cwd());
  if (project?.url) return { remote: await withToken(project.url, project.path, null, env) };
  const { current } = await readLogins(env);
  if (current !== null) return { remote: await withToken(current, 'postroad login', null, env) };
  return { remote: null, env };
}
