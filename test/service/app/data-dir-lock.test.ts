import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { makeLocalToken } from '@postroad/service/app/config/data-dir';
import {
  DataDirInUse,
  type DataDirLock,
  holderOf,
  type LockOptions,
  lockDataDir,
} from '@postroad/service/app/config/data-dir-lock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let dir: string;
let held: DataDirLock[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postroad-lock-'));
  held = [];
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const lock of held) await lock.release();
  await rm(dir, { recursive: true, force: true });
});

async function locked(options: LockOptions = {}): Promise<DataDirLock> {
  const lock = await lockDataDir(dir, options);
  held.push(lock);
  return lock;
}

/** Time that passes only by waiting, with what happens meanwhile. */
function time(meanwhile: () => Promise<void> = async () => {}) {
  const clock = {
    ms: 0,
    now: () => clock.ms,
    async pause(ms: number) {
      clock.ms += ms;
      await meanwhile();
    },
  };
  return clock;
}

const files = async () => (await readdir(dir)).filter((name) => name.endsWith('.json')).toSorted();

async function textOf(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(dir, name), 'utf8')) as Record<string, unknown>;
}

/** The lock that a process of this machine leaves when it is killed. */
async function leaveLock(change: Record<string, unknown> = {}): Promise<void> {
  const lock = await lockDataDir(dir);
  const [name = ''] = await files();
  const text = await textOf(name);
  await lock.release();
  const id = 'feedfacefeedface';
  const left = { ...text, id, released: false, address: 'http://127.0.0.1:3000', ...change };
  await writeFile(join(dir, name), `${JSON.stringify(left)}\n`);
}

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

it('SEC-02 refuses a second holder at once, and names the first with its host and address', async () => {
  const lock = await locked();
  const { pid } = process;
  expect(await holderOf(dir)).toEqual({ pid, host: hostname(), address: null });
  await lock.setAddress('http://127.0.0.1:3000');
  const clock = time();
  const refusal = await lockDataDir(dir, { time: clock }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirInUse);
  expect(clock.ms).toBe(0);
  expect(String(refusal)).toContain(`process ${pid} on ${hostname()}`);
  expect(String(refusal)).toContain('http://127.0.0.1:3000');
  expect(String(refusal)).toContain(dir);
  // A command may have named the folder.
  expect(String(refusal)).toContain('--data-dir');
});

it('SEC-02 says of a DATA_DIR that is no folder to write to what to do, in place of a code', async () => {
  const file = join(dir, 'file');
  await writeFile(file, '');
  for (const opening of [
    () => lockDataDir(file),
    () => makeLocalToken({ dataDir: file, apiToken: null, apiTokenFile: null }),
  ]) {
    await expect(opening()).rejects.toThrow(
      /^DATA_DIR must be a folder that this process may write to; .*set DATA_DIR to another folder\.$/,
    );
  }
});

it('SEC-02 is free at once after it was released', async () => {
  const first = await lockDataDir(dir);
  await first.release();
  expect(await holderOf(dir)).toBeNull();
  expect((await readdir(dir)).filter((name) => name.endsWith('.sock'))).toEqual([]);
  const clock = time();
  await locked({ time: clock });
  expect(clock.ms).toBe(0);
});

it.each([
  ['a pid that no process has', deadPid],
  ['the pid of another process', () => process.pid],
  ['the pid that every container has', () => 1],
])('SEC-02 takes over a silent lock with %s only after its term, and says so', async (_of, pid) => {
  await leaveLock({ pid: pid() });
  expect(await holderOf(dir)).toBeNull();
  const clock = time();
  const said: string[] = [];
  await locked({ time: clock, onWait: (text) => said.push(text) });
  expect(clock.ms).toBeGreaterThanOrEqual(limits.lockWaitMs);
  expect(clock.ms).toBeLessThan(limits.lockWaitMs + limits.lockBeatMs);
  expect(said).toEqual([expect.stringContaining(`Waiting ${limits.lockWaitMs / 1_000} seconds`)]);
  expect(await holderOf(dir)).toMatchObject({ pid: process.pid });
  expect(await files()).toHaveLength(1);
});

it.each([
  ['of another machine', () => leaveLock({ boot: 'another', host: 'elsewhere' })],
  ['that a power cut left empty', () => writeFile(join(dir, 'lock.1.json'), '')],
  ['that a power cut left half', () => writeFile(join(dir, 'lock.1.json'), '{"pid": 1')],
  ['that a hand wrote', () => writeFile(join(dir, 'lock.1.json'), '{"pid": "one"}')],
])('SEC-02 waits longer for a silent lock %s', async (_which, leave) => {
  await leave();
  const clock = time();
  await locked({ time: clock });
  expect(clock.ms).toBeGreaterThanOrEqual(limits.lockWaitElsewhereMs);
});

