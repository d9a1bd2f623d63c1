import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Worker<Task, Result> {
  /** The message with which it reported that it was ready. */
  ready: Record<string, unknown>;
  pid: number;
  /** Sends a task and waits for its result. */
  run(task: Task): Promise<Result>;
  stop(): Promise<void>;
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`A process of the bench ended by itself (code ${code}).`));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}

/** What the service is started with: by `npm start`, in the image and by systemd (docs/decisions/0110). */
export const serveFlags: readonly string[] = ['--max-semi-space-size=64'];

/**
 * Starts `processes/<name>`, a process that does tasks one by one (see `serveTasks`). It ends with
 * the process that started it.
 */
export async function startWorker<Task, Result>(
  name: string,
  start: object,
  execArgv: readonly string[] = [],
): Promise<Worker<Task, Result>> {
  const path = fileURLToPath(new URL(`./processes/${name}.js`, import.meta.url));
  const child = fork(path, [JSON.stringify(start)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...execArgv],
  });
  const ready = (await nextMessage(child)) as Record<string, unknown>;
  return {
    ready,
    pid: child.pid ?? 0,
    async run(task) {
      const answer = nextMessage(child);
      child.send(task as object);
      return (await answer) as Result;
    },
    async stop() {
      if (child.exitCode !== null || !child.connected) return;
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.disconnect();
      await exited;
    },
  };
}

/** The other side of `startWorker`: reports that it is ready, then does tasks until its end. */
export function serveTasks<Task, Result extends object>(
  work: (task: Task) => Promise<Result>,
  close: () => Promise<void>,
): void {
  process.on('message', async (task) => {
    try {
      const result = await work(task as Task);
      process.send?.(result);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  });
  process.once('disconnect', async () => {
    await close();
    process.exit(0);
  });
  process.send?.({ ready: true });
}
