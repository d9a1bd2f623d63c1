import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startServer } from '@postroad/cli/commands/serve';
import { readConfig } from '@postroad/service/app/config/config';
import type { Database } from '@postroad/store/platform/connection/database';
import { expect } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { denseIds } from '../support/postgres-server.ts';
import { root } from '../support/repository.ts';
import { renderer } from '../support/service.ts';
import { runSources, unoptimizedWasm } from '../support/sources.ts';
import { installBundledClient } from './application.ts';
import { readPage, type TestedBlock, testedBlocks } from './guide.ts';
import { startQuickNpx } from './quick-npx.ts';

/** `npm start` without npm. */
const startScript = join(root, 'cli', 'bin', 'start.mjs');

interface Heard {
  child: ChildProcess;
  /** Resolves with the whole output once it contains `text`; rejects if the process ends before. */
  until(text: string): Promise<string>;
}

/** Collects the output of a process from both streams. */
function listen(child: ChildProcess): Heard {
  let said = '';
  let ended = false;
  const waiting = new Set<() => void>();
  const check = () => {
    for (const look of waiting) look();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      check();
    });
  }
  child.once('close', () => {
    ended = true;
    check();
  });
  const until = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = said.includes(text);
        if (!found && !ended) return;
        waiting.delete(look);
        if (found) resolve(said);
        else reject(new Error(`The process ended too early and said:\n${said}`));
      };
      waiting.add(look);
      look();
    });
  return { child, until };
}

export interface Shell {
  /** Runs a block as a reader pastes it; rejects with the output if one of its commands fails. */
  run(block: TestedBlock): Promise<string>;
  end(): Promise<void>;
}

/**
 * One shell for a whole page, so that exports of one block reach the next. `env.DATA_DIR` is the
 * folder of the blocks.
 */
