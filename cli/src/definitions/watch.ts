import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import { isManagedPath } from '@postroad/core/definitions/paths';
import { limits } from '@postroad/core/platform/limits';
import type { CommonOptions } from '../commands/common-options.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { push } from './push.ts';
import { managedFolders, requireFolder } from './tree-folder.ts';
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
  // Watches only managed folders: other files there, such as a database, do not matter.
  const attach = (folder: string) => {
    if (stopped || watchers.has(folder)) return;
    try {
      const watcher = watchFolder(join(root, folder), (_event, name) => {
        if (isManagedPath(folder === '' ? (name ?? '') : `${folder}/${name}`)) changed();
        else if (folder === '' && managedFolders().includes(name ?? '')) {
          attach(name ?? '');
          changed();
        }
      });
      watcher.on('error', () => detach(folder));
      watchers.set(folder, watcher);
    } catch {
      // The folder does not exist yet; the watcher of its parent reports its creation.
    }
  };
  const detach = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  for (const folder of ['', ...managedFolders()]) attach(folder);
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
