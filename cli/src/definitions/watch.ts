import { type FSWatcher, readdirSync, watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import { isManagedPath } from '@postroad/core/definitions/paths';
import { limits } from '@postroad/core/platform/limits';
import type { CommonOptions } from '../commands/common-options.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { push } from './push.ts';
import { isManagedFolder, requireFolder } from './tree-folder.ts';
import { checkFolder, checkText } from './validate.ts';

export interface WatchOptions extends CommonOptions {
  push?: boolean;
  prune?: boolean;
}

interface Changes {
  /** Calls `work` without a change, in its turn. */
  now(): Promise<void>;
  /** Waits for `work`. */
  stop(): Promise<void>;
}

/** Paths of the folders in a folder; none where there is no such folder. */
function foldersIn(root: string, folder: string): string[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`));
  } catch {
    return [];
  }
}

/**
 * Calls `work` after definition files changed and then stayed unchanged for `limits.watchQuietMs`;
 * never twice at once.
 */
export function onChanges(root: string, work: () => Promise<void>): Changes {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const watchers = new Map<string, FSWatcher>();
  const now = () => {
    running = running.then(work);
    return running;
  };
  const changed = () => {
    if (stopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(now, limits.watchQuietMs);
  };
  // Watches only managed folders: other files there, such as a database, do not matter. One that is
  // removed and made again, as by a change of branches, is another folder to the system.
  const attach = (folder: string) => {
    detach(folder);
    if (stopped) return;
    try {
      const watcher = watchFolder(join(root, folder), (_event, name) => {
        const path = folder === '' ? (name ?? '') : `${folder}/${name}`;
        if (isManagedPath(path)) changed();
        else if (isManagedFolder(path)) {
          attach(path);
          changed();
        }
      });
      watcher.on('error', () => detach(folder));
      watchers.set(folder, watcher);
    } catch {
      // The folder does not exist yet; the watcher of its parent reports its creation.
    }
    for (const inner of foldersIn(root, folder)) if (isManagedFolder(inner)) attach(inner);
  };
  const detach = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  attach('');
  return {
    now,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      for (const folder of [...watchers.keys()]) detach(folder);
      await running;
    },
  };
}

/** `postroad watch`: checks the files after each change and, with --push, pushes valid ones. */
export async function watch(
  dir: string | undefined,
  options: WatchOptions,
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  await requireFolder(folder);
  const check = async () => {
    try {
      const checked = await checkFolder(folder, terminal);
      terminal.out(checkText(checked, options, terminal));
      if (checked.valid && options.push)
        await push(folder, { ...options, yes: true, asText: true }, terminal);
    } catch (error) {
      reportFailure(error, terminal);
    }
  };
  const changes = onChanges(folder, check);
  await changes.now();
  terminal.err(`Watching ${folder}. Stop with Ctrl+C.\n`);
  await terminal.stopped();
  await changes.stop();
  return 0;
}
