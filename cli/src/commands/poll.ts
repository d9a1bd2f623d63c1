import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@postroad/core/platform/limits';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import type { Terminal } from '../output/terminal.ts';
import { screenLine } from '../output/terminal-width.ts';

/**
 * Repeats some work every `everyMs` milliseconds until the command is stopped. An unreachable
 * server is reported once and polled further; any other failure is thrown.
 */
export async function poll(
  terminal: Terminal,
  work: () => Promise<void>,
  everyMs: number = limits.watchPollMs,
): Promise<void> {
  const stopping = new AbortController();
  const stopped = terminal.stopped().then(() => stopping.abort());
  let away = false;
  while (!stopping.signal.aborted) {
    await Promise.race([wait(everyMs, undefined, stopping).catch(() => undefined), stopped]);
    if (stopping.signal.aborted) return;
    try {
      await work();
      away = false;
    } catch (error) {
      const problem = thrownProblem(error);
      if (problem?.code !== 'unavailable' && problem?.code !== 'rate_limited') throw error;
      if (!away) terminal.err(`${screenLine(problem.detail)} Waiting for it.\n`);
      away = true;
    }
  }
}
