import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DataDirInUse,
  holderOf,
  localToken,
  lockDataDir,
} from '@postroad/service/app/config/data-dir';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postroad-lock-'));
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

/** The pid of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

async function leaveLock(text: string): Promise<void> {
  await writeFile(join(dir, 'lock.1.json'), text);
}

it('refuses a second holder and names the first with its address', async () => {
  const lock = await lockDataDir(dir);
  expect(await holderOf(dir)).toEqual({ pid: process.pid, address: null });
  await lock.setAddress('http://127.0.0.1:3000');
  const refusal = await lockDataDir(dir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirInUse);
  expect(String(refusal)).toContain(`process ${process.pid}`);
  expect(String(refusal)).toContain('http://127.0.0.1:3000');
  expect(String(refusal)).toContain(dir);
  await lock.release();
});

it('is free again once it was released', async () => {
  const first = await lockDataDir(dir);
  await first.release();
  expect(await holderOf(dir)).toBeNull();
  const second = await lockDataDir(dir);
  expect(await holderOf(dir)).toEqual({ pid: process.pid, address: null });
  await second.release();
});

it.each([
  [
    'a process that ended',
    () => JSON.stringify({ pid: deadPid(), address: 'http://x', started: null }),
  ],
  [
    'a process whose pid another one has now',
    () => JSON.stringify({ pid: process.pid, address: null, started: '1' }),
  ],
  ['a power cut that left nothing in it', () => ''],
  ['a power cut that left half of it', () => '{"pid": 1'],
  ['a hand that wrote something else', () => '{"pid": "one"}'],
])('takes over the lock of %s', async (_of, text) => {
  await leaveLock(text());
  expect(await holderOf(dir)).toBeNull();
  const lock = await lockDataDir(dir);
  expect(await holderOf(dir)).toEqual({ pid: process.pid, address: null });
  await lock.release();
});

it('lets one of many takers win, over a dead lock as over none', async () => {
  const dead = JSON.stringify({ pid: deadPid(), address: null, started: null });
  for (let round = 0; round < 20; round += 1) {
    const [newest = 'lock.1.json'] = await readdir(dir);
    await writeFile(join(dir, newest), dead);
    const takers = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
    const won = takers.flatMap((taker) => (taker.status === 'fulfilled' ? [taker.value] : []));
    expect(won).toHaveLength(1);
    for (const taker of takers) {
      if (taker.status === 'rejected') expect(taker.reason).toBeInstanceOf(DataDirInUse);
    }
    await won[0]?.release();
    expect(await readdir(dir)).toHaveLength(1);
  }
});

it('makes one token however many processes ask for it at once, readable by its owner only', async () => {
  const tokens = await Promise.all(Array.from({ length: 10 }, () => localToken(dir, null)));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).toMatch(/^postroad_[A-Za-z0-9_-]{32}$/);
  expect(await readFile(join(dir, 'api-token'), 'utf8')).toBe(`${tokens[0]}\n`);
  expect((await stat(join(dir, 'api-token'))).mode & 0o777).toBe(0o600);
  expect(await localToken(dir, 'given-token')).toBe('given-token');
});
