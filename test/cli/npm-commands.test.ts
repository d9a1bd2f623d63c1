import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@postroad/http/client/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { root } from '../support/repository.ts';
import { killAll, type ServiceProcess, watchProcess } from '../support/service-process.ts';
import { copySources, type SourceCopy, sourceThatExports } from '../support/source-copy.ts';

let database: TestDatabase;
let running: ServiceProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  running = [];
});

afterEach(async () => {
  await killAll(running);
  await database.drop();
});

/** Runs Node in the folder of a checkout, as a script of its package.json does. */
function run(folder: string, args: string[]): ServiceProcess {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', ...database.env };
  const started = watchProcess(spawn(process.execPath, args, { cwd: folder, env }));
  running.push(started);
  return started;
}

/** The token that the service made at its first start. */
function madeToken(): string {
  return readFileSync(join(database.dataDir, 'api-token'), 'utf8').trim();
}

function script(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [command, ...args] = (scripts[name] ?? '').split(' ');
  expect([name, command]).toEqual([name, 'node']);
  return args;
}

it('SHOP-02 the log of the built service names sources and their lines', async () => {
  const server = run(root, script('start'));
  const welcome = await server.until('Stop with Ctrl+C');
  const url = / serves (\S+)/.exec(welcome)?.[1] ?? '';
  const headers = { authorization: `Bearer ${madeToken()}` };
  const { key } = (await (await fetch(`${url}/mailbox/key`, { headers })).json()) as {
    key: string;
  };
  const entered = await fetch(`${url}/mailbox?key=${key}`, { redirect: 'manual' });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  // A mail that cannot be read is a fault of the machine, so it is logged.
  mkdirSync(join(database.dataDir, 'outbox', '1.eml'), { recursive: true });
  const asked = await fetch(`${url}/mailbox/1`, { headers: { cookie } });
  expect(asked.status).toBe(500);
  const logged = await server.until('"A request failed."').then(() => server.err());
  const { file } = sourceThatExports('mailSource', 'service');
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const reading = lines.findIndex((line) => line.includes('await file.read(')) + 1;
  expect(reading).toBeGreaterThan(0);
  expect(logged).toContain(`mailSource (${join(root, file)}:${reading}:`);
  expect(logged).not.toContain('/dist/');
});

it('SHOP-02 what a thread of the built service throws names sources and their lines', async () => {
  const { file } = sourceThatExports('JobRenderer', 'service');
  const { file: renderer } = sourceThatExports('Renderer', 'service');
  const script = join(database.dataDir, 'throws.mjs');
  writeFileSync(
    script,
    `import { Renderer } from '${join(root, renderer.replace('/src/', '/dist/').replace(/ts$/, 'js'))}';
    const renderer = new Renderer();
    await renderer.run('batch', {}, 'background').catch(({ cause }) => console.log(cause.stack));
    await renderer.close();`,
  );
  const throwing = run(root, [script]);
  expect(await throwing.ended).toBe(0);
  const [, line] =
    new RegExp(`at JobRenderer\\.batch \\(.*/${file}:(\\d+):`).exec(throwing.out()) ?? [];
  const text = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1];
  expect(text ?? throwing.out()).toContain('job.emails.');
});

it('SHOP-01 npm run dev serves the sources, and an edited source with nothing built', async () => {
  const copy: SourceCopy = copySources();
  try {
    const server = run(copy.path, script('dev'));
    await server.until('Postroad 0.1.0 serves');
    // Not bundled into the console, which is then not built again.
    const { file } = sourceThatExports('startServer', 'cli');
    copy.edit(file, (text) => text.replace(' serves $', ' now serves $'));
    const welcome = await server.until('Stop with Ctrl+C.\nPostroad 0.1.0 now serves');
    const url = / now serves (\S+)/.exec(welcome)?.[1] ?? '';
    const client = createClient({ url, token: madeToken() });
    await client.invoke('upsert_person', { email: 'ada@example.com' });
    // A preview is rendered in a thread, which runs the sources too.
    const { emails } = (await client.invoke('list_emails', { sort: 'id', limit: 1 })).output;
    const { output } = await client.invoke('preview_email', { email_id: emails[0]?.id ?? 0 });
    expect(output.subject).toContain('Welcome');
    expect(existsSync(join(copy.path, 'service', 'dist'))).toBe(false);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  } finally {
    copy.remove();
  }
});
