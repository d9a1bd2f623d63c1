import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type HostName, hostNames, hosts } from '@postroad/cli/commands/mcp-hosts';
import { writeLogins } from '@postroad/cli/connection/login-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli } from '../surfaces/three-surfaces.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postroad-mcp-install-'));
});

afterEach(() => rm(folder, { recursive: true }));

const installed = (...args: string[]) =>
  runCli(['mcp', 'install', ...args], { POSTROAD_TOKEN: 'secret-token' }, '', false, {
    cwd: folder,
  });

const install = (...args: string[]) => installed(...args, '--no-token');

const fileOf = (host: HostName) => hosts[host].file('project', folder, {});

async function writeHostFile(host: HostName, text: string): Promise<void> {
  await mkdir(dirname(fileOf(host)), { recursive: true });
  await writeFile(fileOf(host), text);
}

it.each(hostNames)('adds the server to a new file of %s, without the token', async (host) => {
  expect((await install(host, '--url', 'https://mail.example.com/base/')).exitCode).toBe(0);
  const text = await readFile(fileOf(host), 'utf8');
  expect(text).toContain('https://mail.example.com/base/mcp');
  expect(text).not.toContain('secret-token');
  expect(text).toMatch(/POSTROAD_TOKEN|input:postroad-token/);
  // A second install changes nothing.
  await install(host, '--url', 'https://mail.example.com/base/');
  expect(await readFile(fileOf(host), 'utf8')).toBe(text);
});

it.each(['claude', 'cursor', 'vscode'] as const)(
  'keeps everything else in the file of %s',
  async (host) => {
    const member = host === 'vscode' ? 'servers' : 'mcpServers';
    const other = { command: 'other', args: ['x'] };
    const file = {
      theme: 'dark',
      inputs: [{ id: 'mine' }],
      [member]: { other, postroad: { url: 'old' } },
    };
    await writeHostFile(host, JSON.stringify(file));
    await install(host);
    const after = JSON.parse(await readFile(fileOf(host), 'utf8'));
    expect(after).toMatchObject({ theme: 'dark', [member]: { other } });
    expect(after.inputs).toContainEqual({ id: 'mine' });
    expect(after[member].postroad.url).toBe('http://127.0.0.1:3000/mcp');
  },
);

it('keeps every line of a file of Codex, and changes no entry that differs', async () => {
  const text = '# mine\nmodel = "o9"\n\n[mcp_servers.other]\ncommand = "x"';
  await writeHostFile('codex', text);
  await install('codex');
  const after = await readFile(fileOf('codex'), 'utf8');
  expect(after.startsWith(text)).toBe(true);
  const again = await install('codex', '--url', 'https://elsewhere.example.com');
  expect(again.exitCode).toBe(3);
  expect(again.err).toContain('[mcp_servers.postroad]');
  expect(await readFile(fileOf('codex'), 'utf8')).toBe(after);
});

it.each([
  ['vscode', '{ // mine\n "servers": {} }'],
  ['claude', '{"mcpServers": []}'],
  ['cursor', '[]'],
] as const)('leaves a file of %s alone that it cannot change safely', async (host, text) => {
  await writeHostFile(host, text);
  const { exitCode, err } = await install(host);
  expect(exitCode).toBe(3);
  expect(err).toContain('/mcp');
  expect(await readFile(fileOf(host), 'utf8')).toBe(text);
});

it('prints instead of writing with --dry-run', async () => {
  const { out, err } = await install(
    'claude',
    '--dry-run',
    '--read-only',
    '--toolsets',
    'flows,emails',
  );
  expect(JSON.parse(out).mcpServers.postroad.url).toBe(
    'http://127.0.0.1:3000/mcp?toolsets=flows,emails&read_only=1',
  );
  expect(err).toContain('Nothing was written');
  await expect(stat(fileOf('claude'))).rejects.toThrow('ENOENT');
});

it('keeps the mode of the file and a symbolic link', async () => {
  const real = join(folder, 'real.json');
  await writeFile(real, '{}');
  await chmod(real, 0o600);
  await symlink(real, fileOf('claude'));
  await install('claude', '--name', 'mail');
  expect(JSON.parse(await readFile(real, 'utf8')).mcpServers).toHaveProperty('mail');
  expect((await stat(real)).mode & 0o777).toBe(0o600);
});

it('AGT-21 takes the server of the other commands: of postroad.yml, else of the last login', async () => {
  const env = { XDG_CONFIG_HOME: folder };
  const urlFor = async (given: Record<string, string>) => {
    const argv = ['mcp', 'install', 'claude', '--no-token', '--dry-run'];
    const { out } = await runCli(argv, given, '', false, { cwd: folder });
    return JSON.parse(out).mcpServers.postroad.url;
  };
  expect(await urlFor(env)).toBe('http://127.0.0.1:3000/mcp');
  const current = 'https://login.example.com';
  await writeLogins(env, { current, tokens: { [current]: 'secret' } });
  expect(await urlFor(env)).toBe('https://login.example.com/mcp');
  await writeFile(join(folder, 'postroad.yml'), 'url: https://project.example.com\n');
  expect(await urlFor(env)).toBe('https://project.example.com/mcp');
  expect(await urlFor({ ...env, POSTROAD_URL: 'https://named.example.com' })).toBe(
    'https://named.example.com/mcp',
  );
  expect(await urlFor({ ...env, DATA_DIR: folder })).toBe('http://127.0.0.1:3000/mcp');
});

it.each([
  [['clade'], 'Did you mean claude?'],
  [['claude', '--scope', 'world'], '--scope is one of project, user'],
  [['claude', '--name', 'a b'], '--name takes letters'],
  [['claude', '--url', 'ftp://x'], 'http:// or https://'],
  [['claude', '--url', 'https://a:b@x'], 'must not contain a password'],
  [['claude', '--toolsets', 'flow'], 'Did you mean flows?'],
  [['claude', '--token-scopes', 'read,all'], '--token-scopes is one of'],
  [['claude', '--confirm', 'perhaps'], '--confirm is one of'],
])('refuses %j', async (args, message) => {
  const { exitCode, err } = await install(...args);
  expect([exitCode, err]).toEqual([3, expect.stringContaining(message)]);
});

it('AGT-21 makes a token of scopes read and draft by default, and says how to widen it', async () => {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    asked.push([request.url, request.headers.authorization, JSON.parse(body)]);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ token: { id: 2 }, secret: 'agent-secret' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { exitCode, out, err } = await installed('claude', '--url', url);
    expect([exitCode, out]).toEqual([0, 'export POSTROAD_TOKEN=agent-secret\n']);
    expect(asked).toEqual([
      ['/api/v1/tokens', 'Bearer secret-token', { name: 'postroad', scopes: ['read', 'draft'] }],
    ]);
    expect(err).toContain('"postroad tokens create --name postroad --scopes write"');
    expect(await readFile(fileOf('claude'), 'utf8')).not.toContain('agent-secret');
    // The server is there already: no second token.
    await installed('claude', '--url', url);
    expect(asked).toHaveLength(1);
    await installed('cursor', '--url', url, '--token-scopes', 'read,write');
    expect(asked[1]).toMatchObject({ 2: { scopes: ['read', 'write'] } });
  } finally {
    server.close();
  }
  const away = await installed('vscode', '--url', url);
  expect(away.exitCode).toBe(0);
  expect(away.err).toMatch(/No token was made: .*\nMake one with "postroad tokens create/);
});
