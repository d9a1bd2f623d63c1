import { isLoopbackHost, parseUrl } from '@postroad/core/platform/url';
import { ConfigError, type Environment } from '@postroad/service/app/config/environment';
import { noServer, refuseMisspelt, targetVariables } from '@postroad/service/app/config/variables';
import type { CommonOptions } from '../commands/common-options.ts';
import { UsageError } from '../output/exit-codes.ts';
import { readLogins, serverAddress } from './login-store.ts';
import { findProjectFile } from './project-file.ts';

/** A remote server, its token, and what chose it. */
export interface Remote {
  url: string;
  token: string;
  chosenBy: string;
}

/**
 * The target of the commands: a remote server, or the data directory or database of an environment.
 */
export type Target = { remote: Remote } | { remote: null; env: Environment };

export type TargetOptions = Pick<CommonOptions, 'url' | 'dataDir'> & {
  cwd?: string;
  /** Where warnings are written. */
  err?: (text: string) => void;
};

/** Warns before a token is sent in clear over a network (SEC-31). */
export function warnOfPlainHttp(url: string, err: (text: string) => void): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' || isLoopbackHost(hostname.replace(/^\[|\]$/g, ''))) return;
  err(`${url} is not encrypted: others on the network can read the token. Use https.\n`);
}

function checkAddress(variable: string, url: string): void {
  if (/^https?:\/\//i.test(url) && parseUrl(url) !== null) return;
  throw new ConfigError(variable, 'must start with http:// or https://.');
}

function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new ConfigError(
    'POSTROAD_TOKEN',
    'must be a token as the server shows it, without white space.',
  );
}

/**
 * Adds the token. POSTROAD_TOKEN is sent only to a server that a flag or the environment names,
 * never to one that a file names.
 */
async function withToken(
  url: string,
  chosenBy: string,
  token: string | null,
  env: Environment,
): Promise<Remote> {
  const known = token ?? (await readLogins(env)).tokens[serverAddress(url)] ?? null;
  if (known !== null) {
    checkToken(known);
    return { url, token: known, chosenBy };
  }
  if (chosenBy === 'POSTROAD_URL') {
    throw new ConfigError(
      'POSTROAD_TOKEN',
      `must be set together with POSTROAD_URL, unless you have run "postroad login --url ${url}".`,
    );
  }
  const fix = chosenBy === '--url' ? 'Set POSTROAD_TOKEN, or run' : 'Run';
  throw new ConfigError(
    chosenBy,
    `names ${url}, for which there is no token. ${fix} "postroad login --url ${url}".`,
  );
}

/**
 * Chooses the target: by flags, then the environment, then postroad.yml, then the last login,
 * otherwise DATA_DIR. Throws ConfigError or UsageError for contradictory or incomplete settings.
 */
export async function targetOf(env: Environment, options: TargetOptions = {}): Promise<Target> {
  const { url: flag, dataDir } = options;
  if (flag !== undefined && dataDir !== undefined)
    throw new UsageError('Give --url or --data-dir, not both.');
  const token = env.POSTROAD_TOKEN || null;
  if (flag !== undefined) {
    checkAddress('--url', flag);
    return { remote: await withToken(flag, '--url', token, env) };
  }
  if (dataDir !== undefined) {
    return { remote: null, env: { ...env, ...noServer, DATA_DIR: dataDir } };
  }
  refuseMisspelt(env, targetVariables);
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
