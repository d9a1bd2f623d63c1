import { homedir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '@postroad/core/platform/json';

type Environment = Record<string, string | undefined>;

/**
 * The entry for a server in a host's file. It names the token's variable and never holds the token.
 */
export interface HostEntry {
  /** Name of the server in the host. */
  name: string;
  /** URL of `/mcp`. */
  url: string;
}

export interface Host {
  title: string;
  /** The file that lists the servers of a project or of a user. */
  file(scope: HostScope, cwd: string, env: Environment): string;
  /**
   * Adds the entry to the text of the file. Throws an Error with a clause about the file if that is
   * not safe.
   */
  edit(text: string, entry: HostEntry): string;
  /** One sentence about the next step. */
  next: string;
}

export const hostScopes = ['project', 'user'] as const;
export type HostScope = (typeof hostScopes)[number];

type Json = Record<string, unknown>;

/**
 * Parses the file, which may be missing. Comments would be lost, so a file with comments is
 * refused.
 */
function readObject(text: string): Json {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not plain JSON; it may have comments');
  }
  if (!isObject(value)) throw new Error('it does not hold an object');
  return value;
}

function memberOf(file: Json, name: string): Json {
  const value = file[name] ?? {};
  if (!isObject(value)) throw new Error(`its "${name}" is not an object`);
  return value;
}

/** Adds the server and keeps everything else in the file. */
function withServer(text: string, member: string, name: string, server: Json): Json {
  const file = readObject(text);
  return { ...file, [member]: { ...memberOf(file, member), [name]: server } };
}

function serialize(file: Json): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

const tokenStep = 'Set POSTROAD_TOKEN in the environment that the host starts in, then restart it.';

const claude: Host = {
  title: 'Claude Code',
  file: (scope, cwd) =>
    scope === 'project' ? join(cwd, '.mcp.json') : join(homedir(), '.claude.json'),
  edit(text, { name, url }) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
    const headers = { Authorization: 'Bearer ${POSTROAD_TOKEN}' };
    return serialize(withServer(text, 'mcpServers', name, { type: 'http', url, headers }));
  },
  next: tokenStep,
};

const cursor: Host = {
  title: 'Cursor',
  file: (scope, cwd) => join(scope === 'project' ? cwd : homedir(), '.cursor', 'mcp.json'),
  edit(text, { name, url }) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
    const headers = { Authorization: 'Bearer ${env:POSTROAD_TOKEN}' };
    return serialize(withServer(text, 'mcpServers', name, { url, headers }));
  },
  next: tokenStep,
};

const vscode: Host = {
  title: 'VS Code',
  file: (scope, cwd, env) =>
    scope === 'project' ? join(cwd, '.vscode', 'mcp.json') : join(vscodeUser(env), 'mcp.json'),
  edit(text, { name, url }) {
    const id = `${name}-token`;
    const headers = { Authorization: `Bearer \${input:${id}}` };
    const file = withServer(text, 'servers', name, { type: 'http', url, headers });
    const inputs = file.inputs ?? [];
    if (!Array.isArray(inputs)) throw new Error('its "inputs" is not a list');
    const others = inputs.filter((input) => !isObject(input) || input.id !== id);
    const input = { type: 'promptString', id, description: 'Postroad token', password: true };
    return serialize({ ...file, inputs: [...others, input] });
  },
  next: 'VS Code asks for the token when it starts the server, and keeps it.',
};

/** The folder of VS Code's user settings, by platform. */
function vscodeUser(env: Environment): string {
  if (process.platform === 'darwin') {
    return join(homedir(), 'Library', 'Application Support', 'Code', 'User');
  }
  if (process.platform === 'win32') {
    return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Code', 'User');
  }
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Code', 'User');
}

const codex: Host = {
  title: 'Codex',
  file: (scope, cwd, env) =>
    scope === 'project'
      ? join(cwd, '.codex', 'config.toml')
      : join(env.CODEX_HOME ?? join(homedir(), '.codex'), 'config.toml'),
  edit(text, { name, url }) {
    const lines = [
      `[mcp_servers.${name}]`,
      `url = ${JSON.stringify(url)}`,
      'bearer_token_env_var = "POSTROAD_TOKEN"',
    ];
    const table = `${lines.join('\n')}\n`;
    if (text.includes(table)) return text;
    // The file is not parsed, so a different entry for this name is left to its author.
    if (new RegExp(`^[ \\t]*\\[\\s*mcp_servers\\s*\\.\\s*"?${name}"?\\s*[\\].]`, 'm').test(text)) {
      throw new Error(
        `it has another [mcp_servers.${name}]; remove that, or choose another --name`,
      );
    }
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}${table}`;
  },
  next: tokenStep,
};

export const hosts = { claude, cursor, vscode, codex } as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;
export const hostNames = Object.keys(hosts) as HostName[];