export function openShell(env: Record<string, string>): Shell {
  const child = spawn('bash', ['-s'], { cwd: root, env });
  const heard = listen(child);
  // If the shell has ended, `until` reports it; an error of writing adds nothing.
  child.stdin.on('error', () => undefined);
  child.stdin.write('exec 2>&1; set -e -o pipefail\n');
  return {
    async run({ line, text }) {
      const file = join(env.DATA_DIR ?? '', `block-${line}.sh`);
      await writeFile(file, text);
      const mark = `the block of line ${line}`;
      child.stdin.write(`echo "begin ${mark}"; . '${file}' </dev/null; echo "end ${mark}"\n`);
      const said = await heard.until(`end ${mark}`);
      return said.slice(said.lastIndexOf(`begin ${mark}`));
    },
    async end() {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}

type ServerEntry =
  | { type: 'http' | 'sse'; url: string; headers: Record<string, string> }
  | { type?: undefined; command: string; args: string[]; env: Record<string, string> };

function transportOf(entry: ServerEntry, env: Record<string, string>) {
  if (entry.type === undefined) {
    const { PATH = '' } = env;
    return new StdioClientTransport({
      command: entry.command,
      args: entry.args,
      env: { PATH, ...entry.env },
      cwd: root,
      stderr: 'ignore',
    });
  }
  const { url, headers } = entry;
  const Transport = entry.type === 'sse' ? SSEClientTransport : StreamableHTTPClientTransport;
  return new Transport(new URL(url), { requestInit: { headers } });
}

/** Connects as the page says to an MCP client, and returns the offered tools. */
async function connect({ text }: TestedBlock, env: Record<string, string>): Promise<string[]> {
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? '');
  const { mcpServers } = JSON.parse(filled) as { mcpServers: { postroad: ServerEntry } };
  const client = new Client({ name: 'reader', version: '1.0.0' });
  const transport = transportOf(mcpServers.postroad, env);
  await client.connect(transport as Parameters<Client['connect']>[0]);
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

export interface Followed {
  /** The output of each block, by its line. */
  said: string[];
  /** Mails by their number on the page. */
  mails: Map<number, string>;
  /** Tools offered to each client that connected. */
  tools: string[][];
}

/** A server that is started as a page says. */
interface PageServer {
  url: string;
  /** The search path for commands. */
  path: string;
  stop(): Promise<void>;
}

/** As a user runs it: the built files in their own process, and at first the `npx` of npm. */
async function servedAsBuilt(env: Record<string, string>): Promise<PageServer> {
  const npx = await startQuickNpx(env.DATA_DIR ?? '', { isFirstByNpm: true });
  const server = listen(
    spawn(process.execPath, [...unoptimizedWasm, startScript], { cwd: root, env }),
  );
  const { child } = server;
  const closed = once(child, 'close');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await closed;
    await npx.stop();
  };
  try {
    const welcome = await server.until('Stop with Ctrl+C');
    const path = `${npx.folder}:${env.PATH}`;
    return { url: /serves (\S+)/.exec(welcome)?.[1] ?? '', path, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The same sources without processes, on an open database. */
async function servedHere(env: Record<string, string>, database: Database): Promise<PageServer> {
  const npx = await startQuickNpx(env.DATA_DIR ?? '');
  try {
    const running = await startServer(readConfig(env), true, { database, renderer });
    return {
      url: running.url,
      path: `${npx.folder}:${env.PATH}`,
      async stop() {
        await running.stop();
        await npx.stop();
      },
    };
  } catch (error) {
    await npx.stop();
    throw error;
  }
}

/** A database of the service, and how it is served. */
interface Prepared {
  database: TestDatabase;
  serve(env: Record<string, string>): Promise<PageServer>;
}

async function prepared(as: 'built' | 'quick'): Promise<Prepared> {
  if (as === 'built') return { database: await createTestDatabase(), serve: servedAsBuilt };
  const database = await openTestDatabase(10);
  return { database, serve: (env) => servedHere(env, database.database) };
}

/**
 * Starts the service on its own database and does everything a page says, in order. Most of the
 * time goes into starting processes, so one page uses them and, once, the `npx` of npm, which shows
 * that the built files are found.
 */
export async function followPage(
  path: string,
  serverEnv: Record<string, string> = {},
  as: 'built' | 'quick' = 'quick',
): Promise<Followed> {
  const { database, serve } = await prepared(as);
  const spreadAgain = database.url === null ? null : await denseIds(database.url);
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, npm_config_update_notifier: 'false', ...database.env };
  let server: PageServer | null = null;
  let shell: Shell | null = null;
  try {
    server = await serve({ ...env, ...serverEnv, PORT: '0', LOG_LEVEL: 'error' });
    const { SUBMISSION_PORT = '' } = serverEnv;
    const reader = { ...env, PATH: server.path, PORT: new URL(server.url).port, SUBMISSION_PORT };
    shell = openShell(reader);
    const token = readFileSync(join(database.dataDir, 'api-token'), 'utf8').trim();
    const client = { ...reader, POSTROAD_URL: server.url, POSTROAD_TOKEN: token };
    return await follow(testedBlocks(readPage(path)), shell, client);
  } finally {
    await shell?.end();
    await server?.stop();
    await spreadAgain?.();
    await database.drop();
  }
}

/** Adds a file to the application of the page, which has the package, and runs it. */
async function runProgram(
  block: TestedBlock,
  shell: Shell,
  env: Record<string, string>,
): Promise<string> {
  const folder = join(env.DATA_DIR ?? '', 'application');
  installBundledClient(folder);
  const path = join(folder, block.file ?? '');
  await writeFile(path, block.text);
  return await shell.run({ ...block, text: `node '${runSources}' '${path}'\n` });
}

async function follow(
  blocks: TestedBlock[],
  shell: Shell,
  env: Record<string, string>,
): Promise<Followed> {
  const followed: Followed = { said: [], mails: new Map(), tools: [] };
  for (const block of blocks) {
    if (block.language === 'json') followed.tools.push(await connect(block, env));
    else if (block.language === 'ts') followed.said.push(await runProgram(block, shell, env));
    else followed.said.push(await shell.run(block));
    if (block.mail === null) continue;
    const file = join(env.DATA_DIR ?? '', 'outbox', `${block.mail}.eml`);
    await expect.poll(() => existsSync(file)).toBe(true);
    followed.mails.set(block.mail, readFileSync(file, 'utf8'));
  }
  return followed;
}
