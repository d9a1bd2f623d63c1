import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, readPage } from '../../docs/guide.ts';
import { freePort } from '../../support/free-port.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { runSources } from '../../support/sources.ts';
import { type Calling, calling } from '../app/calling.ts';

let opened: TestService;
let calls: Calling;
const folder = mkdtempSync(join(tmpdir(), 'postroad-receivers-'));

beforeAll(async () => {
  opened = await openTestService({ env: { WEBHOOK_ALLOW: '127.0.0.1' } });
  calls = calling(opened);
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

async function isListening(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    socket.setTimeout(500, () => socket.destroy());
    socket.on('connect', () => socket.end());
  });
}

const programs = [
  { guide: 'webhooks', language: 'js', file: 'receiver.mjs', command: process.execPath },
  { guide: 'webhooks', language: 'python', file: 'receiver.py', command: 'python3' },
  { guide: 'application', language: 'ts', file: 'receiver.ts', command: process.execPath },
].filter(({ command }) => spawnSync(command, ['--version']).status === 0);

it.each(programs)(
  'HOOK-05, CONS-08 the receiver of the guide $guide in $language takes what is signed, and nothing else',
  {
    timeout: 60_000,
  },
  async ({ guide, language, file, command }) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const made = await calls.call('create_webhook_endpoint', { url, events: ['person.created'] });
    const path = join(folder, file);
    writeFileSync(path, codeOf(readPage(`docs/guides/${guide}.md`), language));
    const env = { ...process.env, WEBHOOK_SECRET: made.secret, RECEIVER_PORT: String(port) };
    const program: ChildProcess = spawn(
      command,
      file.endsWith('.ts') ? [runSources, path] : [path],
      {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      while (!(await isListening(port))) await pause(50);
      await calls.call('upsert_person', { email: `${language}@example.com` });
      await calls.call('move_clock', { advance: { amount: 1, unit: 'seconds' } });
      const { webhook_deliveries } = await calls.call('list_webhook_deliveries', {
        webhook_endpoint: String(made.webhook_endpoint.id),
      });
      expect(webhook_deliveries).toMatchObject([
        { status: 'delivered', attempts: [{ status: 204 }] },
      ]);
      const forged = await fetch(url, {
        method: 'POST',
        body: '{"type":"person.created"}',
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
          'webhook-signature': 'v1,AAAA',
        },
      });
      expect(forged.status).toBe(401);
    } finally {
      program.kill();
      await calls.call('delete_webhook_endpoint', {
        webhook_endpoint: String(made.webhook_endpoint.id),
      });
    }
  },
);
