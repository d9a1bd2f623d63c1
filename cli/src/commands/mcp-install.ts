import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toolsets } from '@postroad/core/operations/tools';
import { nearest } from '@postroad/core/platform/nearest';
import { CONFIRM_MODES } from '@postroad/mcp/confirmation';
import { UsageError } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { HOST_NAMES, HOST_SCOPES, type HostEntry, hosts } from './mcp-hosts.ts';

export interface McpInstallOptions {
  name: string;
  scope: string;
  /** Address of the server. */
  url?: string;
  readOnly?: boolean;
  toolsets?: string;
  confirm?: string;
  dryRun?: boolean;
}

const DEFAULT_URL = 'http://127.0.0.1:3000';

function oneOf<Name extends string>(what: string, value: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  const meant = nearest(value, known);
  const hint = meant ? ` Did you mean ${meant}?` : '';
  throw new UsageError(`${what} is one of ${known.join(', ')}, not "${value}".${hint}`);
}

function checkedName(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,40}$/.test(name)) return name;
  throw new UsageError('--name takes letters, digits, - and _, and begins with a letter.');
}

/** The address with what it is narrowed to. */
function addressOf(options: McpInstallOptions, env: Terminal['env']): string {
  const base = options.url ?? env.POSTROAD_URL ?? DEFAULT_URL;
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new UsageError('The address must start with http:// or https://.');
  }
  const url = new URL(base);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('The address must not hold a password: it is written into a file.');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/mcp`;
  url.search = '';
  url.hash = '';
  const asked = [];
  if (options.toolsets !== undefined) {
    const names = options.toolsets.split(',').map((name) => name.trim());
    asked.push(`toolsets=${names.map((name) => oneOf('--toolsets', name, toolsets)).join(',')}`);
  }
  if (options.readOnly) asked.push('read_only=1');
  if (options.confirm !== undefined) {
    asked.push(`confirm=${oneOf('--confirm', options.confirm, CONFIRM_MODES)}`);
  }
  return asked.length === 0 ? url.href : `${url.href}?${asked.join('&')}`;
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

/** Whole or not at all: hosts read the file at any time. A link stays a link. */
async function writeWhole(file: string, text: string, mode: number | null): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const target = await realpath(file).catch(() => file);
  const draft = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  await writeFile(draft, text, mode === null ? {} : { mode });
  await rename(draft, target);
}

/**
 * `postroad mcp install <host>`: enters the server into the file of a host. Other entries stay, and a
 * file that cannot be changed safely is left alone. The token is named by variable or asked for by
 * the host, never written.
 */
export async function mcpInstall(
  hostName: string,
  options: McpInstallOptions,
  terminal: Terminal,
): Promise<number> {
  const host = hosts[oneOf('The host', hostName, HOST_NAMES)];
  const scope = oneOf('--scope', options.scope, HOST_SCOPES);
  const entry: HostEntry = {
    name: checkedName(options.name),
    url: addressOf(options, terminal.env),
  };
  const file = host.file(scope, terminal.cwd, terminal.env);
  const { text, mode } = await readExisting(file);
  let edited: string;
  try {
    edited = host.edit(text, entry);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const alone = host.edit('', entry);
    throw new UsageError(`${file} was left as it is: ${reason}. Add this yourself:\n\n${alone}`);
  }
  if (options.dryRun) {
    terminal.out(edited);
    terminal.err(`This is what ${file} would hold. Nothing was written.\n`);
    return 0;
  }
  if (edited !== text) await writeWhole(file, edited, mode);
  const done = edited === text ? 'knows the server already' : 'now knows the server';
  terminal.err(`${host.title} ${done} "${entry.name}" at ${entry.url} (${file}).\n${host.next}\n`);
  return 0;
}
