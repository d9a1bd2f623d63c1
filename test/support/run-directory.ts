import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunDirectory {
  path: string;
  /** Ends this process with the run, even if the run is killed. */
  guard(pid: number): void;
  remove(): Promise<void>;
}

/**
 * A guard process: it waits for the end of its input, which ends with the process that holds the
 * other side, however that ends. It then stops the named processes and removes the directory.
 */
const guardian = `
pids=""
while read -r pid; do pids="$pids $pid"; done
for pid in $pids; do kill -QUIT "$pid" 2>/dev/null; done
for pid in $pids; do while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; done
rm -rf "$1"`;

/** Room that the databases of a run never fill. */
const enoughBytes = 4 * 1024 ** 3;

/**
 * Where databases lie: in memory where Linux has a folder there with enough room that programs can be
 * started from. Tests make and remove files by the ten thousand, and for each new one ext4 looks
 * through all that it removed recently.
 */
function fastFolder(): string {
  const memory = '/dev/shm';
  try {
    const isTmpfs = /^\S+ \/dev\/shm tmpfs (?!\S*\bnoexec\b)/m.test(
      readFileSync('/proc/mounts', 'utf8'),
    );
    const { bavail, bsize } = statfsSync(memory);
    return isTmpfs && bavail * bsize >= enoughBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A private directory for one run that is removed even after kill -9. */
export function createRunDirectory(name: string): RunDirectory {
  const path = mkdtempSync(join(fastFolder(), `postroad-test-${name}-`));
  const watcher = spawn('sh', ['-c', guardian, 'guardian', path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  const { stdin } = watcher;
  return {
    path,
    guard: (pid) => stdin.write(`${pid}\n`),
    async remove() {
      // From here the run waits for the guard; before, the guard must not keep the run alive.
      watcher.ref();
      const ended = new Promise<void>((resolve) => watcher.once('exit', () => resolve()));
      stdin.end();
      await ended;
      await rm(path, { recursive: true, force: true });
    },
  };
}
