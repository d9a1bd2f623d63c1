import { appendFile, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import {
  isLogPosition,
  type LogPosition,
  laterPosition,
  primaryOnly,
} from '@postroad/core/platform/operations/log-position';
import type { PositionMemory } from '@postroad/http/client/client';
import type { Environment } from '@postroad/service/app/config/environment';
import { serverAddress } from './login-store.ts';

/** Of a file that grew to this, the next commands begin another. */
const rotatedBytes = 16_384;

/** The file of positions (XDG Base Directory Specification); null if there is no home directory. */
function positionsPath(env: Environment): string | null {
  const { XDG_STATE_HOME: xdg, HOME: home } = env;
  // The specification requires relative paths to be ignored.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'postroad', 'positions');
  return home && isAbsolute(home) ? join(home, '.local', 'state', 'postroad', 'positions') : null;
}

async function latestIn(path: string, address: string): Promise<LogPosition | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  let latest: LogPosition | null = null;
  for (const line of text.split('\n')) {
    const [position = '', of] = line.split(' ');
    if (of === address && isLogPosition(position)) latest = laterPosition(latest, position);
  }
  return latest;
}

/** Lines are only added, since commands that run at once would take each other's away. */
async function add(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size > rotatedBytes) await rename(path, `${path}.1`).catch(() => undefined);
  await appendFile(path, line, { mode: 0o600 });
}

/**
 * Up to where the commands before this one have written at a server, so that the next command of a
 * script sees it (REPL-04). Only a server with a read replica says so. Where there is no place to keep it,
 * commands are answered by the primary; where it cannot be written, `warn` says what follows.
 */
export function seenPositions(
  env: Environment,
  url: string,
  warn: (text: string) => void,
): PositionMemory {
  const path = positionsPath(env);
  const address = serverAddress(url);
  let own: LogPosition | null = null;
  return {
    async seen() {
      if (path === null) return primaryOnly;
      const kept = await Promise.all([path, `${path}.1`].map((file) => latestIn(file, address)));
      return kept.reduce(laterPosition, own);
    },
    async saw(position) {
      own = laterPosition(own, position);
      if (path === null) return;
      await add(path, `${position} ${address}\n`).catch((error: Error) => {
        warn(`Lists may lack this change for some seconds: ${error.message}.\n`);
      });
    },
  };
}
