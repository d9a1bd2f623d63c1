import { watch as watchFolder } from 'node:fs';
import { limits } from '@postroad/core/limits';
import type { CommonOptions } from '../common-options.ts';
import { reportFailure } from '../report.ts';
import type { Terminal } from '../terminal.ts';
import { definitionsFolder } from './definitions-folder.ts';
import { push } from './push.ts';
import { checkFolder, checkText } from './validate.ts';

export interface WatchOptions extends CommonOptions {
  push?: boolean;
  prune?: boolean;
}

/**
 * Calls back after files of a folder changed and have been quiet for a moment; never twice at once.
 * Answers how to stop, which waits for what is being done.
 */
export function onChanges(folder: string, work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const watcher = watchFolder(folder, { recursive: true }, (_event, name) => {
    // Files of editors and of writes that are under way.
    if (stopped || /(?:^|[/\\])[.#]|~$/.test(name ?? '')) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(work);
    }, limits.watchQuietMs);
  });
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    watcher.close();
    await running;
  };
}

/** `postroad watch`: checks the files after each change, and pushes what is valid if told so. */
export async function watch(
  dir: string | undefined,
  options: WatchOptions,
  terminal: Terminal,
): Promise<number> {
  const folder = await definitionsFolder(dir, terminal);
  const look = async () => {
    try {
      const checked = await checkFolder(folder, terminal);
      terminal.out(checkText(checked, options, terminal));
      if (checked.valid && options.push)
        await push(folder, { ...options, yes: true, asText: true }, terminal);
    } catch (error) {
      reportFailure(error, terminal);
    }
  };
  const stop = onChanges(folder, look);
  await look();
  terminal.err(`Watching ${folder}. Stop with Ctrl+C.\n`);
  await terminal.stopped();
  await stop();
  return 0;
}
