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
  /** What to do where the server refuses the token. */
  tokenFix?: string;
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

function isAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && parseUrl(url) !== null;
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
    const tokenFix =
      token === null
        ? `Run "postroad login --url ${url}" again.`
        : 'Correct POSTROAD_TOKEN, or create a token with "postroad tokens create" at the server.';
    return { url, token: known, chosenBy, tokenFix };
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
 * The server that a flag, the environment, postroad.yml or the last login names, in this order, and
 * what named it; null where none does, or where the environment names a database. Throws ConfigError.
 */
export async function serverNamed(
  env: Environment,
  { url: flag, cwd }: TargetOptions,
): Promise<{ url: string; chosenBy: string } | null> {
  if (flag !== undefined) {
    if (!isAddress(flag)) throw new UsageError('--url must start with http:// or https://.');
    return { url: flag, chosenBy: '--url' };
  }
  if (env.POSTROAD_URL) {
    if (!isAddress(env.POSTROAD_URL))
      throw new ConfigError('POSTROAD_URL', 'must start with http:// or https://.');
    return { url: env.POSTROAD_URL, chosenBy: 'POSTROAD_URL' };
  }
  if (env.DATA_DIR || env.DATABASE_URL) return null;
  const project = await findProjectFile(cwd ?? process.cwd());
  if (project?.url) return { url: project.url, chosenBy: project.path };
  const { current } = await readLogins(env);
  return current === null ? null : { url: current, chosenBy: 'postroad login' };
}

/**
 * Chooses the target: by flags, then the environment, then postroad.yml, then the last login,
 * otherwise DATA_DIR. Throws ConfigError or UsageError for contradictory or incomplete settings.
 */
export async function targetOf(env: Environment, options: TargetOptions = {}): Promise<Target> {
  const { url: flag, dataDir } = options;
  if (flag !== undefined && dataDir !== undefined)
    throw new UsageError('Give --url or --data-dir, not both.');
  if (dataDir !== undefined) {
    return { remote: null, env: { ...env, ...noServer, DATA_DIR: dataDir } };
  }
  const token = env.POSTROAD_TOKEN || null;
  if (flag === undefined) {
    refuseMisspelt(env, targetVariables);
    if (token !== null && !env.POSTROAD_URL)
      throw new ConfigError('POSTROAD_URL', 'must be set together with POSTROAD_TOKEN.');
  }
  const named = await serverNamed(env, options);
  if (named === null) return { remote: null, env };
  return { remote: await withToken(named.url, named.chosenBy, token, env) };
}
