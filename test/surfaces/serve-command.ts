import { expect } from 'vitest';
import { runCli } from './three-surfaces.ts';

export interface Serving {
  said(): string;
  /** The addresses that it opened in the browser of the person at the terminal. */
  opened: string[];
  url: string;
  stop(): Promise<void>;
}

/** `postroad serve` without a process of its own, once it serves. */
export async function serveCommand(
  env: Record<string, string>,
  outIsTty = false,
): Promise<Serving> {
  let said = '';
  const opened: string[] = [];
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = runCli(['serve'], { PORT: '0', LOG_LEVEL: 'error', ...env }, '', outIsTty, {
    stopped: () => stopped,
    out: (text) => {
      said += text;
    },
    open: async (address) => {
      opened.push(address);
      return true;
    },
  });
  await expect.poll(() => said).toContain('Stop with Ctrl+C');
  return {
    ...{ said: () => said, opened, url: /serves (http:\S+)/.exec(said)?.[1] ?? '' },
    async stop() {
      stop();
      await ended;
    },
  };
}
