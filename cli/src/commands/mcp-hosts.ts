import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

/** What a host is told of a server; the token is named, and never written down. */
export interface HostEntry {
  /** Name of the server in the host. */
  name: string;
  /** Address of `/mcp`. */
  url: string;
}

export interface Host {
  title: string;
  /** The file that holds the servers of a project, or of a person. */
  file(scope: HostScope, cwd: string, env: Environment): string;
  /** The text of the file with the entry in it; throws a sentence where that cannot be done safely. */
  edit(text: string, entry: HostEntry): string;
  /** What is left to do, in one sentence. */
  next: string;
}

export const HOST_SCOPES = ['project', 'user'] as const;
export type HostScope = (typeof HOST_SCOPES)[number];

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a file that may not be there yet. Comments would be lost, so they are refused. */
function readObject(text: string): Json {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not plain JSON, perhaps since it has comments');
  }
  if (!isObject(value)) throw new Error('it does not hold an object');
  return value;
}

function memberOf(file: Json, name: string): Json {
  const value = file[name] ?? {};
  if (!isObject(value)) throw new Error(`its "${name}" is no object`);
  return value;
}

/** Everything else in the file stays as it is. */
function withServer(text: string, member: string, name: string, server: Json): Json {
  const file = readObject(text);
  return { ...file, [member]: { ...memberOf(file, member), [name]: server } };
}

function written(file: Json): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

const exported = 'Set POSTROAD_TOKEN in the environment that the host starts in, then restart it.';

const claude: Host = {
  title: 'Claude Code',
  file: (scope, cwd) =>
    scope === 'project' ? join(cwd, '.mcp.json') : join(homedir(), '.claude.json'),
  edit(text, { name, url }) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
    const headers = { Authorization: 'Bearer ${POSTROAD_TOKEN}' };
    return written(withServer(text, 'mcpServers', name, { type: 'http', url, headers }));
  },
  next: exported,
};

const cursor: Host = {
  title: 'Cursor',
  file: (scope, cwd) => join(scope === 'project' ? cwd : homedir(), '.cursor', 'mcp.json'),
  edit(text, { name, url }) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in
    const headers = { Authorization: 'Bearer ${env:POSTROAD_TOKEN}' };
    return written(withServer(text, 'mcpServers', name, { url, headers }));
  },
  next: exported,
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
    if (!Array.isArray(inputs)) throw new Error('its "inputs" is no list');
    const others = inputs.filter((input) => !isObject(input) || input.id !== id);
    const input = { type: 'promptString', id, description: 'Postroad token', password: true };
    return written({ ...file, inputs: [...others, input] });
  },
  next: 'VS Code asks for the token when it starts the server, and keeps it.',
};

/** Where VS Code keeps what is a person's own, by platform. */
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
    // Nothing else in the file is read, so an entry that differs is left to whoever wrote it.
    if (new RegExp(`^\\s*\\[\\s*mcp_servers\\s*\\.\\s*"?${name}"?\\s*[\\].]`, 'm').test(text)) {
      throw new Error(
        `it has another [mcp_servers.${name}]; remove that, or choose another --name`,
      );
    }
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}${table}`;
  },
  next: exported,
};

export const hosts = { claude, cursor, vscode, codex } as const satisfies Record<string, Host>;

export type HostName = keyof typeof hosts;
export const HOST_NAMES = Object.keys(hosts) as HostName[];
