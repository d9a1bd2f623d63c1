import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

// @database embedded: the command takes no other.

it('serves the files of a folder, takes in each change, and catches the mail', {
  timeout: 240_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'postroad-dev-'));
  const database = await createTestDatabase();
  // It ignores a provider and a server in the environment.
  const env = {
    ...{ DATA_DIR: database.dataDir, PORT: '0', LOG_LEVEL: 'error' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', POSTROAD_URL: 'http://127.0.0.1:1', POSTROAD_TOKEN: 'x' },
  };
  await runCli(['init'], {}, '', false, { cwd: folder });
  await mkdir(join(folder, 'settings'));
  let out = '';
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const add = (text: string) => {
    out += text;
  };
  const ended = runCli(['dev', '--activate', '--force'], env, '', false, {
    ...{ cwd: folder, stopped: () => stopped, out: add, err: add },
  });
  const says = (text: string) => expect.poll(() => out).toContain(text);
  await says('Flow welcome is live here.');
  await says('Watching the files');
  const email = join(folder, 'emails', 'welcome.md');
  const text = await readFile(email, 'utf8');
  await writeFile(email, text.replace(/^subject: .*$/m, 'subject: Caught'));
  await says('Stored: 1 record.');
  const url = /at (http:\S+);/.exec(out)?.[1] ?? '';
  const token = (await readFile(join(database.dataDir, 'api-token'), 'utf8')).trim();
  const online = { POSTROAD_URL: url, POSTROAD_TOKEN: token };
  await runCli(['events', 'send', 'signed_up', 'ada@example.com'], online);
  const opened = await runCli(['open', 'mailbox'], online);
  expect(out).toContain(opened.out.trim());
  const entered = await fetch(opened.out.trim(), { redirect: 'manual' });
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const mailbox = () =>
    fetch(`${url}/mailbox`, { headers: { cookie } }).then((page) => page.text());
  await expect.poll(mailbox).toContain('>Caught<');
  // As after a change of branches: a step is gone.
  const test = join(folder, 'tests', 'welcome', 'signs-up.yml');
  const expected = await readFile(test, 'utf8');
  await writeFile(test, expected.replace(/ {2}path:[\s\S]*? {2}ends/, '  ends'));
  const flow = join(folder, 'flows', 'welcome.json');
  const { definition, ...rest } = JSON.parse(await readFile(flow, 'utf8'));
  const node = { id: 2, name: 'Tag', type: 'add_tag', tag: 'new' };
  const seen = out.length;
  await writeFile(flow, JSON.stringify({ ...rest, definition: { ...definition, nodes: [node] } }));
  await expect.poll(() => out.slice(seen)).toMatch(/warning node_id_freed[\s\S]*Stored: /);
  stop();
  expect((await ended).exitCode).toBe(0);
  await database.drop();
  await rm(folder, { recursive: true });
});
