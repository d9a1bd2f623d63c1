import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupFailure } from './setup-failure.mjs';

/** Outside node_modules, which an install removes. */
export const lockFile = join('.turbo', 'command.lock');

const lookEveryMs = 200;
/** A holder that runs so long is another process that got the number of one that was killed. */
const waitMostMs = 15 * 60_000;

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns the number of the process that has the lock, or null once this one has it. */
function taken(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return null;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    const holder = Number(readFileSync(path, 'utf8'));
    if (isRunning(holder)) return holder;
    rmSync(path, { force: true });
  } catch (error) {
    // It was given back meanwhile.
    if (error.code !== 'ENOENT') throw error;
  }
  return taken(path);
}

/**
 * Runs `work` while no other command installs or builds in the same checkout, since two would write
 * the same files. Calls `onWait` once if it waits. Throws SetupFailure after a quarter of an hour.
 */
export function withCheckoutLock(folder, work, onWait) {
  const path = join(folder, lockFile);
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = 0; ; waited += lookEveryMs) {
    const holder = taken(path);
    if (holder === null) break;
    if (waited === 0) onWait();
    if (waited >= waitMostMs) {
      throw new SetupFailure(
        `Process ${holder} still installs or builds in this checkout. If it is none of Postroad, remove ${path} and run the command again.`,
      );
    }
    pause(lookEveryMs);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}