it('SEC-02 refuses when a lock beats that no process of this machine holds', async () => {
  await leaveLock({ pid: deadPid(), host: 'elsewhere', boot: 'another', beat: 1 });
  const [name = ''] = await files();
  let rounds = 0;
  const beating = time(async () => {
    rounds += 1;
    // The beat comes at the last moment.
    if (rounds * (limits.lockBeatMs / 2) < limits.lockWaitElsewhereMs - limits.lockBeatMs) return;
    await writeFile(join(dir, name), `${JSON.stringify({ ...(await textOf(name)), beat: 2 })}\n`);
  });
  const refusal = await lockDataDir(dir, { time: beating }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataDirInUse);
  expect(String(refusal)).toContain('on elsewhere');
});

it('SEC-02 takes no directory from a running process of an older version, whose lock never beats', async () => {
  const older = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const stat = await readFile(`/proc/${older.pid}/stat`, 'utf8').catch(() => null);
  const started = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  const lock = { pid: older.pid, address: 'http://127.0.0.1:3000', started };
  const leave = (change: Record<string, unknown>) =>
    writeFile(join(dir, 'lock.1.json'), `${JSON.stringify({ ...lock, ...change })}\n`);
  try {
    await leave({});
    const clock = time();
    const refusal = await lockDataDir(dir, { time: clock }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirInUse);
    expect(String(refusal)).toContain(`process ${older.pid}`);
    expect(clock.ms).toBe(0);
    await leave({ pid: 0, address: null, started: null });
    await (await lockDataDir(dir, { time: clock })).release();
    expect(clock.ms).toBe(0);
  } finally {
    older.kill('SIGKILL');
  }
});

it('SEC-02 counts no time in which it was stopped itself', async () => {
  await leaveLock();
  const [name = ''] = await files();
  const clock = time(async () => {
    if (clock.ms > 3_600_000) {
      const text = await textOf(name);
      await writeFile(join(dir, name), `${JSON.stringify({ ...text, beat: 99 })}\n`);
    } else clock.ms += 3_600_000;
  });
  await expect(lockDataDir(dir, { time: clock })).rejects.toBeInstanceOf(DataDirInUse);
});

it('SEC-02 lets one of many takers win, over a dead lock as over a released one', async () => {
  for (let round = 0; round < 10; round += 1) {
    if (round === 0) await leaveLock();
    const takers = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
    const won = takers.flatMap((taker) => (taker.status === 'fulfilled' ? [taker.value] : []));
    expect(won).toHaveLength(1);
    for (const taker of takers) {
      if (taker.status === 'rejected') expect(taker.reason).toBeInstanceOf(DataDirInUse);
    }
    await won[0]?.release();
    expect(await files()).toHaveLength(1);
  }
});

/** Makes the wall clock show that the process was stopped, as after a sleep of the machine. */
function suspend(): void {
  const now = Date.now;
  const jump = limits.lockTermMs + 1;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + jump);
}

it('SEC-02 takes its own lock again after it was stopped, if nobody else has', async () => {
  const lost = vi.fn();
  const lock = await locked({ onLost: lost });
  const [before] = await files();
  suspend();
  expect(lock.fence.isOpen()).toBe(false);
  await expect.poll(() => lock.fence.isOpen()).toBe(true);
  expect(await files()).not.toContain(before);
  expect(lost).not.toHaveBeenCalled();
  await expect(lockDataDir(dir)).rejects.toBeInstanceOf(DataDirInUse);
});

it('SEC-02 writes nothing more, and says so, after it was overtaken while it was stopped', async () => {
  const lost = vi.fn();
  const lock = await locked({ onLost: lost });
  const [name = ''] = await files();
  const number = Number(/\d+/.exec(name)?.[0]);
  const other = { ...(await textOf(name)), id: 'feedfacefeedface', host: 'elsewhere' };
  suspend();
  const extended = vi.spyOn(lock.fence, 'extend');
  await writeFile(join(dir, `lock.${number + 1}.json`), `${JSON.stringify(other)}\n`);
  await expect.poll(() => lost.mock.calls).toHaveLength(1);
  expect(lock.fence.isOpen()).toBe(false);
  expect(extended).not.toHaveBeenCalled();
  expect(lost.mock.calls[0]?.[0]).toContain(dir);
  expect(await textOf(`lock.${number + 1}.json`)).toMatchObject({ host: 'elsewhere' });
});
