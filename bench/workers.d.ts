export interface Worker<Task, Result> {
  /** The message with which it reported that it was ready. */
  ready: Record<string, unknown>;
  pid: number;
  /** Sends a task and waits for its result. */
  run(task: Task): Promise<Result>;
  stop(): Promise<void>;
}
/** What the service is started with: by `npm start`, in the image and by systemd (docs/decisions/0110). */
export declare const serveFlags: readonly string[];
/**
 * Starts `processes/<name>`, a process that does tasks one by one (see `serveTasks`). It ends with
 * the process that started it.
 */
export declare function startWorker<Task, Result>(
  name: string,
  start: object,
  execArgv?: readonly string[],
): Promise<Worker<Task, Result>>;
/** The other side of `startWorker`: reports that it is ready, then does tasks until its end. */
export declare function serveTasks<Task, Result extends object>(
  work: (task: Task) => Promise<Result>,
  close: () => Promise<void>,
): void;
