import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { nearest } from '@postroad/core/platform/nearest';
import { type Scope, scopes } from '@postroad/core/platform/operations/scope';
import { parseUrl, withoutEndSlashes } from '@postroad/core/platform/url';
import { confirmNames } from '@postroad/mcp/calls/confirmation';
import { toolsetNames } from '@postroad/mcp/tools/tool';
import { connect } from '../connection/connect.ts';
import { serverNamed } from '../connection/target-server.ts';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { type HostEntry, hostNames, hostScopes, hosts } from './mcp-hosts.ts';

export interface McpInstallOptions {
  name: string;
  scope: string;
  /** URL of the server. */
  url?: string;
  readOnly?: boolean;
  toolsets?: string;
  confirm?: string;
  dryRun?: boolean;
  /** False to make no token. */
  token?: boolean;
  /** Scopes of the token, separated by commas. */
  tokenScopes: string;
}

const defaultUrl = 'http://127.0.0.1:3000';

function oneOf<Name extends string>(what: string, value: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  const meant = nearest(value, known);
  const hint = meant ? ` Did you mean ${meant}?` : '';
  throw new UsageError(`${what} is one of ${known.join(', ')}, not "${value}".${hint}`);
}

function requireName(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,40}$/.test(name)) return name;
  throw new UsageError('--name takes letters, digits, - and _, and begins with a letter.');
}

/** The server of the other commands; where they would open a database, the one that `serve` starts. */
async function baseUrl({ url }: McpInstallOptions, { env, cwd }: Terminal): Promise<string> {
  const named = await serverNamed(env, { ...(url !== undefined && { url }), cwd });
  return named?.url ?? defaultUrl;
}

/** The URL of `/mcp` with the restrictions as its query. Throws UsageError. */
function mcpUrl(base: string, options: McpInstallOptions): string {
  const url = parseUrl(base);
  if (url === null) throw new UsageError('The URL must start with http:// or https://.');
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('The URL must not contain a password: it is written to a file.');
  }
  url.pathname = `${withoutEndSlashes(url.pathname)}/mcp`;
  url.search = '';
  url.hash = '';
  const query = [];
  if (options.toolsets !== undefined) {
    const names = options.toolsets.split(',').map((name) => name.trim());
    query.push(
      `toolsets=${names.map((name) => oneOf('--toolsets', name, toolsetNames)).join(',')}`,
    );
  }
  if (options.readOnly) query.push('read_only=1');
  if (options.confirm !== undefined) {
    query.push(`confirm=${oneOf('--confirm', options.confirm, confirmNames)}`);
  }
  return query.length === 0 ? url.href : `${url.href}?${query.join('&')}`;
}

async function readExisting(file: string): Promise<{ text: string; mode: number | null }> {
  try {
    const [text, { mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { text, mode: mode & 0o777 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', mode: null };
    throw error;
  }
}

/** Replaces the file atomically, since hosts read it at any time. A symbolic link stays a link. */
async function writeWhole(file: string, text: string, mode: number | null): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  await writeFile(draft, text, mode === null ? {} : { mode });
  await rename(draft, target);
}

/**
 * Makes a token for the agent and prints it, this once. The file stays as it is where that fails,
 * with a sentence on how to make one.
 */
async function makeToken(
  name: string,
  granted: readonly Scope[],
  base: string,
  terminal: Terminal,
): Promise<void> {
  const byHand = (list: readonly string[]) =>
    `postroad tokens create --name ${name} ${list.map((scope) => `--scopes ${scope}`).join(' ')}`;
  try {
    const target = { url: base, cwd: terminal.cwd, err: terminal.err };
    const connection = await connect(terminal.env, target);
    try {
      const input = { name, scopes: [...granted] };
      const { output } = await connection.call('create_token', input, plainCall);
      const { secret } = output as OperationOutput<'create_token'>;
      terminal.out(`export POSTROAD_TOKEN=${secret}\n`);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.err(`No token was made: ${reason}\nMake one with "${byHand(granted)}".\n`);
    return;
  }
  const wider = 'An agent that is to do more needs a wider one';
  terminal.err(
    `The token has the scopes ${granted.join(' ')} and is shown only this once. ${wider}: "${byHand(['write'])}".\n`,
  );
}

/**
 * `postroad mcp install <host>`: adds the server to the file of a host. Other entries stay, and a
 * file that cannot be changed safely is not touched. The token is never written: the host reads a
 * variable or asks for it.
 */
export async function mcpInstall(
  hostName: string,
  options: McpInstallOptions,
  terminal: Terminal,
): Promise<number> {
  const host = hosts[oneOf('The host', hostName, hostNames)];
  const scope = oneOf('--scope', options.scope, hostScopes);
  const base = await baseUrl(options, terminal);
  const entry: HostEntry = { name: requireName(options.name), url: mcpUrl(base, options) };
  const granted = options.tokenScopes
    .split(',')
    .map((word) => oneOf('--token-scopes', word.trim(), scopes));
  const file = host.file(scope, terminal.cwd, terminal.env);
  const { text, mode } = await readExisting(file);
  let edited: string;
  try {
    edited = host.edit(text, entry);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const alone = host.edit('', entry);
    throw new UsageError(`${file} was not changed: ${reason}. Add this yourself:\n\n${alone}`);
  }
  if (options.dryRun) {
    terminal.out(edited);
    terminal.err(`${file} would have this content. Nothing was written.\n`);
    return 0;
  }
  if (edited !== text) await writeWhole(file, edited, mode);
  const done = edited === text ? 'already has the server' : 'now has the server';
  terminal.err(`${host.title} ${done} "${entry.name}" at ${entry.url} (${file}).\n${host.next}\n`);
  if (options.token !== false && edited !== text) {
    await makeToken(entry.name, granted, base, terminal);
  }
  return 0;
}
